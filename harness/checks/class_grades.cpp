#include "checks/class_grades.hpp"

namespace bankcheck::checks {

const char* name(EntryState state) {
  switch (state) {
    case EntryState::kGraded:
      return "graded";
    case EntryState::kNoSubmission:
      return "no submission";
    case EntryState::kUnreadable:
      return "unreadable";
    case EntryState::kTrouble:
      return "trouble";
    case EntryState::kNotYet:
      return "not yet graded";
  }
  return "unknown";
}

}  // namespace bankcheck::checks

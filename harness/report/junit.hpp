// JUnit XML as strict readers want it, Jenkins' schema above all.
//
// The schema asks for unique names, counts that are right, times with at most three decimals, and
// text of XML 1.0; all of it is seen to here, whatever the cases hold.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace bankcheck::report {

enum class JUnitOutcome { kPassed, kFailure, kError, kSkipped };

struct JUnitCase {
  std::string name;
  JUnitOutcome outcome = JUnitOutcome::kPassed;
  std::string type;  ///< of a failure or an error
  std::string message;
  std::string details;
  double seconds = 0;
};

struct JUnitSuite {
  std::string name;  ///< also the class of its cases
  std::vector<std::pair<std::string, std::string>> properties;
  std::vector<JUnitCase> cases;
  std::string output;
};

std::string render_junit_document(const JUnitSuite& suite);

}  // namespace bankcheck::report

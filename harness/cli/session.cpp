#include "cli/session.hpp"

#include <cstdlib>
#include <ostream>

#include "base/atomic_file.hpp"
#include "base/escape.hpp"
#include "cli/exit_code.hpp"

namespace bankcheck::cli {

const char* version() { return BANKCHECK_VERSION; }

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

int refuse(const Session& session, const base::Diagnostics& errors) {
  session.err << base::render(errors);
  return kExitUsage;
}

int refuse(const Session& session, const std::string& text) {
  session.err << "bankcheck: " << base::escape_terminal(text) << "\n";
  return kExitUsage;
}

int give_up(const Session& session, const base::Diagnostics& errors) {
  session.err << base::render(errors);
  return kExitOurs;
}

int write_output(const Session& session, const std::string& path, const std::string& contents) {
  if (path == kStandardOutput) {
    session.out << contents;
    return kExitDone;
  }
  const base::Diagnostics errors = base::write_file_whole(path, contents);
  return errors.empty() ? static_cast<int>(kExitDone) : give_up(session, errors);
}

}  // namespace bankcheck::cli

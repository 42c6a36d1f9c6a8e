// A download from anywhere: filled in or refused, never a crash, and what is not filled in comes
// back byte for byte.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "report/gradebook.hpp"
#include "report/sample_class.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bankcheck;
  static const checks::ClassGrades grades = report::sample_class();
  const std::string text(reinterpret_cast<const char*>(data), size);
  const auto file = report::parse_csv("download.csv", text);
  if (!file.ok()) {
    (void)base::render(file.errors());
    return 0;
  }
  if (file.value().text() != text) std::abort();
  for (const report::GradebookFormat& format : report::gradebook_table()) {
    const auto book = format.fill(grades, file.value(), "");
    if (book.ok() && book.value().written == 0 && book.value().file.text() != text) std::abort();
  }
  return 0;
}

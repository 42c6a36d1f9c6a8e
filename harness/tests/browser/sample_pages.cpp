// Writes the pages that page_test.cjs looks at: sample_pages FOLDER.
#include <cstdio>

#include "base/atomic_file.hpp"
#include "report/report_table.hpp"
#include "report/sample_page.hpp"

namespace {

constexpr const char* kHostile =
    "\"'><script>window.reached = 1</script><img src=x onerror=\"window.reached = 1\">"
    "<a href=\"javascript:window.reached = 1\">";

bankcheck::checks::Grade sweep() {
  using namespace bankcheck;
  checks::Grade grade = report::sample_page_grade();
  grade.rows.clear();
  for (const std::uint32_t stride : {1u, 2u, 3u, 4u, 8u, 16u, 32u, 33u, 6u, 24u, 0u}) {
    const std::string label = std::to_string(stride);
    const base::WarpAccess access = report::strided_access(stride);
    const int degree = base::conflict_degree(access);
    checks::TableRow row = report::sample_row(label.c_str(), degree);
    row.first_read = access;
    row.time_ratio = 1 + 0.84 * (degree - 1);
    row.record.lines = {report::counted_line(2, static_cast<std::uint64_t>(degree))};
    grade.rows.push_back(row);
  }
  return grade;
}

bool write(const std::string& path, const bankcheck::checks::Grade& grade) {
  const auto errors =
      bankcheck::base::write_file_whole(path, bankcheck::report::render_html(grade, {}));
  std::fputs(bankcheck::base::render(errors).c_str(), stderr);
  return errors.empty();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const std::string folder = std::string(argv[1]) + "/";
  const bool fine =
      write(folder + "sweep.html", sweep()) &&
      write(folder + "hostile.html", bankcheck::report::sample_page_grade_of(kHostile));
  return fine ? 0 : 1;
}

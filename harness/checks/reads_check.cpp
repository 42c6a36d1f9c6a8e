// reads: the ledger shows that every thread made the shared reads that the exercise asks for, and
// the order receipt that no thread took its sum from another.
#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/hazard_advice.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

void collect(const TableRow& row, const std::optional<base::LedgerOutcome>& outcome,
             std::vector<BadRow>& bad) {
  if (!outcome || outcome->kept) return;
  const std::string who = outcome->thread ? thread_text(*outcome->thread) + " " : "";
  bad.push_back({&row, who + outcome->text});
}

}  // namespace

Finding check_reads(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const auto rows = rows_of_set(input, spec);
  if (auto blocked = blocked_by_rows(input, finding, rows)) return *blocked;
  std::vector<BadRow> bad;
  std::size_t kept = 0;
  for (const TableRow* row : rows) {
    const std::size_t before = bad.size();
    collect(*row, row->record.ledger, bad);
    if (bad.size() == before) collect(*row, row->record.order_receipt, bad);
    if (bad.size() == before && row->record.ledger) ++kept;
  }
  if (!bad.empty()) {
    return failed(finding, bad_rows_text(input, bad, rows.size()),
                  leaves_shared_memory_alone(bad.front().row->record)
                      ? kUnusedReads
                      : "each thread must read its own words from shared memory, all of them");
  }
  if (kept < rows.size()) {
    Finding open = finding;
    open.status = FindingStatus::kError;
    open.evidence = "no ledger of the shared reads was kept for every row";
    return open;
  }
  return passed(finding, fmt::format("in {} every thread made exactly its own shared reads",
                                     count_text(rows.size(), "row", "rows")));
}

}  // namespace bankcheck::checks

// closer, slower: how rows' measured ratios lie to one another.
#include <cmath>

#include <fmt/format.h>

#include "checks/check_table.hpp"
#include "checks/text.hpp"

namespace bankcheck::checks {
namespace {

/// The rows that an ordering names, with their ratios, or the finding that ends it.
struct Places {
  std::vector<const TableRow*> rows;
  std::vector<MeasuredRatio> ratios;
  std::optional<Finding> ended;

  double spread() const {
    double widest = 0;
    for (const MeasuredRatio& ratio : ratios) widest = std::max(widest, ratio.spread);
    return widest;
  }
  bool any_wrong() const {
    for (const TableRow* row : rows) {
      if (row->record.outcome == base::RowOutcome::kWrongResult) return true;
    }
    return false;
  }
};

Places find_places(const CheckInput& input, const rubric::CheckSpec& spec, const Finding& finding,
                   std::initializer_list<const char*> settings) {
  Places places;
  for (const char* setting : settings) {
    places.rows.push_back(named_row(input, spec, setting));
    if (places.rows.back() == nullptr) {
      places.ended = finding;
      places.ended->status = FindingStatus::kError;
      places.ended->evidence = fmt::format("the row '{}' was not run", spec.rows.at(setting));
      return places;
    }
  }
  places.ended = blocked_by_rows(input, finding, places.rows);
  if (places.ended) return places;
  if (spec.measure == input.rubric.sweep.measure) {
    places.ended = unsure_times(input, finding, places.rows);
    if (places.ended) return places;
  }
  for (const TableRow* row : places.rows) {
    const auto ratio = measured_ratio(input, *row, spec.measure);
    if (!ratio) {
      places.ended = failed(finding, row_name(input.rubric, row->record.label) +
                                         " has no ratio: nothing was counted there");
      return places;
    }
    places.ratios.push_back(*ratio);
  }
  return places;
}

/// Settles a comparison whose two sides differ by `margin` (positive: as the rubric wants it).
Finding settle(const Finding& finding, const Places& places, double margin,
               const std::string& evidence) {
  if (std::fabs(margin) < places.spread()) {
    return inconclusive(finding, evidence + ", which is within the noise");
  }
  if (margin <= 0) return failed(finding, evidence);
  if (places.any_wrong()) return failed(finding, evidence + ", but with a wrong result");
  return passed(finding, evidence);
}

}  // namespace

Finding check_closer(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const Places places = find_places(input, spec, finding, {"row", "to", "than"});
  if (places.ended) return *places.ended;
  const double near = std::fabs(places.ratios[0].value - places.ratios[1].value);
  const double far = std::fabs(places.ratios[0].value - places.ratios[2].value);
  const auto name = [&](int i) { return row_name(input.rubric, places.rows[i]->record.label); };
  return settle(finding, places, far - near,
                fmt::format("{} is {} from {} and {} from {}", name(0), ratio_text(near), name(1),
                            ratio_text(far), name(2)));
}

Finding check_slower(const CheckInput& input, const rubric::CheckSpec& spec) {
  const Finding finding = begin_finding(spec);
  const Places places = find_places(input, spec, finding, {"row", "than"});
  if (places.ended) return *places.ended;
  const auto name = [&](int i) { return row_name(input.rubric, places.rows[i]->record.label); };
  return settle(
      finding, places, places.ratios[0].value - places.ratios[1].value,
      fmt::format("{} has ratio {}, {} has {}", name(0), ratio_text(places.ratios[0].value),
                  name(1), ratio_text(places.ratios[1].value)));
}

}  // namespace bankcheck::checks

// The report that programs read. README.md beside this file documents every key.
#include <array>

#include <nlohmann/json.hpp>

#include "base/escape.hpp"
#include "checks/json_keys.hpp"
#include "checks/text.hpp"
#include "report/json_counts.hpp"
#include "report/report_table.hpp"

namespace bankcheck::report {
namespace {

using Json = nlohmann::ordered_json;
using checks::key_of;
using report::to_json;

constexpr int kSchemaVersion = 1;

Json optional_json(const std::optional<double>& value) {
  return value ? number_json(*value) : Json(nullptr);
}

const char* key_of(base::RowOrigin origin) {
  static constexpr std::array<const char*, 4> kKeys = {"base", "added", "hidden", "student"};
  return kKeys.at(static_cast<std::size_t>(origin));
}

const char* key_of(base::RowOutcome outcome) {
  static constexpr std::array<const char*, 8> kKeys = {
      "ok",      "wrong_result", "compile_error",   "timed_out",
      "crashed", "unsupported",  "machine_trouble", "not_run"};
  return kKeys.at(static_cast<std::size_t>(outcome));
}

Json to_json(const base::Mismatch& mismatch) {
  Json json = {{"buffer", base::clean_utf8(mismatch.buffer)},
               {"index", mismatch.index},
               {"found", number_json(mismatch.found)},
               {"wanted", number_json(mismatch.wanted)},
               {"never_written", mismatch.never_written},
               {"wrong_elements", mismatch.wrong_elements},
               {"elements", mismatch.elements},
               {"text", base::clean_utf8(checks::mismatch_text(mismatch))}};
  if (mismatch.thread) json["at"] = to_json(*mismatch.thread);
  return json;
}

Json to_json(const base::LedgerOutcome& outcome) {
  Json json = {{"kept", outcome.kept}, {"text", base::clean_utf8(outcome.text)}};
  if (outcome.thread) json["at"] = to_json(*outcome.thread);
  return json;
}

Json to_json(const base::Timing& timing) {
  Json json = {{"median_ms", number_json(timing.median_ms)},
               {"interquartile_ms", number_json(timing.interquartile_ms)},
               {"ratio", number_json(timing.ratio)},
               {"ratio_interquartile", number_json(timing.ratio_interquartile)},
               {"rounds", timing.rounds},
               {"launches_per_sample", timing.launches_per_sample},
               {"note", base::clean_utf8(timing.note)}};
  json["conclusive"] = timing.conclusive;
  json["gigabytes_per_second"] = optional_json(timing.gigabytes_per_second);
  json["wavefronts_per_cycle"] = optional_json(timing.wavefronts_per_cycle);
  return json;
}

Json to_json(const base::HardwareCounters& counters) {
  return {{"shared_load_wavefronts", counters.shared_load_wavefronts},
          {"shared_load_conflicts", counters.shared_load_conflicts},
          {"shared_store_wavefronts", counters.shared_store_wavefronts},
          {"simulated_load_wavefronts", number_json(counters.simulated_load_wavefronts)}};
}

Json to_json(const base::Occupancy& occupancy) {
  return {{"architecture", occupancy.architecture},
          {"blocks", occupancy.blocks},
          {"by_threads", occupancy.by_threads},
          {"by_registers", occupancy.by_registers},
          {"by_shared_memory", occupancy.by_shared_memory},
          {"by_block_slots", occupancy.by_block_slots}};
}

/// What the row's run left: only the parts that there are.
void add_record(Json& json, const base::RowRecord& record) {
  if (record.mismatch) json["mismatch"] = to_json(*record.mismatch);
  if (record.ledger) json["reads"] = to_json(*record.ledger);
  if (record.order_receipt) json["order_receipt"] = to_json(*record.order_receipt);
  json["hazards"] = to_json(record.hazards);
  if (record.counts) json["accesses"] = to_json(*record.counts);
  json["lines"] = to_json(record.lines);
  json["warp_instructions"] = record.warp_instructions;
  json["shared_bytes"] = record.shared_bytes;
  if (!record.printed.empty()) json["printed"] = base::clean_utf8(record.printed);
  if (record.timing) json["timing"] = to_json(*record.timing);
  if (record.counters) json["counters"] = to_json(*record.counters);
  if (record.registers > 0) json["registers"] = record.registers;
  if (record.resident_blocks_per_sm > 0) {
    json["resident_blocks_per_sm"] = record.resident_blocks_per_sm;
  }
  if (record.occupancy) json["occupancy"] = to_json(*record.occupancy);
}

Json to_json(const checks::TableRow& row) {
  const base::RowRecord& record = row.record;
  Json json = {{"label", base::clean_utf8(record.label)},
               {"origin", key_of(record.origin)},
               {"kernel", base::clean_utf8(record.kernel)},
               {"variables", record.variables},
               {"outcome", key_of(record.outcome)},
               {"outcome_text", base::clean_utf8(record.outcome_text)},
               {"predicted_degree", optional_json(row.predicted_degree)},
               {"student_degree", optional_json(row.student_degree)},
               {"measured", optional_json(row.measured)},
               {"measured_ratio", optional_json(row.measured_ratio)},
               {"time_ratio", optional_json(row.time_ratio)},
               {"ceiling_part", optional_json(row.ceiling_part)},
               {"student_ratio", optional_json(row.student_ratio)}};
  add_record(json, record);
  return json;
}

Json to_json(const checks::Finding& finding) {
  return {{"id", base::clean_utf8(finding.id)},
          {"title", base::clean_utf8(finding.title)},
          {"status", key_of(finding.status)},
          {"points", number_json(finding.points)},
          {"max_points", number_json(finding.max_points)},
          {"required", finding.required},
          {"hidden", finding.hidden},
          {"evidence", base::clean_utf8(finding.evidence)},
          {"hint", base::clean_utf8(finding.hint)}};
}

Json to_json(const checks::Diagnosis& diagnosis) {
  Json rows = Json::array();
  for (const std::string& row : diagnosis.rows) rows.push_back(base::clean_utf8(row));
  return {{"key", diagnosis.key},
          {"name", diagnosis.name},
          {"rows", rows},
          {"text", base::clean_utf8(diagnosis.text)}};
}

template <class T>
Json array_of(const std::vector<T>& values) {
  Json json = Json::array();
  for (const T& value : values) json.push_back(to_json(value));
  return json;
}

Json answers_to_read(const checks::Grade& grade) {
  Json json = Json::array();
  for (const auto& [question, answer] : grade.sentences) {
    json.push_back(
        {{"question", base::clean_utf8(question)}, {"answer", base::clean_utf8(answer)}});
  }
  return json;
}

Json notes(const checks::Grade& grade) {
  Json json = Json::array();
  for (const std::string& note : grade.notes) json.push_back(base::clean_utf8(note));
  return json;
}

Json header(const checks::Grade& grade) {
  return {
      {"schema_version", kSchemaVersion},
      {"bankcheck", grade.harness_version},
      {"exercise", base::clean_utf8(grade.exercise)},
      {"title", base::clean_utf8(grade.title)},
      {"submission",
       {{"path", base::clean_utf8(grade.submission)}, {"sha256", grade.submission_hash}}},
      {"rubric", {{"path", base::clean_utf8(grade.rubric_path)}, {"sha256", grade.rubric_hash}}},
      {"device",
       {{"kind", grade.device.kind}, {"description", base::clean_utf8(grade.device.description)}}},
      {"toolchain", base::clean_utf8(grade.toolchain)},
      {"isolation", grade.isolation}};
}

}  // namespace

std::string render_json(const checks::Grade& grade, const ReportOptions&) {
  Json json = header(grade);
  json["table"] = {{"heading", base::clean_utf8(grade.row_heading)},
                   {"measure", grade.measure},
                   {"baseline", base::clean_utf8(grade.baseline)},
                   {"rows", array_of(grade.rows)}};
  json["checks"] = array_of(grade.findings);
  json["diagnoses"] = array_of(grade.diagnoses);
  json["answers_to_read"] = answers_to_read(grade);
  json["notes"] = notes(grade);
  json["compiler_message"] = base::clean_utf8(grade.compiler_message);
  json["points"] = number_json(grade.points);
  json["max_points"] = number_json(grade.max_points);
  json["pass_mark"] = number_json(grade.pass_mark);
  json["interrupted"] = grade.interrupted;
  json["verdict"] = checks::name(grade.verdict);
  json["verdict_reason"] = base::clean_utf8(grade.verdict_reason);
  return json.dump(2) + "\n";
}

}  // namespace bankcheck::report

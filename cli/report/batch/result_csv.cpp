// Results for spreadsheets.
#include <fmt/format.h>

#include "cli/report/advice_text.hpp"
#include "cli/report/batch/result_format.hpp"
#include "cli/report/csv_field.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace {

class ResultCsv : public ResultFormat {
 public:
  std::string head(const ResultCounts&) const override {
    return "puzzle,variant,kernels,platform,device,outcome,exit_code,checked,cases,planned_cases,"
           "kernel_milliseconds,seconds,repetition,seed,reason,command\n";
  }

  std::string one(const BatchResult& batch) const override {
    const VariantResult& r = batch.result;
    const auto time = r.kernel_milliseconds();
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.6f},{},{},{},{}\n", csv_field(r.puzzle),
                       csv_field(r.variant), word_of(r.kernels), r.platform, csv_field(r.device),
                       to_key(r.outcome), exit_code(r.outcome), r.checked ? "yes" : "no",
                       r.cases.size(), r.case_count, time ? fmt::format("{:.6g}", *time) : "",
                       batch.seconds, batch.repetition, r.seed, csv_field(reason_in_words(r)),
                       csv_field(batch.command));
  }

  std::string tail(std::span<const BatchResult>, Outcome) const override { return ""; }
};

}  // namespace

std::unique_ptr<ResultFormat> make_csv_format() { return std::make_unique<ResultCsv>(); }

}  // namespace hippuzzle

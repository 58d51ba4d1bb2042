// Results of a batch in the formats that other programs read, one file a format. A format gives
// pieces of text and writes nothing: result_output.hpp does.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/report/batch/batch_result.hpp"
#include "cli/report/batch/result_plan.hpp"
#include "cli/report/output.hpp"

namespace hippuzzle {

// Numbers for a document's head about the results in it.
struct ResultCounts {
  size_t results = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;

  void add(const BatchResult& batch);
};

class ResultFormat {
 public:
  virtual ~ResultFormat() = default;

  // A document needs its tail to be read; of other formats each result can be read by itself.
  virtual bool is_document() const { return false; }

  // Announces the results to come, before the head is written.
  virtual void expect(const ResultPlan&) {}

  // The text before all results. If it contains counts, its length does not depend on them,
  // and it is written again as they grow.
  virtual std::string head(const ResultCounts&) const { return ""; }
  virtual bool has_counts_in_head() const { return false; }

  virtual std::string one(const BatchResult& batch) const = 0;
  virtual std::string between() const { return ""; }

  // Makes a complete document of the results so far.
  virtual std::string cut_off() const { return ""; }

  // The text after the results, of which only outcome, names and command are used.
  virtual std::string tail(std::span<const BatchResult> results, Outcome worst) const = 0;
};

std::vector<FormatName> result_format_names();

// Text for people: a line a result, and a summary in lines that fit `look`.
std::unique_ptr<ResultFormat> make_text_format(Look look);

// JSON: one document, {"version": 1, "results": […], "summary": {…}}, or a line a result and one of
// the summary. docs/results.schema.json describes both.
std::unique_ptr<ResultFormat> make_json_format();
std::unique_ptr<ResultFormat> make_json_lines_format();

// JUnit's XML, as Jenkins' xUnit plugin takes it.
std::unique_ptr<ResultFormat> make_junit_format();

// A line of names, then one a result (RFC 4180).
std::unique_ptr<ResultFormat> make_csv_format();

// The format of that name.
std::unique_ptr<ResultFormat> make_result_format(const std::string& word, Look look = {});

}  // namespace hippuzzle

// The output of a batch in one format: standard output or a file. A file can be read at any moment,
// also after the program was killed or the disk was full: after each result it is complete.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "cli/report/batch/result_format.hpp"
#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

class ResultOutput {
 public:
  // file: truncated; standard output without one. A file in which one cannot go back, such as a
  // pipe, gets a document at the end. Throws Error(usage) for a file that cannot be
  // written.
  ResultOutput(std::unique_ptr<ResultFormat> format, const std::optional<std::string>& file);

  const ResultFormat& format() const { return *format_; }

  // Announces the results to come, before the first one. Throws Error(usage) when a file cannot be
  // written.
  void expect(const ResultPlan& plan);

  // text: format().one(batch), perhaps made in another process. Throws Error(usage) when a file
  // cannot be written.
  void add(const std::string& text, const BatchResult& batch);

  // Ends the output with the summary.
  void finish(std::span<const BatchResult> results, Outcome worst);

 private:
  void write_at(uint64_t offset, const std::string& text) const;
  void take_back() const;
  void append(const std::string& text);
  void write_out(const std::string& text);

  std::unique_ptr<ResultFormat> format_;
  std::optional<std::string> file_;  // its name
  FileDescriptor descriptor_;        // of the file
  bool is_regular_ = false;          // and so can be written anywhere
  ResultCounts counts_;
  std::string document_;  // that is written at the end
  uint64_t end_ = 0;      // of the results in the file; a document's tail begins there
  uint64_t head_length_ = 0;
};

}  // namespace hippuzzle

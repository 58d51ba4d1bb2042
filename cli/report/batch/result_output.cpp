#include "cli/report/batch/result_output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "cli/terminal/screen/output_file.hpp"
#include "cli/terminal/screen/standard_output.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {

ResultOutput::ResultOutput(std::unique_ptr<ResultFormat> format,
                           const std::optional<std::string>& file)
    : format_(std::move(format)), file_(file) {
  const std::string head = format_->head(counts_);
  head_length_ = head.size();
  if (file_) {
    descriptor_ =
        FileDescriptor(open(file_->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (descriptor_.get() < 0) throw cannot_write(*file_, errno);
    struct stat status = {};
    is_regular_ = fstat(descriptor_.get(), &status) == 0 && S_ISREG(status.st_mode);
  }
  append(is_regular_ ? head + format_->cut_off() : head);
  if (is_regular_) end_ = head_length_;
}

void ResultOutput::expect(const ResultPlan& plan) {
  format_->expect(plan);
  const std::string head = format_->head(counts_);
  if (head.size() == head_length_) return;
  head_length_ = head.size();
  if (is_regular_) {
    write_at(0, head + format_->cut_off());
    end_ = head_length_;
  } else {
    document_ = head;
  }
}

void ResultOutput::add(const std::string& text, const BatchResult& batch) {
  counts_.add(batch);
  const std::string piece = (counts_.results > 1 ? format_->between() : "") + text;
  if (!is_regular_ || !format_->is_document()) return append(piece);
  // The tail goes with the result that it follows, in one write.
  write_at(end_, piece + format_->cut_off());
  if (format_->has_counts_in_head()) write_at(0, format_->head(counts_));
  end_ += piece.size();
}

void ResultOutput::finish(std::span<const BatchResult> results, Outcome worst) {
  const std::string tail = format_->tail(results, worst);
  if (!is_regular_ || !format_->is_document()) {
    append(tail);
    if (!document_.empty()) write_out(document_.replace(0, head_length_, format_->head(counts_)));
    return;
  }
  write_at(end_, tail);
  if (ftruncate(descriptor_.get(), static_cast<off_t>(end_ + tail.size())) != 0) {
    throw cannot_write(*file_, errno);
  }
}

void ResultOutput::append(const std::string& text) {
  if (is_regular_) {
    write_at(end_, text);
    end_ += text.size();
  } else if (format_->is_document()) {
    document_ += text;
  } else if (!text.empty()) {
    write_out(text);
  }
}

void ResultOutput::write_out(const std::string& text) {
  if (!file_) return print(text);
  try {
    write_all(descriptor_.get(), text, *file_);
  } catch (const std::system_error& error) {
    throw cannot_write(*file_, error.code().value());
  }
}

void ResultOutput::write_at(uint64_t offset, const std::string& text) const {
  for (size_t written = 0; written < text.size();) {
    const ssize_t n = pwrite(descriptor_.get(), &text[written], text.size() - written,
                             static_cast<off_t>(offset + written));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const int reason = n < 0 ? errno : ENOSPC;
      take_back();
      throw cannot_write(*file_, reason);
    }
    written += static_cast<size_t>(n);
  }
}

// Removes the written part of a piece for which there was no room. The end that the file had before
// fits, since it was there.
void ResultOutput::take_back() const {
  const std::string end = format_->is_document() ? format_->cut_off() : "";
  const auto place = static_cast<off_t>(end_);
  if (pwrite(descriptor_.get(), end.data(), end.size(), place) ==
      static_cast<ssize_t>(end.size())) {
    (void)!ftruncate(descriptor_.get(), place + static_cast<off_t>(end.size()));
  }
}

}  // namespace hippuzzle

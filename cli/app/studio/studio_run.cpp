#include "cli/app/studio/studio_run.hpp"

#include <fstream>

#include "cli/report/studio/studio_json.hpp"
#include "support/files/text_file.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr size_t most_text = 256 << 10;     // bytes of a run's text that pages get
constexpr size_t most_document = 16 << 20;  // bytes of a document that pages get

const std::vector<std::string>& without_files(const TaskFiles& files,
                                              const std::vector<std::string>& command) {
  std::error_code ignored;
  for (const fs::path& file : {files.results, files.document, files.page})
    fs::remove(file, ignored);
  return command;
}

}  // namespace

StudioRun::StudioRun(EventHub& hub, StudioRequest request, const TaskFiles& files,
                     const std::vector<std::string>& command)
    : hub_(hub),
      request_(std::move(request)),
      files_(files),
      process_(without_files(files, command)),
      began_(std::chrono::steady_clock::now()) {
  send("start",
       queued_json(request_.number, request_.puzzle, request_.variant, to_word(request_.task)),
       true);
}

// The hub keeps the last verdict with the traces that belong to it, and the last measurement of
// each kind.
void StudioRun::send(const std::string& event, const std::string& data, bool begins) {
  const bool is_page = request_.task == StudioTask::trace || request_.task == StudioTask::explain;
  const std::string kind = is_page || gives_verdict(request_.task) ? "" : to_word(request_.task);
  hub_.send_of_run(request_.puzzle + "/" + kind, begins && !is_page, event, data);
}

bool StudioRun::take_output() {
  const std::string text = process_.read();
  if (text.empty()) return false;
  text_ += text;
  send_text(false);
  send_results();
  return true;
}

// Whole lines, so that no character is cut; a line without an end goes in pieces.
void StudioRun::send_text(bool is_end) {
  constexpr size_t longest = 4096;
  const size_t newline = text_.rfind('\n');
  const size_t size = is_end || (newline == text_.npos && text_.size() > longest) ? text_.size()
                      : newline == text_.npos                                     ? 0
                                                                                  : newline + 1;
  if (size == 0) return;
  text_bytes_ += size;
  if (text_bytes_ <= most_text) {
    send("text", text_json(request_.number, text_.substr(0, size)));
  }
  text_.erase(0, size);
}

// The results that were added to their file since the last call: whole lines.
void StudioRun::send_results() {
  std::ifstream in(files_.results);
  in.seekg(read_results_);
  for (std::string line; std::getline(in, line) && !in.eof();) {
    read_results_ += static_cast<std::streamoff>(line.size()) + 1;
    send("result", result_json(request_.number, line));
  }
}

void StudioRun::send_document() {
  const std::string document = read_file(files_.document).value_or("");
  if (document.empty()) return;
  if (document.size() > most_document) {
    send("text", text_json(request_.number, "The report is too large for a page.\n"));
    return;
  }
  send("result", result_json(request_.number, on_one_line(document)));
}

std::string StudioRun::wait() {
  std::string rest;
  status_ = process_.wait(rest);
  send_text(true);
  send_results();
  send_document();
  std::string page = read_file(files_.page).value_or("");
  has_page_ = !page.empty();
  return page;
}

void StudioRun::end() {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began_;
  send("end",
       end_json(request_.number, request_.puzzle, status_, !status_, seconds.count(), has_page_));
}

}  // namespace hippuzzle

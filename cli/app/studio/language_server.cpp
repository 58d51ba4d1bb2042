// The messages follow the Language Server Protocol: a header with the length, then JSON.
#include "cli/app/studio/language_server.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "support/process/external_tool.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

using json = nlohmann::ordered_json;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr size_t most_words = 40;
constexpr size_t longest_message = 16 << 20;  // bytes
constexpr size_t most_answers = 8;            // that nobody has taken
constexpr int most_ends = 3;                  // after which it is not started again

std::string uri_of(const fs::path& file) {
  std::string uri = "file://";
  for (const unsigned char c : file.string()) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("/-._~").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, static_cast<char>(c)) : fmt::format("%{:02X}", c);
  }
  return uri;
}

json request(int id, const char* method, const json& parameters) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", parameters}};
}

json notice(const char* method, const json& parameters) {
  return {{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}};
}

// The words of an answer, the best ones first.
StudioCompletions words_of(const json& result) {
  StudioCompletions words;
  const json* items = result.is_array() ? &result : nullptr;
  if (result.is_object() && result.contains("items")) items = &result["items"];
  if (items == nullptr || !items->is_array()) return words;
  std::vector<const json*> best;
  for (const json& item : *items) best.push_back(&item);
  std::ranges::stable_sort(best, {}, [](const json* item) { return item->value("sortText", ""); });
  for (const json* item : best) {
    if (words.items.size() >= most_words) break;
    const json edit = item->value("textEdit", json::object());
    std::string label = item->value("label", "");
    label.erase(0, label.find_first_not_of(' '));
    const std::string text = edit.value("newText", item->value("insertText", label));
    if (text.empty()) continue;
    if (edit.contains("range")) words.from = edit["range"]["start"].value("character", 0);
    words.items.push_back({text, label, item->value("detail", "")});
  }
  return words;
}

}  // namespace

// A shell sets the limit of memory, in KiB, because this process must not have it. A confined
// clangd has a lower limit already, which stays.
std::optional<std::vector<std::string>> clangd_command() {
  const auto clangd = find_program("clangd");
  if (!clangd) return std::nullopt;
  return std::vector<std::string>{"/bin/sh",
                                  "-c",
                                  "ulimit -v 4194304; exec \"$0\" \"$@\"",
                                  fs::absolute(*clangd).string(),
                                  "-j=1",
                                  "--background-index=false",
                                  "--clang-tidy=false",
                                  "--completion-style=bundled",
                                  "--function-arg-placeholders=false",
                                  "--header-insertion=never",
                                  "--pch-storage=memory",
                                  fmt::format("--limit-results={}", most_words),
                                  "--log=error"};
}

LanguageServer::LanguageServer(std::vector<std::string> command, fs::path file)
    : command_(std::move(command)), file_(std::move(file)) {}

void LanguageServer::begin() {
  process_.emplace(command_, std::vector<std::string>{}, Process::Errors::dropped,
                   Process::Output::dialogue);
  const timeval patience = {5, 0};  // with a process that reads nothing
  setsockopt(process_->output(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const json plain_text = {{"completionItem", {{"snippetSupport", false}}}};
  send(request(++asked_, "initialize",
               {{"processId", nullptr},
                {"rootUri", nullptr},
                {"capabilities", {{"textDocument", {{"completion", plain_text}}}}}}));
  send(notice("initialized", json::object()));
}

void LanguageServer::end() {
  process_.reset();
  unread_.clear();
  waiting_.clear();
  version_ = 0;
  has_read_ = false;
  ++ends_;
}

void LanguageServer::send(const json& message) {
  const std::string text = to_line(message);
  if (process_ &&
      !process_->write(fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text))) {
    end();
  }
}

int LanguageServer::ask(const std::string& text, int line, int column) {
  const std::lock_guard lock(mutex_);
  if (!process_ && ends_ < most_ends) begin();
  const std::string uri = uri_of(file_);
  if (version_ == 0) {
    send(
        notice("textDocument/didOpen",
               {{"textDocument",
                 {{"uri", uri}, {"languageId", "cpp"}, {"version", ++version_}, {"text", text}}}}));
  } else if (text != text_) {
    send(
        notice("textDocument/didChange", {{"textDocument", {{"uri", uri}, {"version", ++version_}}},
                                          {"contentChanges", json::array({{{"text", text}}})}}));
  }
  text_ = text;
  const int question = ++asked_;
  const json place = {{"textDocument", {{"uri", uri}}},
                      {"position", {{"line", line}, {"character", column}}}};
  waiting_.push_back(to_line(request(question, "textDocument/completion", place)));
  send_waiting();
  return question;
}

// Before it has read the headers, clangd would answer with all names that it can think of.
void LanguageServer::send_waiting() {
  if (!has_read_) return;
  for (const std::string& question : std::exchange(waiting_, {})) send(parse_json(question));
}

std::optional<StudioCompletions> LanguageServer::answer(int question, milliseconds patience) {
  const auto until = Clock::now() + patience;
  const std::lock_guard lock(mutex_);
  for (;;) {
    if (const auto found = answers_.extract(question)) return found.mapped();
    if (!process_) return StudioCompletions{};
    const auto left = std::chrono::ceil<milliseconds>(until - Clock::now());
    if (left.count() <= 0) return std::nullopt;
    if (!receive(left)) end();
  }
}

// Waits for output and takes it; false when the process has ended or talks nonsense.
bool LanguageServer::receive(milliseconds patience) {
  pollfd readable = {process_->output(), POLLIN, 0};
  if (poll(&readable, 1, static_cast<int>(patience.count())) <= 0) return true;
  const std::string part = process_->read();
  unread_ += part;
  if (part.empty() || unread_.size() > longest_message) return false;
  try {
    take_messages();
    return true;
  } catch (const json::exception&) {
    return false;
  }
}

void LanguageServer::take_messages() {
  constexpr std::string_view length = "Content-Length: ", blank = "\r\n\r\n";
  for (;;) {
    const size_t head = unread_.find(blank), at = unread_.find(length);
    if (head == unread_.npos || at > head) return;
    const size_t begin = head + blank.size();
    const size_t bytes = std::strtoul(unread_.c_str() + at + length.size(), nullptr, 10);
    if (bytes > longest_message || unread_.size() - begin < bytes) return;
    const json message = parse_json(std::string_view(unread_).substr(begin, bytes));
    unread_.erase(0, begin + bytes);
    const bool is_answer = message.contains("id") && message["id"].is_number_integer() &&
                           (message.contains("result") || message.contains("error"));
    if (message.value("method", "") == "textDocument/publishDiagnostics") {
      has_read_ = true;
      send_waiting();
    }
    if (!is_answer) continue;
    answers_[message["id"].get<int>()] = words_of(message.value("result", json()));
    if (answers_.size() > most_answers) answers_.erase(answers_.begin());
  }
}

}  // namespace hippuzzle

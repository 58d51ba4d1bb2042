// clangd, which knows the words that fit at a place in a kernel. One process for one file, started
// at the first question; it ends with this object or with the studio, however that ends.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/studio/studio_json.hpp"
#include "support/process/process.hpp"

namespace hippuzzle {

// The words of clangd's command line; nothing where clangd is not on PATH.
std::optional<std::vector<std::string>> clangd_command();

class LanguageServer {
 public:
  // command: clangd_command(), possibly after other words. file: absolute; its folder has
  // compile_flags.txt. Starts nothing.
  LanguageServer(std::vector<std::string> command, std::filesystem::path file);
  LanguageServer(const LanguageServer&) = delete;

  const std::filesystem::path& file() const { return file_; }

  // Asks for the words at a place of this text, which may differ from the file's. line and column
  // count from 0, columns in units of UTF-16. Returns the question's number, for answer().
  int ask(const std::string& text, int line, int column);

  // The words; none when clangd has ended or knows none, nullopt when they are not there after this
  // time.
  std::optional<StudioCompletions> answer(int question, std::chrono::milliseconds patience);

 private:
  void begin();
  void send(const nlohmann::ordered_json& message);
  bool receive(std::chrono::milliseconds patience);
  void take_messages();
  void send_waiting();
  void end();

  const std::vector<std::string> command_;
  const std::filesystem::path file_;
  std::mutex mutex_;  // of everything below
  std::optional<Process> process_;
  std::string unread_;
  std::vector<std::string> waiting_;  // questions until clangd has read the file once
  bool has_read_ = false;
  std::string text_;  // that clangd has
  int version_ = 0;   // of that text; 0 before the first one
  int asked_ = 0;     // number of the last request
  int ends_ = 0;      // times that clangd has ended
  std::map<int, StudioCompletions> answers_;
};

}  // namespace hippuzzle

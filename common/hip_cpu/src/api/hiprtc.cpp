// hiprtc: <hip/hiprtc.h>. The hippuzzle next to this library compiles, in a folder of its own that
// is deleted when the call returns.
#include <dlfcn.h>
#include <fcntl.h>
#include <hip/hip_version.h>
#include <hip/hiprtc.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "hip_cpu/simt/streams/handles.hpp"

namespace fs = std::filesystem;

struct _hiprtcProgram {
  std::string source, name;
  std::vector<std::pair<std::string, std::string>> headers{};  // include name and text
  std::vector<std::string> expressions{}, lowered{};
  bool is_compiled = false;
  std::string log{}, code{};
};

namespace hip_cpu {
namespace {

Handles<_hiprtcProgram>& programs() {
  static auto* programs = new Handles<_hiprtcProgram>;
  return *programs;
}

bool is_program(hiprtcProgram program) { return programs().contains(program); }

// "& scale<float>" is scale<float>.
std::string kernel_name(const std::string& expression) {
  const size_t begin = expression.find_first_not_of("& \t\n");
  return begin == std::string::npos ? "" : expression.substr(begin);
}

std::string string_literal(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string registrations(const std::vector<std::string>& names) {
  std::string text = "\n";
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string address = "::hip_cpu::address_of(hip_cpu_tag, " + names[i] + ")";
    text += "static const ::hip_cpu::RegisteredKernel hip_cpu_expression_" + std::to_string(i) +
            "(" + string_literal(names[i]) + ", [](auto hip_cpu_tag) -> decltype(" + address +
            ") { return " + address + "; });\n";
  }
  return text;
}

bool write_text(const fs::path& file, const std::string& text) {
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  std::ofstream out(file, std::ios::binary);
  out << text;
  return static_cast<bool>(out.flush());
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class Folder {
 public:
  Folder() {
    std::error_code ignored;
    std::string name = (fs::temp_directory_path(ignored) / "hippuzzle-hiprtc-XXXXXX").string();
    if (mkdtemp(name.data())) path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

fs::path hippuzzle_binary() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&hippuzzle_binary), &info) == 0) return {};
  return fs::path(info.dli_fname).parent_path() / "../../bin/hippuzzle";
}

// The exit code; -1 when it did not run. Its output goes to the file.
int run(const std::vector<std::string>& command, const fs::path& log) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, 1, 2);
  pid_t process = -1;
  const int error = posix_spawn(&process, words[0], &files, nullptr, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  int status = 0;
  if (error != 0 || waitpid(process, &status, 0) != process) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

hiprtcResult compile(_hiprtcProgram& program, const std::vector<std::string>& options) {
  const Folder folder;
  const fs::path binary = hippuzzle_binary();
  std::error_code ignored;
  if (folder.path().empty() || !fs::exists(binary, ignored)) {
    program.log = "there is no hippuzzle at " + binary.string() + ", which compiles for hiprtc\n";
    return HIPRTC_ERROR_INTERNAL_ERROR;
  }
  for (const auto& [name, text] : program.headers)
    if (!write_text(folder.path() / name, text)) return HIPRTC_ERROR_INTERNAL_ERROR;
  const fs::path source = folder.path() / "program.hip", code = folder.path() / "program.code";
  const std::string text = "#line 1 " + string_literal(program.name) + "\n" + program.source +
                           registrations(program.lowered);
  if (!write_text(source, text)) return HIPRTC_ERROR_INTERNAL_ERROR;
  std::vector<std::string> command = {
      binary, "cc", "--genco", "-include", "hip/hip_runtime.h", "-I" + folder.path().string()};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {source, "-o", code});
  const int result = run(command, folder.path() / "log");
  program.log = read_text(folder.path() / "log");
  if (result == 2) return HIPRTC_ERROR_INVALID_OPTION;
  if (result != 0) return HIPRTC_ERROR_COMPILATION;
  program.code = read_text(code);
  program.is_compiled = true;
  return HIPRTC_SUCCESS;
}

// A header's name may lead nowhere but into the folder.
bool is_inside(const fs::path& name) {
  return !name.empty() && name.is_relative() &&
         std::find(name.begin(), name.end(), fs::path("..")) == name.end();
}

}  // namespace
}  // namespace hip_cpu

using hip_cpu::is_program;
using hip_cpu::programs;

const char* hiprtcGetErrorString(hiprtcResult result) {
  constexpr const char* names[] = {"HIPRTC_SUCCESS",
                                   "HIPRTC_ERROR_OUT_OF_MEMORY",
                                   "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                   "HIPRTC_ERROR_INVALID_INPUT",
                                   "HIPRTC_ERROR_INVALID_PROGRAM",
                                   "HIPRTC_ERROR_INVALID_OPTION",
                                   "HIPRTC_ERROR_COMPILATION",
                                   "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE",
                                   "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
                                   "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
                                   "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID",
                                   "HIPRTC_ERROR_INTERNAL_ERROR"};
  const auto at = static_cast<size_t>(result);
  return at < std::size(names) ? names[at] : "an unknown hiprtcResult";
}

hiprtcResult hiprtcVersion(int* major, int* minor) {
  if (!major || !minor) return HIPRTC_ERROR_INVALID_INPUT;
  *major = HIP_VERSION_MAJOR;
  *minor = HIP_VERSION_MINOR;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcCreateProgram(hiprtcProgram* program, const char* source, const char* name,
                                 int header_count, const char** headers,
                                 const char** include_names) {
  const bool has_headers = header_count > 0;
  if (!program || !source || header_count < 0) return HIPRTC_ERROR_INVALID_INPUT;
  if (has_headers && (!headers || !include_names)) return HIPRTC_ERROR_INVALID_INPUT;
  _hiprtcProgram made{source, name && *name != '\0' ? name : "CompileSource"};
  for (int i = 0; i < header_count; ++i) {
    if (!headers[i] || !include_names[i] || !hip_cpu::is_inside(include_names[i]))
      return HIPRTC_ERROR_PROGRAM_CREATION_FAILURE;
    made.headers.emplace_back(include_names[i], headers[i]);
  }
  *program = programs().create(std::move(made));
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcDestroyProgram(hiprtcProgram* program) {
  if (!program) return HIPRTC_ERROR_INVALID_INPUT;
  if (!programs().destroy(*program)) return HIPRTC_ERROR_INVALID_PROGRAM;
  *program = nullptr;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcAddNameExpression(hiprtcProgram program, const char* expression) {
  if (!expression) return HIPRTC_ERROR_INVALID_INPUT;
  if (!is_program(program)) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (program->is_compiled) return HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
  program->expressions.emplace_back(expression);
  program->lowered.push_back(hip_cpu::kernel_name(expression));
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetLoweredName(hiprtcProgram program, const char* expression,
                                  const char** lowered_name) {
  if (!expression || !lowered_name) return HIPRTC_ERROR_INVALID_INPUT;
  if (!is_program(program)) return HIPRTC_ERROR_INVALID_PROGRAM;
  if (!program->is_compiled) return HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
  const auto& known = program->expressions;
  const auto found = std::find(known.begin(), known.end(), expression);
  if (found == known.end()) return HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
  *lowered_name = program->lowered[static_cast<size_t>(found - known.begin())].c_str();
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int option_count, const char** options) {
  if (option_count < 0 || (option_count > 0 && !options)) return HIPRTC_ERROR_INVALID_INPUT;
  if (!is_program(program)) return HIPRTC_ERROR_INVALID_PROGRAM;
  return hip_cpu::compile(*program, {options, options + option_count});
}

hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram program, size_t* bytes) {
  if (!bytes) return HIPRTC_ERROR_INVALID_INPUT;
  if (!is_program(program)) return HIPRTC_ERROR_INVALID_PROGRAM;
  *bytes = program->log.empty() ? 0 : program->log.size() + 1;
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetProgramLog(hiprtcProgram program, char* log) {
  if (!log) return HIPRTC_ERROR_INVALID_INPUT;
  if (!is_program(program)) return HIPRTC_ERROR_INVALID_PROGRAM;
  std::memcpy(log, program->log.c_str(), program->log.size() + 1);
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, size_t* bytes) {
  if (!bytes) return HIPRTC_ERROR_INVALID_INPUT;
  if (!is_program(program) || !program->is_compiled) return HIPRTC_ERROR_INVALID_PROGRAM;
  *bytes = program->code.size();
  return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetCode(hiprtcProgram program, char* code) {
  if (!code) return HIPRTC_ERROR_INVALID_INPUT;
  if (!is_program(program) || !program->is_compiled) return HIPRTC_ERROR_INVALID_PROGRAM;
  std::memcpy(code, program->code.data(), program->code.size());
  return HIPRTC_SUCCESS;
}

#include "hippuzzle_process.hpp"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hippuzzle::program {

std::string hippuzzle_binary() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&hippuzzle_binary), &info) == 0) return "";
  const std::string library = info.dli_fname;
  return library.substr(0, library.rfind('/')) + "/../../bin/hippuzzle";
}

int run_hippuzzle(const std::vector<std::string>& words) {
  const std::string binary = hippuzzle_binary();
  std::vector<std::string> all = {binary, "cc"};
  all.insert(all.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t process = fork();
  if (process < 0) return -1;
  if (process == 0) {
    // Signals begin as they are by default, whatever the program has done to its own.
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGXCPU})
      ::signal(number, SIG_DFL);
    execv(binary.c_str(), arguments.data());
    _exit(127);
  }
  int status = 0;
  if (waitpid(process, &status, 0) != process || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status) == 127 ? -1 : WEXITSTATUS(status);
}

SharedText::SharedText(const std::string& text) : file_(memfd_create("hippuzzle", 0)) {
  is_whole_ =
      file_ >= 0 && write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

SharedText::~SharedText() {
  if (file_ >= 0) close(file_);
}

std::string SharedText::read() const {
  const off_t end = lseek(file_, 0, SEEK_END);
  std::string text(end > 0 ? static_cast<size_t>(end) : 0, '\0');
  const ssize_t got = pread(file_, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return text;
}

}  // namespace hippuzzle::program

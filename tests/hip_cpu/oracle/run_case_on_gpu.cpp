// run_case_on_gpu <module> <case>...: runs cases of the golden suite on the GPU, for a tool that
// looks on. Prints the addresses of their arrays, and the runtime's message at the end. Ends itself
// when a case has not ended after ten seconds.
#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace {

void* symbol(void* module, const std::string& name) {
  void* found = module == nullptr ? nullptr : dlsym(module, name.c_str());
  if (found == nullptr) std::fprintf(stderr, "%s\n", dlerror());
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: run_case_on_gpu <module> <case>...\n");
    return 2;
  }
  void* module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  void* finish = symbol(module, "finish_case");
  for (int i = 2; i < argc; ++i) {
    void* run = symbol(module, "case_" + std::string(argv[i]));
    if (run == nullptr || finish == nullptr) return 2;
    alarm(10);
    reinterpret_cast<void (*)()>(run)();
    std::printf("ended %s\n", reinterpret_cast<const char* (*)()>(finish)());
  }
  return 0;
}

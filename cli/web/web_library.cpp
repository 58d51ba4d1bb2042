#include "cli/web/web_library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "support/outcome.hpp"

namespace hippuzzle {

std::unique_ptr<WebServer> open_web_server(const std::filesystem::path& library,
                                           WebHandler& handler, const WebLimits& limits) {
  if (!std::filesystem::exists(library)) {
    throw Error(Outcome::unsupported,
                fmt::format("the web server is missing: {}. Install libcpp-httplib-dev and build "
                            "hippuzzle again",
                            library.string()));
  }
  void* const opened = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) {
    throw Error(Outcome::unsupported,
                fmt::format("the web server cannot be opened: {}. Install Debian's "
                            "libcpp-httplib0.11",
                            dlerror()));
  }
  const auto make = reinterpret_cast<MakeWebServer>(dlsym(opened, make_web_server_name));
  if (make == nullptr) {
    throw Error(Outcome::unsupported,
                fmt::format("the web server is of another hippuzzle: {}. Build hippuzzle again",
                            library.string()));
  }
  return std::unique_ptr<WebServer>(make(&handler, &limits));
}

}  // namespace hippuzzle

// The library with the web server. It is opened by the one command that serves pages, because the
// libraries that it links would slow the start of all others.
#pragma once

#include <filesystem>
#include <memory>

#include "cli/web/web_server.hpp"

namespace hippuzzle {

inline constexpr const char* web_server_library = "libhippuzzle_web_server.so";

// library: the path of libhippuzzle_web_server.so. The handler is kept. Throws Error(unsupported)
// where the library is missing or cannot be opened.
std::unique_ptr<WebServer> open_web_server(const std::filesystem::path& library,
                                           WebHandler& handler, const WebLimits& limits);

}  // namespace hippuzzle

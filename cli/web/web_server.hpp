// A web server, as its users see it. The library that has one is opened at
// run time (web_library.hpp).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hippuzzle {

struct WebRequest {
  std::string method;  // "GET"
  std::string path;    // decoded, without the query
  std::map<std::string, std::string> query;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;  // "" while a request is being refused or accepted

  std::string parameter(const std::string& name) const {
    const auto found = query.find(name);
    return found == query.end() ? "" : found->second;
  }
};

struct WebResponse {
  // Waits for the next part of a body that has no end yet; "" for none so far, false at its end.
  using NextPart = std::function<bool(std::string& part)>;

  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
  NextPart next_part = {};  // in place of the body
};

class WebHandler {
 public:
  virtual ~WebHandler() = default;

  // Called on several threads at once: first with the headers alone, before a body is read. False
  // for a request that is refused; the response then says why.
  virtual bool accept(const WebRequest& request, WebResponse& refusal) = 0;
  virtual WebResponse respond(const WebRequest& request) = 0;
};

struct WebLimits {
  size_t body_bytes = 0;
  size_t threads = 0;
};

class WebServer {
 public:
  virtual ~WebServer() = default;

  // Takes the port, or any free one for 0, of an address of this machine ("127.0.0.1"). Returns it;
  // 0 when it is taken, or the address is another machine's.
  virtual int bind(const std::string& address, int port) = 0;

  // Answers requests until stop(), which another thread calls.
  virtual void serve() = 0;
  virtual void stop() = 0;
};

// The library's only function, by which its file is known to be one of this build.
inline constexpr const char* make_web_server_name = "hippuzzle_make_web_server_2";
using MakeWebServer = WebServer* (*)(WebHandler* handler, const WebLimits* limits);

}  // namespace hippuzzle

// The web server of cli/web/web_server.hpp, by cpp-httplib. It knows neither pages nor rules: the
// handler has them.
#include <fcntl.h>
#include <httplib.h>
#include <sys/socket.h>

#include "cli/web/web_server.hpp"

namespace hippuzzle {
namespace {

WebRequest to_request(const httplib::Request& from) {
  WebRequest request;
  request.method = from.method;
  request.path = from.path;
  for (const auto& [name, value] : from.params) request.query.emplace(name, value);
  for (const auto& [name, value] : from.headers) {
    if (name != "REMOTE_ADDR" && name != "REMOTE_PORT") request.headers.emplace_back(name, value);
  }
  request.body = from.body;
  return request;
}

void write(const WebResponse& from, httplib::Response& to) {
  to.status = from.status;
  for (const auto& [name, value] : from.headers) to.set_header(name, value);
  if (!from.next_part) return to.set_content(from.body, from.type);
  to.set_chunked_content_provider(
      from.type, [next = from.next_part](size_t, httplib::DataSink& sink) {
        std::string part;
        if (!next(part)) {
          sink.done();
        } else if (!part.empty()) {  // an empty chunk would be the last one
          return sink.write(part.data(), part.size());
        }
        return true;
      });
}

class HttpServer : public WebServer {
 public:
  HttpServer(WebHandler& handler, const WebLimits& limits) : handler_(handler) {
    server_.set_payload_max_length(limits.body_bytes);
    server_.set_read_timeout(5);
    server_.set_write_timeout(5);
    server_.set_keep_alive_timeout(2);
    server_.new_task_queue = [threads = limits.threads] {
      return new httplib::ThreadPool(threads);
    };
    // The library's own choice lets a second server take the same port.
    server_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
      fcntl(socket, F_SETFD, FD_CLOEXEC);
    });
    server_.set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
      WebResponse refusal;
      WebRequest request = to_request(from);
      request.body.clear();
      if (handler_.accept(request, refusal)) {
        return httplib::Server::HandlerResponse::Unhandled;
      }
      write(refusal, to);
      return httplib::Server::HandlerResponse::Handled;
    });
    const auto respond = [this](const httplib::Request& request, httplib::Response& to) {
      write(handler_.respond(to_request(request)), to);
    };
    server_.Get(".*", respond).Put(".*", respond).Post(".*", respond);
  }

  int bind(const std::string& address, int port) override {
    if (port == 0) return std::max(server_.bind_to_any_port(address), 0);
    return server_.bind_to_port(address, port) ? port : 0;
  }

  void serve() override { server_.listen_after_bind(); }
  void stop() override { server_.stop(); }

 private:
  WebHandler& handler_;
  httplib::Server server_;
};

}  // namespace
}  // namespace hippuzzle

extern "C" __attribute__((visibility("default"))) hippuzzle::WebServer* hippuzzle_make_web_server_2(
    hippuzzle::WebHandler* handler, const hippuzzle::WebLimits* limits) {
  return new hippuzzle::HttpServer(*handler, *limits);
}

#include "cli/app/studio/serve_studio.hpp"

#include <fmt/format.h>

#include <thread>

#include "cli/app/studio/studio_site.hpp"
#include "cli/report/output.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/web/web_library.hpp"
#include "support/outcome.hpp"
#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace {

constexpr WebLimits studio_limits{.body_bytes = 4 << 20, .threads = 32};

// A browser keeps the text of a page by its address, so a workspace has the same port each time:
// one below the ports that systems give away.
int port_of(const Workspace& workspace) {
  return 20000 +
         static_cast<int>(std::stoul(sha256(workspace.root().string()).substr(0, 6), nullptr, 16) %
                          10000);
}

int bind(WebServer& server, const Workspace& workspace, const std::optional<int>& wanted) {
  int port = server.bind(wanted.value_or(port_of(workspace)));
  if (port == 0 && !wanted) port = server.bind(0);
  if (port == 0) {
    throw Error(Outcome::usage, fmt::format("port {} is taken: name another --port, or 0 for any",
                                            wanted.value_or(0)));
  }
  return port;
}

// The thread that answers requests, for as long as this object lives.
class Serving {
 public:
  Serving(WebServer& server, EventHub& hub)
      : server_(server), hub_(hub), thread_([&server] { server.serve(); }) {}
  ~Serving() {
    hub_.close();
    server_.stop();
    thread_.join();
  }

 private:
  WebServer& server_;
  EventHub& hub_;
  std::thread thread_;
};

}  // namespace

void serve_studio(const GlobalOptions& globals, const Workspace& workspace,
                  const StudioSettings& settings) {
  EventHub hub;
  WebGuard guard;
  StudioRunner runner(hub, settings.run_options, settings.all_options, settings.idle);
  StudioSite site(globals, workspace, settings.first, settings.is_read_only, runner, hub, guard);
  const auto library = globals.search_path().shipped(web_server_library);
  const auto server = open_web_server(
      library.value_or(globals.search_path().prefix() / "lib/hippuzzle" / web_server_library), site,
      studio_limits);
  guard.set_port(bind(*server, workspace, settings.port));
  if (editor_files().empty()) {
    logging::info("the editor has no colours: install Debian's libjs-codemirror");
  }
  int signal_number = 0;
  {
    const Serving serving(*server, hub);
    write_text(fmt::format("{}\n", guard.first_address()));
    logging::info("open this address in a browser on this machine; Ctrl-C ends the studio");
    signal_number = runner.run();
  }
  if (signal_number == 0)
    logging::info("no page was open for the time of --idle, so the studio has ended");
}

}  // namespace hippuzzle

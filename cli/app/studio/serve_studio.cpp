#include "cli/app/studio/serve_studio.hpp"

#include <fmt/format.h>

#include <thread>

#include "cli/app/studio/class_desk.hpp"
#include "cli/app/studio/program_desk.hpp"
#include "cli/app/studio/puzzle_desk.hpp"
#include "cli/app/studio/studio_site.hpp"
#include "cli/report/output.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "cli/web/web_library.hpp"
#include "support/files/source_file.hpp"
#include "support/outcome.hpp"
#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace fs = std::filesystem;
namespace {

constexpr WebLimits studio_limits{.body_bytes = 4 << 20, .threads = 32};

// A browser keeps the text of a page by its address, so a workspace or program has the same port
// each time:
// one below the ports that systems give away.
int port_of(const fs::path& place) {
  return 20000 +
         static_cast<int>(std::stoul(sha256(place.string()).substr(0, 6), nullptr, 16) % 10000);
}

int bind(WebServer& server, const fs::path& place, const StudioSettings& settings) {
  const std::optional<int>& wanted = settings.port;
  const std::string& address = settings.address;
  int port = server.bind(address, wanted.value_or(port_of(place)));
  if (port == 0 && !wanted) port = server.bind(address, 0);
  if (port != 0) return port;
  if (server.bind(address, 0) == 0) {
    throw Error(Outcome::usage,
                fmt::format("{} is no address of this machine: name another --address", address));
  }
  throw Error(Outcome::usage, fmt::format("port {} is taken: name another --port, or 0 for any",
                                          wanted.value_or(0)));
}

void warn_of_others(const std::string& address) {
  if (address.starts_with("127.")) return;
  logging::warning(
      "--address {}: everybody who reaches it can read the page's address on its way, which is not "
      "encrypted, and then runs programs here with your rights; `ssh -L` needs no --address",
      address);
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

// The parts of a studio, whatever it serves.
struct Studio {
  EventHub hub;
  WebGuard guard;
  StudioRunner runner;

  Studio(StudioCommand command, std::chrono::milliseconds idle)
      : runner(hub, std::move(command), idle) {}
};

// place: the workspace's folder, or the program.
void serve(const GlobalOptions& globals, Studio& studio, StudioSite& site, const fs::path& place,
           const StudioSettings& settings) {
  const auto library = globals.search_path().shipped(web_server_library);
  const auto server = open_web_server(
      library.value_or(globals.search_path().prefix() / "lib/hippuzzle" / web_server_library), site,
      studio_limits);
  studio.guard.set_address(settings.address, bind(*server, place, settings));
  warn_of_others(settings.address);
  if (editor_files().empty()) {
    logging::info("the editor has no colours: install Debian's libjs-codemirror");
  }
  int signal_number = 0;
  {
    const Serving serving(*server, studio.hub);
    write_text(fmt::format("{}\n", studio.guard.first_address()));
    logging::info("open this address in a browser{}; Ctrl-C ends the studio",
                  settings.address.starts_with("127.") ? " on this machine" : "");
    signal_number = studio.runner.run();
  }
  if (signal_number == 0)
    logging::info("no page was open for the time of --idle, so the studio has ended");
}

}  // namespace

void serve_puzzles(const GlobalOptions& globals, const Workspace& workspace,
                   const std::string& first, PuzzleOptions options,
                   std::optional<Isolation> isolation, const StudioSettings& settings) {
  Studio studio(puzzle_command(std::move(options)), settings.idle);
  PuzzleDesk desk(globals, workspace, first, settings.is_read_only, std::move(isolation),
                  studio.runner);
  StudioSite site(desk.answers(), desk.pictures(), studio.runner, studio.hub, studio.guard);
  serve(globals, studio, site, workspace.root(), settings);
}

void serve_program(const GlobalOptions& globals, const ProgramSettings& program,
                   const StudioSettings& settings) {
  std::error_code unreadable;
  const fs::path file = fs::canonical(program.file, unreadable);
  if (unreadable || !read_source_file(file)) {
    throw Error(
        Outcome::usage,
        fmt::format("'{}' cannot be read ({}); name the source of a HIP program",
                    program.file.string(), unreadable ? unreadable.message() : "it is not a file"));
  }
  Studio studio(program_command(file, program.flags, program.arguments), settings.idle);
  ProgramDesk desk(file, settings.is_read_only, studio.runner);
  const std::map<std::string, fs::path> no_pictures;
  StudioSite site(desk.answers(), no_pictures, studio.runner, studio.hub, studio.guard);
  serve(globals, studio, site, file, settings);
}

void serve_class(const GlobalOptions& globals, const std::vector<std::string>& files,
                 const StudioSettings& settings) {
  ClassDesk desk(files);
  Studio studio(
      [](const StudioRequest&, const TaskFiles&) -> std::vector<std::string> {
        throw Error(Outcome::usage, "the page of a class runs nothing");
      },
      settings.idle);
  const std::map<std::string, fs::path> no_pictures;
  StudioSite site(desk.answers(), no_pictures, studio.runner, studio.hub, studio.guard);
  serve(globals, studio, site, fs::absolute(files.front()), settings);
}

}  // namespace hippuzzle

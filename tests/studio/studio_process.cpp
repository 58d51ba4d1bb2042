#include "tests/studio/studio_process.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>

#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"

extern char** environ;

namespace hippuzzle::testing {
namespace {

int connect_to(int port) {
  const int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(s, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) return s;
  close(s);
  return -1;
}

// The next part of a descriptor's text; "" at its end, or after so many milliseconds.
std::string part_of(int descriptor, int patience) {
  pollfd readable = {descriptor, POLLIN, 0};
  if (poll(&readable, 1, patience) <= 0) return "";
  std::array<char, 16384> part;
  const ssize_t n = read(descriptor, part.data(), part.size());
  return {part.data(), n > 0 ? static_cast<size_t>(n) : 0};
}

// Starts a program whose output goes to a descriptor, or nowhere.
pid_t spawn(std::vector<std::string> command, int output) {
  std::vector<char*> arguments;
  for (std::string& word : command) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0);
  if (output >= 0) posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  pid_t id = -1;
  EXPECT_EQ(posix_spawn(&id, arguments[0], &actions, nullptr, arguments.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  return id;
}

}  // namespace

std::string HttpAnswer::header(const std::string& name) const {
  const size_t at = head.find("\r\n" + name + ": ");
  if (at == head.npos) return "";
  const size_t begin = at + name.size() + 4;
  return head.substr(begin, head.find("\r\n", begin) - begin);
}

// run() would end the test's other children, a browser among them.
StudioProcess::StudioProcess(std::vector<std::string> options) {
  id_ = spawn({binary().string(), "init", workspace().string()}, -1);
  EXPECT_EQ(end(0), 0);
  start(std::move(options));
}

StudioProcess::StudioProcess(const std::string& program, std::vector<std::string> options)
    : StudioProcess("prog.hip", program, {}, std::move(options)) {}

StudioProcess::StudioProcess(const std::string& file, const std::string& text,
                             std::vector<std::string> before, std::vector<std::string> options)
    : subject_(std::move(before)) {
  std::filesystem::create_directory(workspace());
  std::ofstream(workspace() / file) << text;
  subject_.push_back((workspace() / file).string());
  start(std::move(options));
}

void StudioProcess::start(std::vector<std::string> options) {
  cookie_.clear();
  std::vector<std::string> command = {
      "/usr/bin/env",          "-C",
      workspace().string(),    "-u",
      "HIPPUZZLE_PLUGIN_PATH", "XDG_CACHE_HOME=" + tests_cache().string(),
      binary().string(),       "studio"};
  command.insert(command.end(), subject_.begin(), subject_.end());
  command.insert(command.end(), options.begin(), options.end());
  std::array<int, 2> ends;
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  id_ = spawn(command, ends[1]);
  close(ends[1]);
  wait_for_address(ends[0]);
  close(ends[0]);
}

void StudioProcess::wait_for_address(int output) {
  std::string text;
  while (text.find('\n') == text.npos) {
    const std::string part = part_of(output, 60'000);
    if (part.empty()) break;
    text += part;
  }
  address_ = text.substr(0, text.find('\n'));
  const size_t colon = address_.find(':', 7);
  ASSERT_NE(colon, address_.npos) << "no address: " << text;
  port_ = std::stoi(address_.substr(colon + 1));
}

StudioProcess::~StudioProcess() {
  if (id_ > 0) end(SIGKILL);
}

int StudioProcess::end(int signal_number) {
  kill(id_, signal_number);
  if (!ends_within(id_, std::chrono::seconds(30))) return -1;
  int status = 0;
  waitpid(id_, &status, 0);
  id_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

HttpAnswer StudioProcess::send(const std::string& text) const {
  HttpAnswer answer;
  const int s = connect_to(port_);
  if (s < 0) return answer;
  for (size_t sent = 0; sent < text.size();) {
    const ssize_t n = ::send(s, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n <= 0) break;
    sent += static_cast<size_t>(n);
  }
  std::string all;
  for (std::string part; !(part = part_of(s, 20'000)).empty();) all += part;
  close(s);
  const size_t end = all.find("\r\n\r\n");
  answer.head = all.substr(0, end);
  if (end != all.npos) answer.body = all.substr(end + 4);
  if (all.size() > 12) answer.status = std::atoi(all.c_str() + 9);
  return answer;
}

std::string StudioProcess::cookie() {
  if (!cookie_.empty()) return cookie_;
  const std::string target = address_.substr(address_.find('/', 7));
  const HttpAnswer answer =
      send("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) +
           "\r\nConnection: close\r\n\r\n");
  const std::string set = answer.header("Set-Cookie");
  cookie_ = set.substr(0, set.find(';'));
  return cookie_;
}

HttpAnswer StudioProcess::request(const std::string& method, const std::string& target,
                                  const std::string& body, const std::string& headers) {
  const std::string host = "127.0.0.1:" + std::to_string(port_);
  return send(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host +
              "\r\nCookie: " + cookie() + "\r\nContent-Length: " + std::to_string(body.size()) +
              "\r\nConnection: close\r\n" + headers + "\r\n" + body);
}

EventStream::EventStream(StudioProcess& studio) {
  const std::string text =
      "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(studio.port()) +
      "\r\nCookie: " + studio.cookie() + "\r\n\r\n";
  socket_ = connect_to(studio.port());
  EXPECT_EQ(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
}

EventStream::~EventStream() { close(socket_); }

std::string EventStream::until(const std::string& text) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (read_.find(text) == read_.npos) {
    if (std::chrono::steady_clock::now() > end) {
      ADD_FAILURE() << "no '" << text << "' among the events:\n" << read_;
      break;
    }
    read_ += part_of(socket_, 1000);
  }
  return read_;
}

std::string right_map() {
  return "#include <hip/hip_runtime.h>\n"
         "__global__ void add_10(float* output, const float* a) {\n"
         "  output[threadIdx.x] = a[threadIdx.x] + 10;\n"
         "}\n";
}

std::string past_the_end() {
  return "#include <hip/hip_runtime.h>\n"
         "__global__ void fill(int* p) { p[threadIdx.x] = 1; }\n"
         "int main() { int* p; hipMalloc(&p, 32); fill<<<1, 9>>>(p); "
         "return hipDeviceSynchronize(); }\n";
}

}  // namespace hippuzzle::testing

// A running `hippuzzle studio` in a workspace of its own, and requests to it, byte by byte.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {

struct HttpAnswer {
  int status = 0;
  std::string head, body;

  // The value of a header, written as the server writes it; "" without it.
  std::string header(const std::string& name) const;
};

class StudioProcess {
 public:
  // Makes the workspace and waits for the address. options: after `studio p01 --backend cpu`.
  explicit StudioProcess(std::vector<std::string> options = {"--port", "0"});

  // The studio of a program with this text, with these options.
  StudioProcess(const std::string& program, std::vector<std::string> options);

  // The studio of a file of that name and text in its folder; before: options that name it.
  StudioProcess(const std::string& file, const std::string& text, std::vector<std::string> before,
                std::vector<std::string> options);
  ~StudioProcess();
  StudioProcess(const StudioProcess&) = delete;

  // Starts it again in the same workspace, after end().
  void start(std::vector<std::string> options);

  std::filesystem::path workspace() const { return folder_.path() / "workspace"; }
  std::filesystem::path p01() const { return workspace() / "p01_map/kernel.hip"; }
  const std::string& address() const { return address_; }  // with the token
  int port() const { return port_; }
  std::filesystem::path program() const { return workspace() / "prog.hip"; }
  pid_t id() const { return id_; }

  // The cookie that the first address gives, "hippuzzle_20000=…".
  std::string cookie();

  // Sends the text as it is and reads until the server closes the connection or is quiet.
  HttpAnswer send(const std::string& text) const;

  // A request of the studio's own page; headers: lines, each with "\r\n", that are added.
  HttpAnswer request(const std::string& method, const std::string& target,
                     const std::string& body = "", const std::string& headers = "");

  // Sends a signal and waits; the exit status, -1 when it did not end in time.
  int end(int signal_number);

 private:
  void wait_for_address(int output);

  TemporaryDirectory folder_;
  std::vector<std::string> subject_ = {"p01", "--backend", "cpu"};
  std::string address_, cookie_;
  int port_ = 0;
  pid_t id_ = -1;
};

// The events of a studio as they come.
class EventStream {
 public:
  explicit EventStream(StudioProcess& studio);
  ~EventStream();
  EventStream(const EventStream&) = delete;

  // Everything that was read, once it has the text; a failure of the test after two minutes.
  std::string until(const std::string& text);

 private:
  int socket_ = -1;
  std::string read_;
};

std::string right_map();     // p01's kernel
std::string past_the_end();  // a program whose kernel writes p[8] of eight elements, in line 2

}  // namespace hippuzzle::testing

// Runs a program from outside, as a user's shell would, and keeps all that can be seen of it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace hippuzzle::testing {

struct CommandResult {
  bool exited = false;  // else it was killed by a signal, or by run() for taking too long
  int code = -1;        // exit status, or the signal's number
  std::string out;
  std::string err;
  std::vector<std::string> left_behind;  // command lines of processes that outlived the program
};

// The user of a program: the user of the tests or, if that is root, a user without any rights.
enum class User { oneself, nobody };
inline constexpr unsigned nobodys_id = 65534;

// Why this process cannot run anything as nobody; "" when it can.
std::string why_not_nobody();

// Runs arguments[0] with the rest as its arguments, in the root folder (so the tests' folder has no
// influence), with standard input empty, and with the environment of this process changed by
// `environment` (an empty value removes the variable). Descendants that outlive the program by a
// second are found (this process is their subreaper), listed and killed. A program that has not
// ended after `limit` is killed, on a loaded machine once it has computed for so long or waits for
// nothing but itself; tests give programs limits of their own that are far below it.
CommandResult run(const std::vector<std::string>& arguments,
                  const std::map<std::string, std::string>& environment = {},
                  std::chrono::seconds limit = std::chrono::seconds(60), User user = User::oneself);

// Waits until the child ends, or has had its time; says whether it ended. The child is not reaped.
bool ends_within(pid_t child, std::chrono::milliseconds limit);

}  // namespace hippuzzle::testing

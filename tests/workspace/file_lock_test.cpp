// A lock that another process does not let go.
#include "support/files/file_lock.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/outcome.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle::testing {
namespace file_lock_test {

TEST(FileLock, NamesWhoHoldsItWhenItWaitedLongEnough) {
  const TemporaryDirectory here;
  const auto path = here.path() / "p01.lock";
  int held[2];
  ASSERT_EQ(pipe(held), 0);
  const pid_t holder = fork();
  ASSERT_GE(holder, 0);
  if (holder == 0) {
    const FileLock lock(path);
    if (write(held[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte = 0;
  ASSERT_EQ(read(held[0], &byte, 1), 1);
  std::string sentence;
  try {
    const FileLock lock(path, std::chrono::milliseconds(100));
  } catch (const Error& error) {
    sentence = error.what();
  }
  EXPECT_NE(sentence.find("p01.lock has been locked by process " + std::to_string(holder)),
            std::string::npos)
      << sentence;
  kill(holder, SIGKILL);
  waitpid(holder, nullptr, 0);
  const FileLock lock(path, std::chrono::seconds(20));
  close(held[0]);
  close(held[1]);
}

}  // namespace file_lock_test
}  // namespace hippuzzle::testing

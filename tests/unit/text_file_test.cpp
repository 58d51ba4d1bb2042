#include "support/files/text_file.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "support/outcome.hpp"
#include "support/system_error.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hippuzzle {
namespace text_file_test {
namespace fs = std::filesystem;

class TextFile : public ::testing::Test {
 protected:
  testing::TemporaryDirectory here_;
};

TEST_F(TextFile, IsReadWhole) {
  const std::string text = std::string(100'000, 'x') + '\0' + "\r\n";
  EXPECT_EQ(read_file(here_.write("file", text)), text);
  EXPECT_EQ(read_file(here_.write("empty", "")), "");
}

// A limit of the process is met as a full disk is: by the file's end.
TEST_F(TextFile, ThatCannotBeWrittenWholeIsNotLeft) {
  const fs::path path = here_.path() / "folder" / "file";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit few{1000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &few), 0);
  EXPECT_THROW(create_file(path, std::string(2000, 'x')), std::system_error);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_FALSE(fs::exists(path));
  create_file(path, "again");
  EXPECT_EQ(read_file(path), "again");
}

TEST_F(TextFile, ThatIsNotThereIsNothing) {
  EXPECT_EQ(read_file(here_.path() / "file"), std::nullopt);
  EXPECT_EQ(read_file(here_.path()), std::nullopt) << "a folder";
  EXPECT_EQ(read_file(here_.write("file", "") / "below"), std::nullopt);
}

TEST_F(TextFile, IsReplacedAndItsFolderMade) {
  const fs::path file = here_.path() / "a/b/file";
  replace_file(file, "old");
  EXPECT_EQ(read_file(file), "old");
  replace_file(file, "new");
  EXPECT_EQ(read_file(file), "new");
  EXPECT_FALSE(fs::exists(file.string() + ".new"));
}

// Whoever reads meanwhile sees the old contents or the new, never a part.
TEST_F(TextFile, IsNeverSeenHalfWritten) {
  const fs::path file = here_.path() / "file";
  const std::string small = "small", large(1 << 20, 'l');
  replace_file(file, small);
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) replace_file(file, i % 2 == 0 ? large : small);
  });
  for (int i = 0; i < 200; ++i) {
    const auto seen = read_file(file);
    EXPECT_TRUE(seen == small || seen == large) << (seen ? seen->size() : 0);
  }
  writer.join();
}

TEST_F(TextFile, ThatCannotBeReplacedLeavesNothingBehind) {
  const fs::path folder = here_.path() / "folder";
  here_.write("folder/file", "");
  EXPECT_THROW(replace_file(folder, "text"), fs::filesystem_error);
  EXPECT_FALSE(fs::exists(folder.string() + ".new"));
}

TEST_F(TextFile, IsCreatedOnlyOnce) {
  const fs::path file = here_.path() / "folder/file";
  create_file(file, "first");
  EXPECT_THROW(create_file(file, "second"), fs::filesystem_error);
  EXPECT_EQ(read_file(file), "first");
}

TEST(ASystemError, SaysWhatFailedAndWhy) {
  try {
    errno = EMFILE;
    throw_system_error("cannot make a pipe");
  } catch (const std::system_error& error) {
    EXPECT_STREQ(error.what(), "cannot make a pipe: Too many open files");
  }
  try {
    errno = EACCES;
    throw_system_error("cannot read", fs::path("/a/file"));
  } catch (const fs::filesystem_error& error) {
    EXPECT_EQ(error.path1(), "/a/file");
    EXPECT_EQ(error.code(), std::errc::permission_denied);
  }
}

TEST_F(TextFile, ThatAReaderWouldWaitForIsRefused) {
  const fs::path fifo = here_.path() / "fifo", zero = here_.path() / "zero";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  fs::create_symlink("/dev/zero", zero);
  EXPECT_THROW(read_file(fifo), Error);
  EXPECT_THROW(read_file(zero), Error);
  EXPECT_EQ(read_file("/dev/null"), "");
  ASSERT_EQ(mkfifo((fifo.string() + ".new").c_str(), 0600), 0);
  EXPECT_THROW(replace_file(fifo, "text"), std::system_error) << "it is written beside the file";
}

// As a shell's <(command).
TEST_F(TextFile, APipeWithoutANameIsRead) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    EXPECT_EQ(write(ends[1], "text", 4), 4);
    close(ends[1]);
  });
  EXPECT_EQ(read_file("/dev/fd/" + std::to_string(ends[0])), "text");
  writer.join();
  close(ends[0]);
}

}  // namespace text_file_test
}  // namespace hippuzzle

// The output of kernels: messages as lanes send them, in pieces.
#include "amd_emulator/dispatch/printer.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

#include "amd_emulator/wave/fault.hpp"

namespace hippuzzle::amd {
namespace printer_test {

// A string as it is sent: its bytes and a zero byte, in whole words.
void add(std::vector<uint64_t>& words, const std::string& text) {
  const size_t begin = words.size();
  words.resize(begin + text.size() / 8 + 1, 0);
  std::memcpy(&words[begin], text.data(), text.size());
}

TEST(Printing, FormatsNumbersStringsAndCharacters) {
  std::vector<uint64_t> words;
  add(words, "%d|%5.2f|%s|%c|%lu|%%|%-4x|%*d|%hhd|%p");
  words.push_back(static_cast<uint64_t>(int64_t{-7}));
  words.push_back(std::bit_cast<uint64_t>(1.5));
  add(words, "eight ch");
  words.push_back('z');
  words.push_back(~uint64_t{0});
  words.push_back(255);
  words.push_back(3);
  words.push_back(5);
  words.push_back(257);
  words.push_back(0x1000);
  EXPECT_EQ(formatted(words), "-7| 1.50|eight ch|z|18446744073709551615|%|ff  |  5|1|0x1000");
}

TEST(Printing, ReadsNothingBehindAMessage) {
  std::vector<uint64_t> words;
  add(words, "%s %d %");
  EXPECT_EQ(formatted(words), " 0 ");
  EXPECT_EQ(formatted({}), "");
}

TEST(Printing, PutsAMessageTogetherFromItsPieces) {
  Printer printer;
  const uint64_t begins = 1, ends = 2, one_word = 1 << 5;
  std::vector<uint64_t> format;
  add(format, "n=%d\n");
  const uint64_t first = printer.call(2, {begins | one_word, 0, 0, 0, 0, 0, 0, 0})[0];
  const uint64_t other = printer.call(2, {begins | one_word, 0, 0, 0, 0, 0, 0, 0})[0];
  EXPECT_NE(first, other);
  const uint64_t second = printer.call(2, {first | one_word, format[0], 0, 0, 0, 0, 0, 0})[0];
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(printer.call(2, {second | one_word | ends, 42, 0, 0, 0, 0, 0, 0})[0], 5u);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "n=42\n");
}

TEST(Printing, RefusesOtherServicesInOneSentence) {
  Printer printer;
  EXPECT_THROW(printer.call(3, {}), Fault);
}

}  // namespace printer_test
}  // namespace hippuzzle::amd

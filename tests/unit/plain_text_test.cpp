// Names and texts of strangers on their way to a terminal and to files.
#include "support/text/plain_text.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "support/text/sha256.hpp"

namespace hippuzzle {
namespace plain_text_test {

// The bytes of an escaped name.
std::string bytes_of(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      bytes += text[i];
    } else if (text[++i] == '\\') {
      bytes += '\\';
    } else {
      bytes += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    }
  }
  return bytes;
}

TEST(EscapedName, KeepsTwoNamesApartAndLosesNoByte) {
  std::vector<std::string> names = {
      "ann",          "M\374ller",    "M\366ller",        "M\\xfcller",
      "M\\\\xfcller", "Müller",       "\xef\xbf\xbd",     "a\x1b[31m",
      "a\\x1b[31m",   "\u202edessap", "an\u200bn",        "an\u00adn",
      "\xc0\xaf",     "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"};
  for (int byte = 1; byte < 256; ++byte) names.push_back({'x', static_cast<char>(byte)});
  std::set<std::string> texts;
  for (const std::string& name : names) {
    const std::string text = escaped_name(name);
    EXPECT_TRUE(texts.insert(text).second) << text;
    EXPECT_EQ(bytes_of(text), name);
    EXPECT_EQ(in_one_line(text), text) << "nothing is left that a terminal obeys";
  }
  EXPECT_EQ(escaped_name("Müller 漢"), "Müller 漢");
  EXPECT_EQ(escaped_name("M\374ller"), "M\\xfcller");
  EXPECT_EQ(escaped_name("M\\xfcller"), "M\\\\xfcller");
}

TEST(PlainText, ShowsControlBytesInAllTheirForms) {
  EXPECT_EQ(without_control_bytes("a\x1b[2J\r\tb\n"), "a\\x1b[2J\\x0d\tb\n");
  EXPECT_EQ(without_control_bytes("\x9b"
                                  "2J"),
            "\\x9b2J")
      << "one byte, as terminals of old have it";
  EXPECT_EQ(without_control_bytes("\xc2\x9b"), "\\x9b");
  EXPECT_EQ(in_one_line("a\nb\u2028"), "a\\x0ab\\u2028");
}

// FIPS 180-4 and NIST's examples.
TEST(Sha256, HasTheValuesOfItsStandard) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(
      sha256("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopq"
             "klmnopqrlmnopqrsmnopqrstnopqrstu"),
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace plain_text_test
}  // namespace hippuzzle

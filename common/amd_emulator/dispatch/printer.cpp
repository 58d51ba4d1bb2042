#include "amd_emulator/dispatch/printer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "amd_emulator/wave/fault.hpp"

namespace hippuzzle::amd {
namespace {

constexpr uint32_t printing = 2;              // the service's number
constexpr uint64_t begins = 1, ends = 2;      // of a piece's first word
constexpr unsigned length_at = 5, id_at = 8;  // in it: three bits, and the rest
constexpr uint64_t to_standard_error = 1;     // of a message's first word

// The words of a message, taken one after the other; 0 where there are no more.
class Words {
 public:
  explicit Words(std::span<const uint64_t> words) : left_(words) {}

  uint64_t number() {
    if (left_.empty()) return 0;
    const uint64_t value = left_.front();
    left_ = left_.subspan(1);
    return value;
  }
  std::string text() {
    const auto* begin = reinterpret_cast<const char*>(left_.data());
    const std::string found(begin, strnlen(begin, left_.size_bytes()));
    left_ = left_.subspan(std::min(left_.size(), found.size() / sizeof(uint64_t) + 1));
    return found;
  }

 private:
  std::span<const uint64_t> left_;
};

template <class T>
std::string printed(const std::string& specification, T value) {
  std::string text(
      static_cast<size_t>(std::max(std::snprintf(nullptr, 0, specification.c_str(), value), 0)),
      '\0');
  std::snprintf(text.data(), text.size() + 1, specification.c_str(), value);
  return text;
}

// One conversion, "%-5.2" with its length, "l", and its letter.
std::string converted(const std::string& beginning, const std::string& length, char letter,
                      Words& words) {
  const bool is_long = !length.empty() && length[0] != 'h';
  switch (letter) {
    case 's':
      return printed(beginning + 's', words.text().c_str());
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
      return printed(beginning + letter, std::bit_cast<double>(words.number()));
    case 'p':
      return printed(beginning + 'p', reinterpret_cast<void*>(words.number()));
    case 'c':
      return printed(beginning + 'c', static_cast<int>(words.number()));
    default:
      if (is_long)
        return printed(beginning + "ll" + letter, static_cast<long long>(words.number()));
      return printed(beginning + length + letter, static_cast<int>(words.number()));
  }
}

}  // namespace

std::string formatted(const std::vector<uint64_t>& message) {
  Words words(message);
  const std::string format = words.text();
  std::string text;
  for (size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    std::string beginning = "%";
    for (++at; at < format.size() && std::strchr("-+ #0123456789.*", format[at]) != nullptr; ++at) {
      beginning += format[at] == '*' ? std::to_string(static_cast<int>(words.number()))
                                     : std::string(1, format[at]);
    }
    std::string length;
    for (; at < format.size() && std::strchr("hljztL", format[at]) != nullptr; ++at)
      length += format[at];
    if (at == format.size()) break;
    const char letter = format[at++];
    text += letter == '%' ? "%" : converted(beginning, length, letter, words);
  }
  return text;
}

std::array<uint64_t, 2> Printer::call(uint32_t service, const std::array<uint64_t, 8>& words) {
  if (service != printing) {
    throw Fault(
        Fault::Kind::not_emulated,
        fmt::format("it asks its host for service {}, and only printing is emulated", service));
  }
  const uint64_t first = words[0];
  const uint64_t id = (first & begins) != 0 ? next_++ : first >> id_at;
  std::vector<uint64_t>& message = messages_[id];
  const size_t count = first >> length_at & 7;
  message.insert(message.end(), words.begin() + 1,
                 words.begin() + 1 + static_cast<ptrdiff_t>(count));
  if ((first & ends) == 0) return {(first & ~(begins | (~uint64_t{0} << id_at))) | id << id_at, 0};
  const bool is_error = !message.empty() && (message[0] & to_standard_error) != 0;
  const std::string text = formatted({message.begin() + (message.empty() ? 0 : 1), message.end()});
  messages_.erase(id);
  std::FILE* const to = is_error ? stderr : stdout;
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
  return {text.size(), 0};
}

}  // namespace hippuzzle::amd

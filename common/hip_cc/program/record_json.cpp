#include "record_json.hpp"

#include <cstdio>

namespace hippuzzle::program {

std::string quoted(const char* text) {
  std::string result = "\"";
  for (; *text != '\0'; ++text) {
    char code[8];
    if (*text == '"' || *text == '\\') {
      result += '\\';
      result += *text;
    } else if (static_cast<unsigned char>(*text) < ' ') {
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(*text));
      result += code;
    } else {
      result += *text;
    }
  }
  return result + '"';
}

std::string number(const char* name, uint64_t value) {
  return quoted(name) + ':' + std::to_string(value) + ',';
}

std::string frame(const char* module, uint64_t offset) {
  return '[' + quoted(module) + ',' + std::to_string(offset) + ']';
}

std::string index(const uint32_t (&xyz)[3]) {
  return list(xyz, [](uint32_t i) { return std::to_string(i); });
}

std::string frames_record(const hip_cpu_frame* frames, uint32_t count) {
  return list(std::vector<hip_cpu_frame>(frames, frames + count),
              [](const hip_cpu_frame& f) { return frame(f.module, f.offset); });
}

std::string hexadecimal(const uint8_t* bytes, uint64_t count) {
  constexpr const char* digits = "0123456789abcdef";
  std::string result = "\"";
  for (uint64_t i = 0; i < count; ++i) {
    result += digits[bytes[i] >> 4];
    result += digits[bytes[i] & 15];
  }
  return result + '"';
}

}  // namespace hippuzzle::program

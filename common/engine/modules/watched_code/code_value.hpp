// Values that machine code computes, as sums of unknowns: enough to know that two addresses are
// equal, and how far apart they are.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace hippuzzle {

// Unknowns that stand for a place. Others are numbered as they are met.
enum KnownBase : uint32_t {
  frame_base = 1,  // the function's frame, which %rbp points to
  stack_pointer,   // %rsp at any time
  image_base,      // where the module is loaded
  thread_base,     // the thread's own variables: %fs
  first_unknown = 16
};

struct CodeValue {
  std::vector<std::pair<uint32_t, uint64_t>> terms;  // an unknown and its factor, sorted
  uint64_t constant = 0;

  auto operator<=>(const CodeValue&) const = default;

  static CodeValue number(uint64_t n) { return {{}, n}; }
  static CodeValue unknown(uint32_t which) { return {{{which, 1}}, 0}; }
  bool is_number() const { return terms.empty(); }
  uint64_t factor_of(uint32_t which) const;
};

CodeValue sum(const CodeValue& a, const CodeValue& b, uint64_t times = 1);  // a + times * b
CodeValue product(const CodeValue& a, uint64_t times);

// Gives equal results of equal operations on equal values the same unknown.
class CodeUnknowns {
 public:
  CodeValue fresh() { return CodeValue::unknown(next_++); }
  CodeValue result(const std::string& operation, const CodeValue& a, const CodeValue& b = {});

 private:
  uint32_t next_ = first_unknown;
  std::map<std::pair<std::string, std::pair<CodeValue, CodeValue>>, uint32_t> known_;
};

}  // namespace hippuzzle

#include "engine/modules/watched_code/code_value.hpp"

namespace hippuzzle {

uint64_t CodeValue::factor_of(uint32_t which) const {
  for (const auto& [unknown, factor] : terms)
    if (unknown == which) return factor;
  return 0;
}

CodeValue sum(const CodeValue& a, const CodeValue& b, uint64_t times) {
  CodeValue result{{}, a.constant + times * b.constant};
  auto left = a.terms.begin();
  auto right = b.terms.begin();
  while (left != a.terms.end() || right != b.terms.end()) {
    const bool takes_left =
        right == b.terms.end() || (left != a.terms.end() && left->first <= right->first);
    const bool takes_right =
        left == a.terms.end() || (right != b.terms.end() && right->first <= left->first);
    const uint32_t unknown = takes_left ? left->first : right->first;
    uint64_t factor = 0;
    if (takes_left) factor += (left++)->second;
    if (takes_right) factor += times * (right++)->second;
    if (factor != 0) result.terms.emplace_back(unknown, factor);
  }
  return result;
}

CodeValue product(const CodeValue& a, uint64_t times) { return sum({}, a, times); }

CodeValue CodeUnknowns::result(const std::string& operation, const CodeValue& a,
                               const CodeValue& b) {
  const auto [found, is_new] = known_.try_emplace({operation, {a, b}}, next_);
  if (is_new) ++next_;
  return CodeValue::unknown(found->second);
}

}  // namespace hippuzzle

#include "amd_emulator/decode/selection_text.hpp"

#include <cstdlib>
#include <map>
#include <string_view>

namespace hippuzzle::amd {
namespace {

uint8_t bits(const std::vector<int>& list) {
  uint8_t value = 0;
  for (size_t k = 0; k < list.size(); ++k) value = static_cast<uint8_t>(value | (list[k] & 1) << k);
  return value;
}

uint8_t part(const InstructionText& text, const std::string& modifier) {
  static const std::map<std::string_view, uint8_t> parts = {
      {"BYTE_0", 0}, {"BYTE_1", 1}, {"BYTE_2", 2}, {"BYTE_3", 3},
      {"WORD_0", 4}, {"WORD_1", 5}, {"DWORD", 6}};
  const auto found = text.modifiers.find(modifier);
  return found == text.modifiers.end() ? 6 : parts.at(found->second);
}

// DPP_CTRL; -1 where there is none that is known.
int dpp_control(const InstructionText& text) {
  if (const auto quad = text.numbers("quad_perm"))
    return quad->at(0) | quad->at(1) << 2 | quad->at(2) << 4 | quad->at(3) << 6;
  static const std::map<std::string, int> with_count = {
      {"row_shl", 0x100},      {"row_shr", 0x110},   {"row_ror", 0x120},
      {"row_newbcast", 0x150}, {"row_share", 0x150}, {"row_xmask", 0x160}};
  for (const auto& [name, code] : with_count) {
    if (const auto n = text.number(name)) return code | *n;
  }
  static const std::map<std::string, int> fixed = {
      {"wave_shl", 0x130}, {"wave_rol", 0x134},   {"wave_shr", 0x138},
      {"wave_ror", 0x13c}, {"row_mirror", 0x140}, {"row_half_mirror", 0x141}};
  for (const auto& [name, code] : fixed) {
    if (text.has(name)) return code;
  }
  if (const auto lane = text.number("row_bcast")) return *lane == 15 ? 0x142 : 0x143;
  return -1;
}

}  // namespace

bool decode_selection(const InstructionText& text, Selection& s) {
  if (const auto list = text.numbers("op_sel")) s.op_sel = bits(*list);
  if (const auto list = text.numbers("op_sel_hi")) s.op_sel_hi = bits(*list);
  if (const auto list = text.numbers("neg_lo")) s.neg_lo = bits(*list);
  if (const auto list = text.numbers("neg_hi")) s.neg_hi = bits(*list);
  s.broadcast = static_cast<uint8_t>(text.number("cbsz").value_or(0));
  s.broadcast_from = static_cast<uint8_t>(text.number("abid").value_or(0));
  s.lane_pattern = static_cast<uint8_t>(text.number("blgp").value_or(0));
  if (text.encoding == "dpp" || text.encoding == "e64_dpp") {
    const int control = dpp_control(text);
    if (control < 0) return false;
    s.dpp_control = static_cast<uint16_t>(control);
    s.row_mask = static_cast<uint8_t>(text.number("row_mask").value_or(15));
    s.bank_mask = static_cast<uint8_t>(text.number("bank_mask").value_or(15));
    s.bound_control = text.has("bound_ctrl");
    s.fetches_inactive = text.number("fi").value_or(0) != 0;
  } else if (text.encoding == "sdwa") {
    s.source_select = {part(text, "src0_sel"), part(text, "src1_sel")};
    s.destination_select = part(text, "dst_sel");
    const auto unused = text.modifiers.find("dst_unused");
    if (unused != text.modifiers.end()) {
      s.destination_unused = unused->second == "UNUSED_SEXT"       ? 1
                             : unused->second == "UNUSED_PRESERVE" ? 2
                                                                   : 0;
    }
  }
  return text.encoding != "dpp8";
}

int decode_swizzle(const std::string& pattern) {
  if (!pattern.starts_with("swizzle("))
    return static_cast<int>(std::strtol(pattern.c_str(), nullptr, 0));
  const std::string list = pattern.substr(8, pattern.size() - 9);
  const std::string kind = list.substr(0, list.find(','));
  const std::string rest = list.substr(std::min(list.find(',') + 1, list.size()));
  char* end = nullptr;
  const long first = std::strtol(rest.c_str(), &end, 10);
  const auto next = [&] { return *end == ',' ? std::strtol(end + 1, &end, 10) : 0; };
  if (kind == "SWAP") return static_cast<int>(31 | first << 10);
  if (kind == "REVERSE") return static_cast<int>(31 | (first - 1) << 10);
  if (kind == "BROADCAST")
    return static_cast<int>((32 - first) & 31) | static_cast<int>(next() << 5);
  if (kind == "QUAD_PERM") {
    int code = 0x8000 | static_cast<int>(first);
    for (int shift = 2; shift < 8; shift += 2) code |= static_cast<int>(next() << shift);
    return code;
  }
  if (kind != "BITMASK_PERM") return -1;
  int keep = 0, set = 0, flip = 0;  // "01pi": 0, 1, the bit, the bit inverted
  for (const char c : rest) {
    if (c == '"') continue;
    keep = keep << 1 | (c == 'p' || c == 'i' ? 1 : 0);
    set = set << 1 | (c == '1' ? 1 : 0);
    flip = flip << 1 | (c == 'i' ? 1 : 0);
  }
  return keep | set << 5 | flip << 10;
}

}  // namespace hippuzzle::amd

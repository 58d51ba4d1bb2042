#include "amd_emulator/decode/decoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <set>

#include "amd_emulator/decode/operand_text.hpp"
#include "amd_emulator/decode/selection_text.hpp"
#include "amd_emulator/isa/registry.hpp"

namespace hippuzzle::amd {
namespace {

// Texts of refused instructions, one each, which live as long as the process.
const std::string& kept(const std::string& text) {
  static std::mutex mutex;
  static std::set<std::string> texts;
  const std::lock_guard lock(mutex);
  return *texts.insert(text).first;
}

constexpr std::string_view pair_mark = " :: ";
constexpr const char* dealloc_message = "sendmsg(MSG_DEALLOC_VGPRS)";

void execute_refused(Wave&, const Instruction& i) {
  throw Fault(Fault::Kind::not_emulated,
              fmt::format("the instruction '{}' at {} is not emulated", *i.text, place(i)));
}

bool starts_with_any(const std::string& name, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view b) { return name.starts_with(b); });
}

// Instructions that compute nothing: counters to wait for, messages, hints.
bool ignores_operands(const std::string& name) {
  return starts_with_any(name, {"s_waitcnt", "s_nop", "s_clause", "s_delay_alu", "s_sleep",
                                "s_setprio", "s_inst_prefetch", "s_set_inst", "s_trap", "buffer_gl",
                                "buffer_wb", "buffer_inv", "s_code_end"});
}

// Sources of v_fma_mix that are halves, a bit each.
unsigned mixed_halves(const InstructionText& text) {
  unsigned halves = 0;
  if (const auto list = text.numbers("op_sel_hi")) {
    for (size_t k = 0; k < list->size(); ++k) halves |= static_cast<unsigned>(list->at(k)) << k;
  }
  return halves;
}

OperandType type_of(const InstructionText& text, size_t operand) {
  const std::string& name = text.name;
  if (name.starts_with("v_fma_mix"))
    return operand > 0 && (mixed_halves(text) >> (operand - 1) & 1) != 0 ? OperandType::no_float
                                                                         : OperandType::bits32;
  if (name.starts_with("v_mfma_f64")) return OperandType::float64;
  // Sums of products: the addend has a type of its own.
  if (starts_with_any(name, {"v_dot", "v_mfma_", "v_wmma_"})) {
    if (operand == 3 && name.find("_f32_") != name.npos) return OperandType::bits32;
    if (!name.ends_with("_f16")) return OperandType::no_float;
  }
  if (name.ends_with("_f16") && !(name.find("cmp_class") != name.npos)) return OperandType::half;
  const bool second_is_narrow =
      starts_with_any(name, {"v_ldexp_f64", "v_cmp_class_f64", "v_cmpx_class_f64"});
  if (second_is_narrow && operand >= 2) return OperandType::bits32;
  if (name.ends_with("_f64")) return OperandType::float64;
  for (const char* wide : {"_b64", "_u64", "_i64"}) {
    if (name.ends_with(wide)) return OperandType::bits64;
  }
  return OperandType::bits32;
}

bool is_float(const std::string& name) {
  return name.ends_with("_f32") || name.ends_with("_f64") || name.ends_with("_f16");
}

// Instructions whose op_sel says which half of a register they take or write.
bool selects_halves(const std::string& name) {
  if (starts_with_any(name, {"v_pk_", "v_permlane", "v_fma_mix", "v_dot2_", "v_wmma_"}))
    return true;
  if (starts_with_any(name, {"v_fmac_", "v_mac_"})) return false;
  for (const char* word : {"_f16", "_u16", "_i16", "_b16", "v_cvt_f16_f32"}) {
    if (name.ends_with(word)) return true;
  }
  return false;
}

// The operand that DPP and SDWA select from: it follows a result, and a carry's mask.
uint8_t first_source(const InstructionText& text) {
  if (text.name.find("_co_") != std::string::npos && text.operands.size() >= 4) return 2;
  return text.name.starts_with("v_cmp") && text.operands.size() == 2 ? 0 : 1;
}

}  // namespace

Instruction Decoder::refused(const std::string& line) {
  std::string text = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
  std::ranges::replace(text, '\t', ' ');
  Instruction i;
  i.execute = execute_refused;
  i.text = &kept(text);
  return i;
}

// An integer instruction that clamps is another one; floating-point ones clamp by themselves.
Execute Decoder::find(const InstructionText& text) const {
  if (text.has("clamp") && !is_float(text.name)) return registry_.find(text.name + " clamp");
  return registry_.find(text.name);
}

bool Decoder::decode_operands(const InstructionText& text, Instruction& i) const {
  if (ignores_operands(text.name)) return true;
  if (text.operands.size() > i.operands.size()) return false;
  for (size_t k = 0; k < text.operands.size(); ++k) {
    if (const auto field = parse_hardware_register(text.operands[k])) {
      i.operands[k] = field->which;
      i.offset = field->offset;
      i.second_offset = field->width;
      continue;
    }
    const auto operand = parse_operand(text.operands[k], type_of(text, k));
    if (!operand) return false;
    i.operands[k] = *operand;
  }
  i.count = static_cast<uint8_t>(text.operands.size());
  return true;
}

bool Decoder::decode_modifiers(const InstructionText& text, Instruction& i) const {
  if (ignores_operands(text.name)) return true;
  static const std::set<std::string> known = {
      "offset",     "offset0",  "offset1",   "glc",        "slc",        "dlc",
      "sc0",        "sc1",      "nt",        "offen",      "clamp",      "mul",
      "div",        "op_sel",   "op_sel_hi", "neg_lo",     "neg_hi",     "quad_perm",
      "row_shl",    "row_shr",  "row_ror",   "row_share",  "row_xmask",  "row_newbcast",
      "wave_shl",   "wave_rol", "wave_shr",  "wave_ror",   "row_mirror", "row_half_mirror",
      "row_bcast",  "row_mask", "bank_mask", "bound_ctrl", "fi",         "dst_sel",
      "dst_unused", "src0_sel", "src1_sel",  "cbsz",       "abid",       "blgp",
      "neg"};
  for (const auto& [name, value] : text.modifiers) {
    if (!known.contains(name)) return false;
  }
  if (const auto negated = text.numbers("neg")) {  // of matrix instructions on doubles
    for (size_t k = 0; k < negated->size() && k + 1 < i.count; ++k)
      if (negated->at(k) != 0) i.operands[k + 1].modifiers |= Operand::negate;
  }
  if (text.has("op_sel") && !selects_halves(text.name)) return false;
  if (text.name.starts_with("v_fma_mix")) i.selection.op_sel_hi = 0;  // unless it says otherwise
  if (text.has("glc") || text.has("sc0")) i.flags |= Instruction::returns;
  if (text.has("clamp")) i.flags |= Instruction::clamps;
  if (text.has("offen")) i.flags |= Instruction::has_address_register;
  if (text.has("mul")) i.scale = text.number("mul") == 2 ? 1 : 2;
  if (text.has("div")) i.scale = 3;
  if (text.name == "ds_swizzle_b32" && text.has("offset")) {
    i.offset = decode_swizzle(text.modifiers.at("offset"));
    if (i.offset < 0) return false;
  } else if (!text.operands.empty() && !text.name.starts_with("s_getreg") &&
             !text.name.starts_with("s_setreg")) {
    i.offset = text.number("offset").value_or(text.number("offset0").value_or(0));
    i.second_offset = text.number("offset1").value_or(0);
  }
  return decode_selection(text, i.selection);
}

// Wraps an instruction whose sources are rows of selected values.
Instruction Decoder::selecting(const InstructionText& text, Instruction inner) {
  Instruction outer = inner;
  const bool is_sdwa = text.encoding == "sdwa";
  outer.execute = is_sdwa ? execute_sdwa : execute_dpp;
  outer.selection.first_source = first_source(text);
  for (unsigned k = 0; k < (is_sdwa ? 2u : 1u); ++k) {
    Operand& source = inner.operands[outer.selection.first_source + k];
    if (source.kind == Operand::Kind::none) continue;
    source.kind = Operand::Kind::vector;
    source.index = static_cast<uint16_t>(row::selected + k);
    source.modifiers &= Operand::negate | Operand::absolute;
  }
  if (is_sdwa && inner.operands[0].is_vector() && outer.selection.first_source > 0)
    inner.operands[0].index = row::unplaced;
  outer.inner = &inner_.emplace_back(inner);
  return outer;
}

// "v_dual_add_f32 v0, v1, v2 :: v_dual_mov_b32 v3, v4": gfx11's pairs (VOPD) use the names of
// single instructions, as LLVM's tables have them; v_cndmask's mask is VCC.
Decoder::Decoded Decoder::decode_pair(const std::string& line, size_t separator) {
  static const std::string mark = "v_dual_";
  Decoded whole;
  for (std::string text : {line.substr(0, separator), line.substr(separator + pair_mark.size())}) {
    const size_t begin = text.find(mark);
    if (begin == text.npos) return {refused(line)};
    text = "v_" + text.substr(begin + mark.size());
    if (text.starts_with("v_cndmask_b32")) text += ", vcc_lo";
    const Decoded part = decode(text);
    if (part.instruction.execute == execute_refused) return {refused(line)};
    whole.parts.push_back({text, &inner_.emplace_back(part.instruction)});
  }
  whole.instruction.execute = execute_pair;
  whole.instruction.inner = whole.parts[0].instruction;
  whole.instruction.second = whole.parts[1].instruction;
  return whole;
}

Decoder::Decoded Decoder::decode(const std::string& line) {
  if (const size_t at = line.find(pair_mark); at != line.npos) return decode_pair(line, at);
  InstructionText text = take_apart(line);
  // Gives registers back early, of which a wave has nothing.
  if (text.name == "s_sendmsg" && text.operands == std::vector<std::string>{dealloc_message})
    text = take_apart("s_nop 0");
  // The name that gfx940 has for it.
  for (const std::string load : {"global_load_", "buffer_load_"}) {
    if (!text.has("lds") || !text.name.starts_with(load)) continue;
    text.name.insert(load.size(), "lds_");
    text.modifiers.erase("lds");
  }
  Decoded decoded;
  Instruction& i = decoded.instruction;
  i.execute = find(text);
  if (i.execute == nullptr) return {refused(line)};
  if (starts_with_any(text.name, {"s_cbranch", "s_branch"})) {
    decoded.is_branch = true;
    const auto words = static_cast<uint16_t>(std::strtol(text.operands.at(0).c_str(), nullptr, 0));
    decoded.branch = static_cast<int16_t>(words);
    return decoded;
  }
  if (!decode_operands(text, i) || !decode_modifiers(text, i)) return {refused(line)};
  if (text.encoding == "sdwa" || text.encoding == "dpp" || text.encoding == "e64_dpp")
    i = selecting(text, i);
  return decoded;
}

}  // namespace hippuzzle::amd

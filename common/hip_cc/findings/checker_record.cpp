#include "hip_cc/findings/checker_record.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "hip_cc/record/checker_fields.hpp"

namespace hippuzzle::cc {
namespace {

using json = nlohmann::ordered_json;
using InstructionLists = std::deque<std::vector<hip_cpu_instruction>>;

const char* text_of(const json& record) { return record.get_ref<const std::string&>().c_str(); }

// Reads members from an object's members.
class MemberReader {
 public:
  MemberReader(const json& object, InstructionLists& instructions)
      : object_(object), instructions_(instructions) {}

  template <class Value>
  void operator()(const char* name, Value& value) const {
    const json& member = object_.at(name);
    if constexpr (std::is_enum_v<Value>) {
      value = static_cast<Value>(member.get<int>());  // judged where it gets a name
    } else if constexpr (std::is_arithmetic_v<Value>) {
      value = member.get<Value>();
    } else {
      read(member, value);
    }
  }
  void operator()(const char* name, const char*& text) const { text = text_of(object_.at(name)); }
  void operator()(const char* name, uint32_t (&xyz)[3]) const { object_.at(name).get_to(xyz); }

  template <class Item, size_t length>
  void operator()(const char* name, Item (&items)[length]) const {
    uint32_t count = 0;
    (*this)(name, items, count);
    if (count != length) throw std::runtime_error("a list with too few members");
  }
  template <class Item, size_t length>
  void operator()(const char* name, Item (&items)[length], uint32_t& count) const {
    count = 0;
    for (const json& member : object_.at(name)) {
      if (count == length) throw std::runtime_error("a list with too many members");
      read(member, items[count++]);
    }
  }
  void operator()(const char* name, const hip_cpu_instruction*& items, uint32_t& count) const {
    std::vector<hip_cpu_instruction>& list = instructions_.emplace_back();
    for (const json& member : object_.at(name)) read(member, list.emplace_back());
    items = list.data();
    count = static_cast<uint32_t>(list.size());
  }

 private:
  static void read(const json& record, hip_cpu_frame& frame) {
    frame = {text_of(record.at(0)), record.at(1), 0, 0};
  }
  template <class Struct>
  void read(const json& record, Struct& to) const {
    record::visit_members(to, MemberReader(record, instructions_));
  }

  const json& object_;
  InstructionLists& instructions_;
};

}  // namespace

hip_cpu_finding CheckerRecord::finding(const json& record) {
  hip_cpu_finding finding = {};
  record::visit_members(finding, MemberReader(record, instructions_));
  return finding;
}

hip_cpu_launch_counts CheckerRecord::counts(const json& record) {
  hip_cpu_launch_counts counts = {};
  record::visit_members(counts, MemberReader(record, instructions_));
  return counts;
}

}  // namespace hippuzzle::cc

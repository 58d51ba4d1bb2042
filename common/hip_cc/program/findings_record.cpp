#include "findings_record.hpp"

#include <dlfcn.h>
#include <hip_cpu/check_programs.h>

#include <cstdint>
#include <span>
#include <type_traits>

#include "hip_cc/record/checker_fields.hpp"
#include "record_json.hpp"

namespace hippuzzle::program {
namespace {

template <class Struct>
std::string record_of(const Struct& value);

std::string record_of(const hip_cpu_frame& f) { return frame(f.module, f.offset); }

// Writes members as members of an object.
class MemberWriter {
 public:
  explicit MemberWriter(std::string& object) : object_(object) {}

  template <class Value>
  void operator()(const char* name, const Value& value) const {
    begin(name);
    if constexpr (std::is_enum_v<Value>) {
      object_ += std::to_string(static_cast<int>(value));
    } else if constexpr (std::is_arithmetic_v<Value>) {
      object_ += std::to_string(value);
    } else {
      object_ += record_of(value);
    }
  }
  void operator()(const char* name, const char* const& text) const {
    begin(name);
    object_ += quoted(text);
  }
  void operator()(const char* name, const uint32_t (&xyz)[3]) const {
    begin(name);
    object_ += index(xyz);
  }
  template <class Item, size_t count>
  void operator()(const char* name, const Item (&items)[count]) const {
    (*this)(name, items, count);
  }
  template <class Item>
  void operator()(const char* name, const Item* items, size_t count) const {
    begin(name);
    object_ += list(std::span(items, count), [](const Item& item) { return record_of(item); });
  }

 private:
  void begin(const char* name) const {
    if (object_.size() > 1) object_ += ',';
    object_ += quoted(name) + ':';
  }

  std::string& object_;
};

template <class Struct>
std::string record_of(const Struct& value) {
  std::string object = "{";
  record::visit_members(value, MemberWriter(object));
  return object + '}';
}

// A return address, as the checker has them: the address after the call, counted from the module's
// load address.
std::string address_record(void* address) {
  Dl_info info{};
  if (dladdr(address, &info) == 0 || !info.dli_fname) return frame("", 0);
  return frame(info.dli_fname, static_cast<uint64_t>(static_cast<char*>(address) -
                                                     static_cast<char*>(info.dli_fbase)));
}

// The arrays that are not freed, by name and bytes.
std::string leaks_record() {
  std::vector<std::string> leaks;
  hip_cpu_visit_live_arrays(
      [](void* all, const char* name, uint64_t bytes) {
        static_cast<std::vector<std::string>*>(all)->push_back('[' + quoted(name) + ',' +
                                                               std::to_string(bytes) + ']');
      },
      &leaks);
  return list(leaks, [](const std::string& leak) { return leak; });
}

}  // namespace

std::string findings_record(const std::vector<Allocation>& allocations, bool with_leaks,
                            const std::string& trace) {
  std::vector<const hip_cpu_finding*> findings;
  for (uint32_t i = 0; i < hip_cpu_checker.finding_count(); ++i)
    findings.push_back(hip_cpu_checker.finding(i));
  std::vector<const hip_cpu_launch_counts*> counted;
  for (uint32_t i = 0; i < hip_cpu_checker.launch_count(); ++i)
    counted.push_back(hip_cpu_checker.launch(i));
  uint64_t looked_at = 0, in_all = 0;
  hip_cpu_checker.sampled_blocks(&looked_at, &in_all);
  return '{' + number("looked_at", looked_at) + number("in_all", in_all) +
         number("rescheduled", hip_cpu_checker.rescheduled_launch_count()) +
         number("begun", hip_cpu_checker.begun_launch_count()) +
         "\"findings\":" + list(findings, [](const hip_cpu_finding* f) { return record_of(*f); }) +
         ",\"counts\":" +
         list(counted, [](const hip_cpu_launch_counts* c) { return record_of(*c); }) +
         ",\"allocations\":" +
         list(allocations, [](const Allocation& a) { return list(a, address_record); }) +
         (with_leaks ? ",\"leaks\":" + leaks_record() : "") +
         (trace.empty() ? "" : ",\"trace\":" + trace) + "}\n";
}

}  // namespace hippuzzle::program

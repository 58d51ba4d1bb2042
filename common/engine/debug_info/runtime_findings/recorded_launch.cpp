#include "engine/debug_info/runtime_findings/recorded_launch.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <stdexcept>

#include "engine/debug_info/source_lines.hpp"
#include "engine/results/runtime_numbers.hpp"

namespace hippuzzle {
namespace {

bool all_unset(const uint8_t* bytes, size_t count) {
  const auto are_all = [&](uint8_t mark) {
    return std::all_of(bytes, bytes + count, [mark](uint8_t b) { return b == mark; });
  };
  return are_all(HIP_CPU_UNSET_BYTE) || are_all(HIP_CPU_UNSET_BYTE_DECLARED);
}

ThreadState state_of(hip_cpu_thread_state state) {
  switch (state) {
    case HIP_CPU_AT_BARRIER:
      return ThreadState::at_barrier;
    case HIP_CPU_LEFT:
      return ThreadState::left;
    case HIP_CPU_ELSEWHERE:
      return ThreadState::elsewhere;
  }
  throw std::runtime_error("the CPU runtime reported a value that this hippuzzle does not know");
}

class LaunchReader {
 public:
  LaunchReader(const hip_cpu_traced_launch& from, const KernelVariables& variables,
               const RecordedNames& names)
      : from_(from), variables_(variables), names_(names) {}

  TracedLaunch read() {
    to_.kernel = from_.kernel;
    std::copy_n(from_.grid, 3, to_.grid.begin());
    std::copy_n(from_.block, 3, to_.block.begin());
    to_.warp_lanes = from_.warp_lanes;
    to_.dynamic_shared_bytes = from_.dynamic_shared_bytes;
    to_.has_block = from_.has_block != 0;
    to_.is_cut = from_.is_cut != 0;
    to_.first_thread = from_.first_thread;
    to_.recorded_threads = from_.thread_count;
    to_.places.emplace_back();
    for (uint32_t i = 0; i < from_.array_count; ++i) add_array(i);
    to_.phases.resize(from_.phase_count);
    for (uint64_t i = 0; i < from_.access_count; ++i) add_access(from_.accesses[i]);
    for (uint64_t i = 0; i < from_.request_count; ++i) add_request(from_.requests[i]);
    for (uint64_t i = 0; i < from_.meeting_count; ++i) add_meeting(from_.meetings[i]);
    for (uint32_t i = 0; i < from_.phase_count; ++i) {
      add_threads(i);
      add_shared(i);
    }
    for (size_t i = 0, offset = 0; i < variables_.locals.size(); ++i) {
      const VariableType& type = variables_.locals[i].type;
      add_variable(variables_.locals[i], offset);
      offset += type.count() * type.element.bytes;
    }
    return std::move(to_);
  }

 private:
  uint32_t place(uint32_t site) {
    const auto [found, added] = places_.try_emplace(site, 0);
    if (!added || site == 0) return found->second;
    const SourcePlace place = lines_.find(names_.frames(site));
    const auto same = std::ranges::find_if(to_.places, [&](const SourcePlace& p) {
      return p.file == place.file && p.line == place.line && p.column == place.column;
    });
    found->second = static_cast<uint32_t>(same - to_.places.begin());
    if (same == to_.places.end()) to_.places.push_back(place);
    return found->second;
  }

  // Bytes that each access of the array has; 0 when they differ or there is none.
  uint32_t access_bytes(uint32_t array) const {
    uint32_t bytes = 0;
    for (const hip_cpu_traced_access& a : std::span(from_.accesses, from_.access_count)) {
      if (a.array != array || a.bytes == bytes) continue;
      if (bytes != 0) return 0;
      bytes = a.bytes;
    }
    return bytes;
  }

  // Memory declared as bytes, or by code that the kernel calls, has the type of its accesses.
  VariableType type_of(uint32_t index) const {
    const hip_cpu_traced_array& array = from_.arrays[index];
    if (array.is_shared == 0) {
      if (const auto known = names_.type_of(array)) return *known;
    }
    const uint32_t bytes = access_bytes(index);
    const SharedVariable* declared = variables_.find_shared(array.name);
    if (declared != nullptr && (declared->type.element.bytes > 1 || bytes <= 1))
      return declared->type;
    if (names_.usual && bytes == names_.usual->bytes) return {*names_.usual, {}};
    const bool is_number = bytes == 2 || bytes == 4 || bytes == 8;
    return {{ElementType::Kind::unsigned_integer, is_number ? bytes : 1}, {}};
  }

  void add_array(uint32_t index) {
    const hip_cpu_traced_array& array = from_.arrays[index];
    VariableType type = type_of(index);
    const uint64_t count = array.bytes / type.element.bytes;
    if (!type.shape.empty() && type.shape.front() == 0) {  // as `extern __shared__` arrays are
      type.shape.front() = 1;
      type.shape.front() = count / std::max<uint64_t>(type.count(), 1);
    }
    if (type.shape.empty() || type.count() != count) type.shape = {count};
    elements_.push_back(type.element);
    to_.arrays.push_back({array.name, array.is_shared != 0, type.element.name(), type.shape, {}});
  }

  std::vector<TracedValue> decode(const ElementType& type, const uint8_t* bytes, uint32_t count,
                                  bool may_be_unset) const {
    std::vector<TracedValue> values;
    for (uint32_t done = 0; done + type.bytes <= count; done += type.bytes) {
      const bool unset = may_be_unset && all_unset(bytes + done, type.bytes);
      values.push_back(unset ? TracedValue() : type.decode(bytes + done));
    }
    if (values.empty()) values.emplace_back();  // part of an element
    return values;
  }

  void add_access(const hip_cpu_traced_access& from) {
    if (from.phase >= to_.phases.size()) return;  // of a phase that a finding cut short
    const ElementType& type = elements_[from.array];
    const uint8_t* value = from_.values + from.value;
    TracedAccess access{from.thread, place(from.site),         access_kind(from.access),
                        from.array,  from.offset / type.bytes, {},
                        {}};
    if (from.access == HIP_CPU_ATOMIC) {
      access.before = decode(type, value, from.bytes, true);
      value += from.bytes;
    }
    access.values = decode(type, value, from.bytes, from.access == HIP_CPU_READ);
    to_.phases[from.phase].accesses.push_back(std::move(access));
  }

  void add_request(const hip_cpu_traced_request& from) {
    if (from.phase >= to_.phases.size()) return;
    TracedRequest request;
    request.warp = from.warp;
    request.place = place(from.site);
    request.access = access_kind(from.access);
    request.shared = from.is_shared != 0;
    request.bytes = from.bytes;
    request.cost = from.cost;
    request.least = from.least;
    for (const hip_cpu_traced_lane& lane :
         std::span(from_.lanes + from.first_lane, from.lane_count)) {
      request.threads.push_back(lane.thread);
      request.arrays.push_back(lane.array);
      request.elements.push_back(lane.offset / elements_[lane.array].bytes);
    }
    to_.phases[from.phase].requests.push_back(std::move(request));
  }

  void add_meeting(const hip_cpu_traced_meeting& from) {
    if (from.phase >= to_.phases.size()) return;
    TracedMeeting meeting;
    meeting.warp = from.warp;
    meeting.place = place(from.site);
    meeting.is_vote = from.is_vote != 0;
    for (uint32_t lane = 0; lane < from_.warp_lanes; ++lane) {
      if ((from.lanes >> lane & 1) == 0) continue;
      meeting.lanes.push_back(lane);
      if (meeting.is_vote)
        meeting.votes.push_back(from.votes >> lane & 1);
      else
        meeting.sources.push_back(from.sources[lane]);
    }
    to_.phases[from.phase].meetings.push_back(std::move(meeting));
  }

  void add_threads(uint32_t index) {
    for (uint32_t t = 0; t < to_.thread_count(); ++t) {
      const hip_cpu_traced_thread& thread = from_.phases[index].threads[t];
      to_.phases[index].threads.push_back({state_of(thread.state), place(thread.site)});
    }
  }

  // Arrays that are touched later only count as unwritten.
  void add_shared(uint32_t index) {
    const hip_cpu_traced_phase& phase = from_.phases[index];
    uint64_t offset = 0;
    for (size_t a = 0; a < to_.arrays.size(); ++a) {
      auto& values = to_.phases[index].shared.emplace_back();
      if (!to_.arrays[a].shared) continue;
      const ElementType& type = elements_[a];
      for (uint64_t i = 0; i + type.bytes <= from_.arrays[a].bytes; i += type.bytes) {
        const uint64_t at = offset + i;
        const bool written = at + type.bytes <= phase.shared_bytes &&
                             std::all_of(phase.written + at, phase.written + at + type.bytes,
                                         [](uint8_t w) { return w != 0; });
        values.push_back(written ? TracedValue(type.decode(phase.shared + at)) : TracedValue());
      }
      offset += from_.arrays[a].bytes;
    }
  }

  // Whether the thread stands where the variable is seen and was declared before.
  bool sees(const hip_cpu_traced_thread& thread, const LocalVariable& variable) {
    if (thread.state == HIP_CPU_ELSEWHERE || thread.code == 0) return false;
    const auto inside = [&](const auto& range) {
      return thread.code > range.first && thread.code <= range.second;
    };
    if (std::ranges::none_of(variable.scopes, inside)) return false;
    const auto [line, added] = code_lines_.try_emplace(thread.code, 0);
    if (added) line->second = lines_.find({{{from_.module, thread.code}}}).line;
    return variable.line <= line->second;
  }

  void add_variable(const LocalVariable& variable, size_t offset) {
    const VariableType& type = variable.type;
    const auto bytes = static_cast<uint32_t>(type.count() * type.element.bytes);
    bool is_set = false;
    for (uint32_t p = 0; p < from_.phase_count; ++p) {
      auto& values = to_.phases[p].variables.emplace_back();
      for (uint32_t t = 0; t < to_.thread_count(); ++t) {
        const hip_cpu_traced_thread& thread = from_.phases[p].threads[t];
        std::vector<TracedValue> own(type.count());
        if (sees(thread, variable))
          own = decode(type.element, from_.phases[p].slots + thread.slots + offset, bytes, true);
        for (const TracedValue& value : own) is_set |= value.has_value();
        values.insert(values.end(), own.begin(), own.end());
      }
    }
    if (is_set) {
      to_.variables.push_back({variable.name, type.element.name(), type.shape});
    } else {
      for (TracedPhase& phase : to_.phases) phase.variables.pop_back();
    }
  }

  const hip_cpu_traced_launch& from_;
  const KernelVariables& variables_;
  const RecordedNames& names_;
  TracedLaunch to_;
  std::vector<ElementType> elements_;  // by array
  SourceLines lines_;
  std::map<uint32_t, uint32_t> places_;  // by site
  std::map<uint64_t, int> code_lines_;
};

}  // namespace

static_assert(most_traced_accesses == HIP_CPU_TRACED_ACCESSES &&
              most_traced_bytes == HIP_CPU_TRACED_BYTES);

RecordedFrame::RecordedFrame(const std::string& module, uint64_t kernel)
    : variables_(read_kernel_variables(module, kernel)) {
  for (const LocalVariable& local : variables_.locals) {
    slots_.push_back(
        {local.offset, static_cast<uint32_t>(local.type.count() * local.type.element.bytes)});
  }
  layout_ = {variables_.begin, variables_.end, static_cast<uint32_t>(slots_.size()), slots_.data()};
}

TracedLaunch to_traced_launch(const hip_cpu_traced_launch& recorded,
                              const KernelVariables& variables, const RecordedNames& names,
                              const std::array<uint32_t, 3>& block) {
  TracedLaunch launch = LaunchReader(recorded, variables, names).read();
  launch.shown = block;
  return launch;
}

}  // namespace hippuzzle

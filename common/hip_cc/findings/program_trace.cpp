#include "hip_cc/findings/program_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/debug_info/pointed_type.hpp"
#include "engine/debug_info/runtime_findings/recorded_launch.hpp"
#include "hip_cc/findings/kernel_of_launch.hpp"

namespace hippuzzle::cc {
namespace {

using json = nlohmann::ordered_json;

void require(bool holds) {
  if (!holds) throw std::runtime_error("a recorded launch that does not fit together");
}

uint8_t digit(char c) {
  require((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  return static_cast<uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10);
}

std::vector<uint8_t> bytes_of(const json& text) {
  const auto& digits = text.get_ref<const std::string&>();
  require(digits.size() % 2 == 0);
  std::vector<uint8_t> bytes;
  bytes.reserve(digits.size() / 2);
  for (size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<uint8_t>(digit(digits[i]) << 4 | digit(digits[i + 1])));
  return bytes;
}

// The recorder's structs, which point to members of this class.
class RecordedLaunch {
 public:
  explicit RecordedLaunch(const json& record)
      : kernel_(record.at("kernel")), module_(record.at("module")) {
    launch_.kernel = kernel_.c_str();
    launch_.module = module_.c_str();
    launch_.kernel_offset = launched_kernel(module_, record.at("kernel_offset"));
    for (int i = 0; i < 3; ++i) {
      launch_.grid[i] = record.at("grid").at(i);
      launch_.block[i] = record.at("block").at(i);
    }
    threads_ = uint64_t{launch_.block[0]} * launch_.block[1] * launch_.block[2];
    launch_.warp_lanes = record.at("warp_lanes");
    launch_.dynamic_shared_bytes = record.at("dynamic_shared_bytes");
    launch_.has_block = record.at("has_block");
    launch_.is_cut = record.at("cut");
    launch_.first_thread = record.at("first_thread");
    launch_.thread_count = record.at("thread_count");
    slot_bytes_ = record.at("slot_bytes");
    require(threads_ > 0 && threads_ <= 1024 && launch_.warp_lanes > 0 &&
            launch_.first_thread <= threads_ &&
            launch_.thread_count <= threads_ - launch_.first_thread);
    for (const json& site : record.at("sites")) frames_[site.at(0)] = frames_of(site.at(1));
    read_arrays(record.at("arrays"));
    for (const json& phase : record.at("phases")) read_phase(phase);
    read_accesses(record);
    read_requests(record);
    read_meetings(record);
    point();
  }
  RecordedLaunch(const RecordedLaunch&) = delete;
  RecordedLaunch& operator=(const RecordedLaunch&) = delete;

  const hip_cpu_traced_launch& launch() const { return launch_; }
  uint64_t slot_bytes() const { return slot_bytes_; }  // of one thread's variables
  const std::vector<CodeAddress>& frames(uint32_t site) const { return frames_.at(site); }

 private:
  struct Phase {
    std::vector<hip_cpu_traced_thread> threads;
    std::vector<uint8_t> slots, shared, written;
  };

  void read_arrays(const json& list) {
    for (const json& array : list) {
      names_.push_back(array.at(0));
      arrays_.push_back({nullptr, array.at(1), array.at(2)});
    }
    for (size_t i = 0; i < arrays_.size(); ++i) arrays_[i].name = names_[i].c_str();
  }

  uint32_t site(const json& number) const {
    require(number == 0 || frames_.contains(number));
    return number;
  }

  void read_phase(const json& record) {
    Phase& phase = phases_.emplace_back();
    phase.slots = bytes_of(record.at("slots"));
    phase.shared = bytes_of(record.at("shared"));
    phase.written = bytes_of(record.at("written"));
    for (const json& thread : record.at("threads")) {
      phase.threads.push_back({thread.at(0).get<hip_cpu_thread_state>(), site(thread.at(1)),
                               thread.at(2), thread.at(3)});
      require(phase.threads.back().slots + slot_bytes_ <= phase.slots.size());
    }
    require(phase.threads.size() == threads_ && phase.written.size() == phase.shared.size());
  }

  void read_accesses(const json& record) {
    values_ = bytes_of(record.at("values"));
    for (const json& a : record.at("accesses")) {
      accesses_.push_back({a.at(0), a.at(1), site(a.at(2)), a.at(3).get<hip_cpu_access>(), a.at(4),
                           a.at(5), a.at(6), a.at(7)});
      const hip_cpu_traced_access& access = accesses_.back();
      const uint64_t values = access.access == HIP_CPU_ATOMIC ? 2 : 1;
      require(access.thread < threads_ && access.array < arrays_.size() &&
              access.value <= values_.size() &&
              values * access.bytes <= values_.size() - access.value);
    }
  }

  void read_requests(const json& record) {
    for (const json& lane : record.at("lanes")) {
      lanes_.push_back({lane.at(0), lane.at(1), lane.at(2)});
      require(lanes_.back().thread < threads_ && lanes_.back().array < arrays_.size());
    }
    for (const json& r : record.at("requests")) {
      requests_.push_back({r.at(0), r.at(1), site(r.at(2)), r.at(3).get<hip_cpu_access>(), r.at(4),
                           r.at(5), r.at(6), r.at(7), r.at(8), r.at(9)});
      const hip_cpu_traced_request& request = requests_.back();
      require(request.lane_count > 0 && request.first_lane <= lanes_.size() &&
              request.lane_count <= lanes_.size() - request.first_lane);
    }
  }

  void read_meetings(const json& record) {
    for (const json& m : record.at("meetings")) {
      hip_cpu_traced_meeting meeting = {m.at(0), m.at(1), site(m.at(2)), m.at(3), m.at(4),
                                        m.at(5), {}};
      const std::vector<uint8_t> sources = bytes_of(m.at(6));
      require(sources.size() == sizeof meeting.sources && meeting.lanes != 0 &&
              uint64_t{meeting.warp} * launch_.warp_lanes < threads_);
      std::copy(sources.begin(), sources.end(), meeting.sources);
      meetings_.push_back(meeting);
    }
  }

  void point() {
    for (const Phase& phase : phases_)
      views_.push_back({phase.threads.data(), phase.slots.data(), phase.shared.data(),
                        phase.written.data(), phase.shared.size()});
    launch_.phase_count = static_cast<uint32_t>(views_.size());
    launch_.phases = views_.data();
    launch_.array_count = static_cast<uint32_t>(arrays_.size());
    launch_.arrays = arrays_.data();
    launch_.access_count = accesses_.size();
    launch_.accesses = accesses_.data();
    launch_.values = values_.data();
    launch_.request_count = requests_.size();
    launch_.requests = requests_.data();
    launch_.lanes = lanes_.data();
    launch_.meeting_count = meetings_.size();
    launch_.meetings = meetings_.data();
  }

  const std::string kernel_, module_;
  uint64_t threads_ = 0, slot_bytes_ = 0;
  std::map<uint32_t, std::vector<CodeAddress>> frames_;  // by site
  std::vector<std::string> names_;
  std::vector<hip_cpu_traced_array> arrays_;
  std::vector<Phase> phases_;
  std::vector<hip_cpu_traced_phase> views_;
  std::vector<hip_cpu_traced_access> accesses_;
  std::vector<uint8_t> values_;
  std::vector<hip_cpu_traced_request> requests_;
  std::vector<hip_cpu_traced_lane> lanes_;
  std::vector<hip_cpu_traced_meeting> meetings_;
  hip_cpu_traced_launch launch_ = {};
};

// The kernel's variables, without its locals where the program has not recorded them.
KernelVariables recorded_variables(const RecordedLaunch& recorded) {
  const RecordedFrame frame(recorded.launch().module, recorded.launch().kernel_offset);
  KernelVariables variables = frame.variables();
  uint64_t bytes = 0;
  for (const LocalVariable& local : variables.locals)
    bytes += local.type.count() * local.type.element.bytes;
  if (bytes != recorded.slot_bytes()) variables.locals.clear();
  return variables;
}

// An array is named by its variable alone if no other array of the launch has that variable's name.
void name_arrays(TracedLaunch& launch, ArrayNames& names) {
  std::vector<NamedArray> all;
  for (const TracedArray& array : launch.arrays) all.push_back(names.of(array.name));
  for (size_t i = 0; i < all.size(); ++i) {
    const bool is_only = !all[i].variable.empty() &&
                         std::ranges::count(all, all[i].variable, &NamedArray::variable) == 1;
    launch.arrays[i].name = is_only ? all[i].variable : all[i].name;
  }
}

TracedLaunch launch_of(const json& record, const std::array<uint32_t, 3>& block,
                       ArrayNames& arrays) {
  const RecordedLaunch recorded(record);
  const hip_cpu_traced_launch& launch = recorded.launch();
  RecordedNames names;
  names.frames = [&](uint32_t site) { return recorded.frames(site); };
  names.type_of = [&](const hip_cpu_traced_array& array) {
    const std::string name = array.name;
    if (name.starts_with('@')) return arrays.type_of(name);
    // A variable of the module's, which the kernel sees.
    return pointed_type({launch.module, launch.kernel_offset + 1, 0, 0}, name);
  };
  TracedLaunch traced = to_traced_launch(launch, recorded_variables(recorded), names, block);
  name_arrays(traced, arrays);
  return traced;
}

}  // namespace

ProgramTrace read_program_trace(const json& record, ArrayNames& arrays) {
  ProgramTrace trace;
  trace.kernel = record.at("kernel");
  trace.number = record.at("number");
  trace.launches = record.at("launches");
  trace.block = record.at("block");
  trace.thread = record.at("thread");
  for (const json& entry : record.at("launched"))
    trace.launched.emplace_back(entry.at(0), entry.at(1));
  if (!record.at("launch").is_null())
    trace.launch = launch_of(record.at("launch"), trace.block, arrays);
  return trace;
}

std::string frame_layout(const std::string& module, uint64_t kernel) {
  const RecordedFrame frame(module, launched_kernel(module, kernel));
  const hip_cpu_frame_layout& layout = frame.layout();
  std::string text = fmt::format("{} {}\n", layout.begin, layout.end);
  for (uint32_t i = 0; i < layout.slot_count; ++i)
    text += fmt::format("{} {}\n", layout.slots[i].offset, layout.slots[i].bytes);
  return text;
}

}  // namespace hippuzzle::cc

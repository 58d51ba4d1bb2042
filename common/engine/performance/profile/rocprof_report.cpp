// Reads numbers from the output of rocprofv3 and rocprof. The forms follow their documentation
// and reports in their issue trackers; the tests' are written by hand after them.
#include "engine/performance/profile/rocprof_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "support/outcome.hpp"
#include "support/text/csv.hpp"

namespace hippuzzle {
namespace {

Error refuse_table(const std::string& why) { return Error(Outcome::unsupported, why); }

// The name without the tools' endings: "k(float*) [clone .kd]", "_Z1kPf.kd".
std::string kernel_name(std::string name) {
  for (const std::string_view end : {" [clone .kd]", ".kd"}) {
    if (name.ends_with(end)) name.erase(name.size() - end.size());
  }
  return name;
}

// HIP copies and fills memory by kernels of its own.
bool is_of_hip(const std::string& name) { return name.starts_with("__amd_rocclr_"); }

// The records of a table, the first of which names the columns.
class Records {
 public:
  Records(const std::string& text, const char* tool) : text_(text), tool_(tool) {
    header_ = csv_record(text, at_);
  }

  size_t column(const char* name) const { return csv_column(header_, name, tool_); }
  const std::vector<std::string>& header() const { return header_; }

  // False when there is none left. An empty line is none.
  bool next(std::vector<std::string>& fields) {
    while (at_ < text_.size()) {
      fields = csv_record(text_, at_);
      if (fields.size() == 1 && fields.front().empty()) continue;
      if (fields.size() == header_.size()) return true;
      throw refuse_table(fmt::format("{}'s report has {} columns and a line of {}", tool_,
                                     header_.size(), fields.size()));
    }
    return false;
  }

 private:
  const std::string& text_;
  const char* tool_;
  size_t at_ = 0;
  std::vector<std::string> header_;
};

std::vector<ProfiledKernel> not_empty(std::vector<ProfiledKernel> kernels, const char* tool) {
  if (kernels.empty()) throw refuse_table(fmt::format("{} saw no kernel", tool));
  return kernels;
}

}  // namespace

std::vector<ProfiledKernel> kernels_of_rocprofv3(const std::string& text) {
  Records records(text, "rocprofv3");
  const size_t dispatch = records.column("Dispatch_Id"), name = records.column("Kernel_Name");
  const size_t counter = records.column("Counter_Name"), value = records.column("Counter_Value");
  std::map<double, ProfiledKernel> by_dispatch;  // in the order of the launches
  for (std::vector<std::string> fields; records.next(fields);) {
    if (is_of_hip(fields[name])) continue;
    const auto number = csv_number(fields[dispatch]);
    const auto count = csv_number(fields[value]);
    if (!number || !count) {
      throw refuse_table(fmt::format("rocprofv3 did not count '{}', it says '{}'", fields[counter],
                                     number ? fields[value] : fields[dispatch]));
    }
    ProfiledKernel& kernel = by_dispatch[*number];
    kernel.name = kernel_name(fields[name]);
    kernel.counts[fields[counter]] += *count;
  }
  std::vector<ProfiledKernel> kernels;
  for (auto& [number, kernel] : by_dispatch) kernels.push_back(std::move(kernel));
  return not_empty(std::move(kernels), "rocprofv3");
}

std::vector<ProfiledKernel> kernels_of_rocprof(const std::string& text) {
  Records records(text, "rocprof");
  const size_t name = records.column("KernelName");
  std::vector<ProfiledKernel> kernels;
  for (std::vector<std::string> fields; records.next(fields);) {
    if (is_of_hip(fields[name])) continue;
    ProfiledKernel kernel{kernel_name(fields[name]), {}};
    for (size_t i = 0; i < fields.size(); ++i) {
      if (const auto count = csv_number(fields[i])) kernel.counts[records.header()[i]] = *count;
    }
    kernels.push_back(std::move(kernel));
  }
  return not_empty(std::move(kernels), "rocprof");
}

std::string rocprof_diagnostic(const std::string& tool, const std::string& printed) {
  constexpr std::string_view signs[] = {
      "ermission denied", "not permitted", "Missing: [", "exceeds the capabilities",
      "not found",        "rror",          "nable to"};
  // The first sign that is present is the most informative.
  for (const std::string_view sign : signs) {
    std::istringstream lines(printed);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(sign) == std::string::npos) continue;
      if (sign == signs[0] || sign == signs[1]) {
        return fmt::format(
            "{} may not read this GPU's counters, it said: {}; run as root, or be in "
            "the groups 'render' and 'video'",
            tool, line);
      }
      return fmt::format("{} counted nothing, it said: {}", tool, line);
    }
  }
  return fmt::format("{} counted nothing and did not say why", tool);
}

}  // namespace hippuzzle

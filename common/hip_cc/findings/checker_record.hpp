// The checker's structs, as a checked program wrote them into its record.
#pragma once

#include <hip_cpu/check.h>

#include <deque>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace hippuzzle::cc {

// Memory that the structs point to lives as long as this and the record.
class CheckerRecord {
 public:
  // All throw nlohmann's exceptions and std::runtime_error for a record that is not such a struct.
  hip_cpu_finding finding(const nlohmann::ordered_json& record);
  hip_cpu_launch_counts counts(const nlohmann::ordered_json& record);

 private:
  std::deque<std::vector<hip_cpu_instruction>> instructions_;
};

}  // namespace hippuzzle::cc

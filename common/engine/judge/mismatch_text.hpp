// The words of a verdict: wrong elements, damage that a kernel did, and how its process ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/judge/cases/cases.hpp"
#include "engine/judge/result.hpp"
#include "engine/protocol/event.hpp"
#include "engine/protocol/run_job.hpp"

namespace hippuzzle {

// "packed[2]": an element of one of a variant's outputs.
std::string element_name(const VariantResult& result, const CaseResult& c, const Mismatch& m);

// "3 of 81 elements are wrong, 1 of them NaN"; with several outputs ", the first is packed[2]".
std::string describe(const Comparison& comparison, uint64_t count);
std::string describe(const Comparison& comparison, const VariantResult& result,
                     const CaseResult& c);

// A sentence for each write outside a buffer and for each input that changed.
std::vector<std::string> describe_faults(const CaseDone& done, const hippuzzle_variant& variant,
                                         const Case& c, const VariantResult& result);

// The error of a runner that did not end well. where: " in the case 'example'".
Error error_of(const RunnerEnd& end, std::chrono::milliseconds timeout, const std::string& where);

}  // namespace hippuzzle

// A comparison as a page: tests/hip_cpu/oracle/check_compared.md, check_oclgrind.md.
#pragma once

#include <string>
#include <vector>

#include "tests/hip_cpu/oracle/results.hpp"
#include "tests/hip_cpu/oracle/subject.hpp"
#include "tests/hip_cpu/oracle/tool.hpp"

namespace hippuzzle::testing {

enum class Agreement { same, ours_more, ours_only, theirs_only, mixed, nothing };

// Compares categories: for a reader, an access outside a tensor's shape and an access outside
// memory are the same.
Agreement agreement_of(const Tool& tool, const Compared& compared);

// Whether the tool saw a category that ours did not, its known false reports apart.
bool theirs_is_more(const Tool& tool, const Compared& compared);

// subjects: all subjects, also the ones without a comparison.
std::string page_of(const Tool& tool, const std::vector<Subject>& subjects, const Results& results);

}  // namespace hippuzzle::testing

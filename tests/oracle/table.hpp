// A comparison as a page: tests/oracle/check_compared.md, check_oclgrind.md.
#pragma once

#include <string>
#include <vector>

#include "tests/oracle/results.hpp"
#include "tests/oracle/subject.hpp"
#include "tests/oracle/tool.hpp"

namespace hippuzzle::testing {

enum class Agreement { same, ours_more, ours_only, theirs_only, mixed, nothing };

// By categories: that an access is outside a tensor's shape and that it is outside memory is the
// same to a reader.
Agreement agreement_of(const Tool& tool, const Compared& compared);

// Whether the tool saw a category that ours did not, its known false reports apart.
bool theirs_is_more(const Tool& tool, const Compared& compared);

// subjects: all that there are, those that were not compared among them.
std::string page_of(const Tool& tool, const std::vector<Subject>& subjects, const Results& results);

}  // namespace hippuzzle::testing

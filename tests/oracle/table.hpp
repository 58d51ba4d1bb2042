// The comparison as a page: tests/oracle/check_compared.md.
#pragma once

#include <string>
#include <vector>

#include "tests/oracle/subject.hpp"

namespace hippuzzle::testing {

enum class Agreement { same, ours_more, ours_only, theirs_only, mixed, nothing };

// By categories: that an access is outside a tensor's shape and that it is outside memory is the
// same to a reader.
Agreement agreement_of(const Compared& compared);

// Those in which compute-sanitizer saw a category that ours did not, its known false reports apart.
bool theirs_is_more(const Compared& compared);

// seen_on: where and with what it was run, one line.
std::string page_of(const std::vector<Compared>& all, const std::string& seen_on);

}  // namespace hippuzzle::testing

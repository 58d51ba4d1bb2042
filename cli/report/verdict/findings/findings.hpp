// The checker's findings, for people.
#pragma once

#include <memory>
#include <string>

#include "cli/report/verdict/verdict_formats.hpp"

namespace hippuzzle {

// The findings that no comment in the source allows, at most `most` of them, each with its
// explanation where there is one, then how many are left out and how many are allowed; "" without
// findings. Ends with a line break.
std::string findings_text(const VariantResult& result, size_t most, bool colour);

struct CheckReportStyle {
  size_t most = 20;  // findings
  bool counts = false, remarks = false;
};

// The report of `hippuzzle check` for people.
std::unique_ptr<VerdictFormat> make_check_text(const CheckReportStyle& style, const Look& look);

}  // namespace hippuzzle

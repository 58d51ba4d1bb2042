// Wrong kernels on a puzzle's page: their source with the check's findings at their
// lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/report/book/markdown_page.hpp"

namespace hippuzzle {

// The part of a kernel that its reader may see: all but the headers, or the lines of findings
// alone.
enum class ShownSource { functions, lines_of_findings };

struct WrongKernelsPart {
  std::string html;
  std::vector<PageSection> sections;  // one a kernel, for the search
};

// document: as cli/report/verdict/findings/wrong_kernels.hpp writes it. Kernels in which nothing
// was found are left out. Throws Error(load_failed) for another document.
WrongKernelsPart wrong_kernels_part(std::string_view document, ShownSource shown);

}  // namespace hippuzzle

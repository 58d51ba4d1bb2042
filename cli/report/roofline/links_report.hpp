// Links between devices, as measured: for people, for programs, and as a picture.
#pragma once

#include <string>

#include "cli/report/output.hpp"
#include "engine/performance/roofline/measured_links.hpp"

namespace hippuzzle {

std::string links_text(const Links& links, const Look& look);
std::string links_json(const Links& links, const Look& look);
std::vector<Format<Links>> links_formats();

// GB/s over the bytes of a copy. Throws as draw() of chart.hpp does.
void plot_links(const Links& links, const std::string& file);

}  // namespace hippuzzle

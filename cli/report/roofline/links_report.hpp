// Links between devices, as measured: for people, for programs, and as a picture.
#pragma once

#include <string>

#include "engine/performance/roofline/links.hpp"

namespace hippuzzle {

void print_links_text(const Links& links);
void print_links_json(const Links& links);

// GB/s over the bytes of a copy. Throws as draw() of chart.hpp does.
void plot_links(const Links& links, const std::string& file);

}  // namespace hippuzzle

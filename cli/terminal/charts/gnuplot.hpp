// Pictures by gnuplot, where it is installed.
#pragma once

#include <string>

namespace hippuzzle {

// Runs the script. file: where the picture goes, .svg or .png. Throws Error(usage) for another
// ending or a file that cannot be written, Error(unsupported) when there is no gnuplot.
void plot(const std::string& script, const std::string& file);

// Throws as plot() would, before anything has been measured; "-" is the terminal, which needs
// nothing.
void require_plottable(const std::string& file);

// A text as gnuplot reads one.
std::string gnuplot_text(const std::string& text);

}  // namespace hippuzzle

#include "cli/terminal/charts/gnuplot.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "cli/terminal/screen/output_file.hpp"
#include "support/outcome.hpp"
#include "support/process/external_tool.hpp"

namespace hippuzzle {
namespace {

std::string terminal_for(const std::string& file) {
  const std::string kind =
      file.ends_with(".svg")
          ? "svg noenhanced size 1000, 640 font 'Arial, 12' background rgb 'white'"
          : "pngcairo noenhanced size 2000, 1280 fontscale 1.55 linewidth 2 pointscale 2";
  return fmt::format("set terminal {}\nset output {}\n", kind, gnuplot_text(file));
}

}  // namespace

std::string gnuplot_text(const std::string& text) {
  std::string quoted = "'";
  for (char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c == '\n' ? ' ' : c);
  return quoted + "'";
}

void require_plottable(const std::string& file) {
  if (file == "-") return;
  if (!file.ends_with(".svg") && !file.ends_with(".png")) {
    throw Error(Outcome::usage, fmt::format("cannot draw '{}'; name a file that ends in .svg or "
                                            ".png, or - for the terminal",
                                            file));
  }
  const auto folder = std::filesystem::absolute(file).parent_path();
  if (access(folder.c_str(), W_OK) != 0) throw cannot_write(file, errno);
  if (!find_program("gnuplot")) {
    throw Error(Outcome::unsupported,
                "pictures are drawn by gnuplot, which is not installed; install the package "
                "gnuplot-nox, or draw in the terminal, which needs nothing");
  }
}

void plot(const std::string& script, const std::string& file) {
  require_plottable(file);
  std::fflush(stdout);
  std::FILE* const gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) throw Error(Outcome::unsupported, "gnuplot cannot be started");
  const std::string whole = terminal_for(file) + script;
  const bool is_written = std::fwrite(whole.data(), 1, whole.size(), gnuplot) == whole.size();
  if (pclose(gnuplot) != 0 || !is_written) {
    throw Error(Outcome::unsupported,
                fmt::format("gnuplot could not draw '{}'; its message is above", file));
  }
}

}  // namespace hippuzzle

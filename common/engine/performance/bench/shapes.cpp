#include "engine/performance/bench/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <hippuzzle/puzzle.hpp>
#include <regex>
#include <sstream>

#include "engine/judge/cases/size.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

constexpr double least_extent = 64, most_extent = 16'384;
constexpr double least_flops = 1e9, most_flops = 4e12;

// The number of which all extents of a shape are multiples, and of none larger.
enum class Alignment { sixteen, eight, odd };

Alignment alignment_of(unsigned shape) {
  constexpr unsigned period = 12, eights = 4, odds = 2;
  const unsigned place = shape % period;
  return place < eights          ? Alignment::eight
         : place < eights + odds ? Alignment::odd
                                 : Alignment::sixteen;
}

uint64_t aligned(double extent, Alignment alignment) {
  const auto n = static_cast<uint64_t>(extent);
  switch (alignment) {
    case Alignment::eight:
      return n / 16 * 16 + 8;
    case Alignment::odd:
      return n / 2 * 2 + 1;
    case Alignment::sixteen:
      break;
  }
  return n / 16 * 16;
}

hippuzzle_extents draw(Random& random, Alignment alignment) {
  hippuzzle_extents extents = {};
  double flops = 2;
  for (int i = 0; i < 3; ++i) {
    const double drawn = std::exp2(random.uniform(std::log2(least_extent), std::log2(most_extent)));
    extents.n[i] = aligned(drawn, alignment);
    flops *= static_cast<double>(extents.n[i]);
  }
  // Drawn again until the product is neither lost in the time of a launch nor longer than a breath.
  return flops < least_flops || flops > most_flops ? draw(random, alignment) : extents;
}

// A line without its comment, the blanks at its ends and those around an x between numbers.
std::string size_in(const std::string& line) {
  static const std::regex ends("^\\s+|\\s*(#.*)?$"), around_x("([0-9])\\s*x\\s*(?=[0-9])");
  return std::regex_replace(std::regex_replace(line, ends, ""), around_x, "$1x");
}

}  // namespace

std::vector<hippuzzle_extents> random_shapes(uint64_t seed, unsigned count) {
  Random random(seed);
  std::vector<hippuzzle_extents> shapes;
  for (unsigned i = 0; i < count; ++i) shapes.push_back(draw(random, alignment_of(i)));
  return shapes;
}

std::vector<hippuzzle_extents> shapes_in_file(const std::filesystem::path& file,
                                              const hippuzzle_variant& variant) {
  const auto text = read_file(file);
  if (!text) {
    throw Error(Outcome::usage,
                fmt::format("cannot read '{}'; name a file with a size a line, such as "
                            "4096x4096x512, or random:SEED:N",
                            file.string()));
  }
  std::vector<hippuzzle_extents> shapes;
  std::istringstream in(*text);
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::string size = size_in(line);
    if (size.empty()) continue;
    try {
      shapes.push_back(parse_size(size, variant));
    } catch (const Error& error) {
      throw Error(Outcome::usage, fmt::format("{}:{}: {}", file.string(), number, error.what()));
    }
  }
  if (shapes.empty()) {
    throw Error(Outcome::usage, fmt::format("'{}' has no size; write one a line, such as "
                                            "4096x4096x512",
                                            file.string()));
  }
  return shapes;
}

}  // namespace hippuzzle

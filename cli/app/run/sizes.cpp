#include "cli/app/run/sizes.hpp"

#include "cli/args/option_values.hpp"
#include "engine/judge/cases/size.hpp"

namespace hippuzzle {

std::vector<hippuzzle_extents> read_sizes(const std::vector<std::string>& lists,
                                          const hippuzzle_variant& variant) {
  std::vector<hippuzzle_extents> all;
  for (const std::string& list : lists) {
    for (const std::string& size : comma_separated(list)) {
      all.push_back(parse_size(size, variant));
    }
  }
  return all;
}

}  // namespace hippuzzle

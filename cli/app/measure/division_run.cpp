#include <fmt/format.h>

#include <algorithm>

#include "cli/app/measure/bench_run.hpp"
#include "cli/app/measure/roofline_run.hpp"
#include "cli/app/run/sizes.hpp"
#include "cli/report/words/advice.hpp"
#include "cli/terminal/screen/logging.hpp"

namespace hippuzzle {
namespace {

// Adds the variant to those of the same product.
void add_variant(std::vector<DividedProduct>& products, const ProductToDivide& product,
                 const std::string& variant) {
  const auto same = std::ranges::find(products, product, &DividedProduct::product);
  if (same != products.end()) {
    same->variants.push_back(variant);
  } else {
    products.push_back({product, {variant}});
  }
}

}  // namespace

Divided divided_over(unsigned count, const std::string& device, const RooflineSettings& settings,
                     const GlobalOptions& globals, const std::vector<VariantRef>& refs) {
  Divided divided{.ceilings = ceilings_from_file(globals.search_path(), device), .size = ""};
  const auto& sizes = settings.measure.sizes;
  const hippuzzle_extents extents =
      sizes.empty() ? refs.front().extents() : read_sizes(sizes, *refs.front().variant)[0];
  divided.size = size_text(extents);
  std::vector<DividedProduct> products;
  for (const VariantRef& ref : refs) {
    const std::string name = ref.flag.empty() ? ref.id : ref.flag;
    add_variant(products, product_to_divide(*ref.variant, name, extents), name);
  }
  for (DividedProduct& one : products) {
    try {
      one.divisions = divisions(one.product, count, divided.ceilings);
      divided.products.push_back(std::move(one));
    } catch (const Error& error) {
      if (error.outcome() != Outcome::unsupported || products.size() == 1) throw;
      logging::warning("{} left out: {}", fmt::join(one.variants, ", "), in_words(error));
    }
  }
  if (divided.products.empty()) {
    throw Error(Outcome::unsupported,
                fmt::format("no product could be placed under the roofs of {}", device));
  }
  return divided;
}

}  // namespace hippuzzle

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "cli/app/measure/bench_run.hpp"
#include "cli/app/measure/roofline_run.hpp"
#include "cli/app/measure/scaling_run.hpp"
#include "cli/app/measure/visible_devices.hpp"
#include "cli/app/run/runner_choice.hpp"
#include "cli/app/run/sizes.hpp"
#include "cli/report/advice_text.hpp"
#include "cli/terminal/screen/logging.hpp"
#include "engine/platforms/platforms.hpp"

namespace hippuzzle {
namespace {

// Adds the variant to the variants of the same product.
void add_variant(std::vector<DividedProduct>& products, const ProductToDivide& product,
                 const std::string& variant) {
  const auto same = std::ranges::find(products, product, &DividedProduct::product);
  if (same != products.end()) {
    same->variants.push_back(variant);
  } else {
    products.push_back({product, {variant}});
  }
}

// Throws Error(unsupported) when nothing can be placed.
Divided divide_products(unsigned count, Ceilings ceilings, const hippuzzle_extents& extents,
                        const std::vector<VariantRef>& refs) {
  Divided divided{.ceilings = std::move(ceilings),
                  .size = size_text(extents, *refs.front().variant)};
  std::vector<DividedProduct> products;
  for (const VariantRef& ref : refs) {
    const std::string name = ref.flag.empty() ? ref.id : ref.flag;
    add_variant(products, product_to_divide(*ref.variant, name, extents), name);
  }
  for (DividedProduct& one : products) {
    try {
      one.shardings = shardings(one.product, count, divided.ceilings);
      divided.products.push_back(std::move(one));
    } catch (const Error& error) {
      if (error.outcome() != Outcome::unsupported || products.size() == 1) throw;
      logging::warning("{} left out: {}", fmt::join(one.variants, ", "), in_words(error));
    }
  }
  if (divided.products.empty()) {
    throw Error(
        Outcome::unsupported,
        fmt::format("no product could be placed under the roofs of {}", divided.ceilings.device));
  }
  return divided;
}

// GB/s that a device receives: all at once in a ring, and over the slowest pair alone.
std::map<std::string, double> rates_of(const Links& links) {
  std::map<std::string, double> rates;
  std::map<std::pair<int, int>, double> pairs;  // of the largest copy, which comes last
  for (const LinkTimed& timed : links.timed) {
    const double rate = gigabytes_per_second(timed, links.devices.size());
    if (timed.what == "ring") rates["ring"] = rate;
    if (timed.what == "between devices") pairs[{timed.from, timed.to}] = rate;
  }
  for (const auto& [pair, rate] : pairs) {
    const auto slowest = rates.find("pair");
    rates["pair"] = slowest == rates.end() ? rate : std::min(slowest->second, rate);
  }
  return rates;
}

void add_measured(Divided& divided, const Scaling& scaling) {
  for (DividedProduct& one : divided.products) {
    for (const ScalingRow& row : scaling.rows) {
      if (std::ranges::find(one.variants, row.variant) == one.variants.end()) continue;
      const ScalingPoint& last = row.points.back();
      if (last.devices < 2) continue;
      if (last.measured.time.count == 0) {
        logging::warning("{}: {}", row.variant, reason_in_words(last.measured));
        continue;
      }
      const double gflops = last.measured.flops / 1e6 / last.measured.time.median;
      one.measured.push_back({row.variant, gflops, row.speed_up(row.points.size() - 1)});
    }
  }
}

}  // namespace

Divided divided_over(unsigned count, const std::string& device, const RooflineSettings& settings,
                     const GlobalOptions& globals, const std::vector<VariantRef>& refs) {
  const auto& sizes = settings.measure.sizes;
  return divide_products(
      count, ceilings_from_file(globals.search_path(), device),
      sizes.empty() ? refs.front().extents() : read_sizes(sizes, *refs.front().variant)[0], refs);
}

Divided divided_here(const std::vector<int>& devices, const RooflineSettings& settings,
                     const GlobalOptions& globals, const std::vector<VariantRef>& refs) {
  const auto count = static_cast<unsigned>(devices.size());
  show_only(devices, count);
  const Chosen chosen = choose_candidate(settings.measure.run, globals, refs.front().puzzle->id());
  const std::string& platform = chosen.candidate.platform;
  require_shown(globals.search_path(), platform, count);
  RooflineSettings there = settings;
  there.measure.run.backend = platform;
  Ceilings ceilings = roofline_here(there, globals).ceilings;
  ceilings.links = rates_of(links_here(there, globals));

  if (is_simulated(platform)) {
    logging::warning(
        "simulated devices share this machine's processors and memory: roofs, links and "
        "times say nothing about GPUs");
  }
  const hippuzzle_variant& first = *refs.front().variant;
  const hippuzzle_extents extents =
      or_default(read_sizes(settings.measure.sizes, first), first, platform)[0];
  Divided divided = divide_products(count, std::move(ceilings), extents, refs);
  std::vector<VariantRef> on_several;
  std::ranges::copy_if(refs, std::back_inserter(on_several), [&](const VariantRef& ref) {
    return ref.variant->devices > 1 && !refusal(*ref.variant, extents);
  });
  if (on_several.empty()) return divided;
  say_whose_kernels_run(globals.catalog(), settings.measure.run);
  add_measured(divided,
               measure_scaling(on_several, extents, chosen,
                               bench_options(settings.measure.run, settings.measure.budget),
                               runner_choice(settings.measure.run, chosen.whose()), devices,
                               device_counts(count, false)));
  return divided;
}

}  // namespace hippuzzle

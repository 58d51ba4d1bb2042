#include "engine/performance/bench/launch_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/judge/cases/size.hpp"
#include "engine/modules/optional_entry.hpp"
#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

const hippuzzle_explainer& explainer_of(const SearchPath& search_path, const VariantRef& ref) {
  const auto module = search_path.judge_module(ref.puzzle->id());
  const auto* explainer = module ? optional_entry<hippuzzle_explainer>(SharedLibrary(*module),
                                                                       HIPPUZZLE_EXPLAINER_SYMBOL)
                                 : nullptr;
  if (explainer != nullptr && explainer->explain != nullptr) return *explainer;
  throw Error(Outcome::usage,
              fmt::format("{} has nothing to explain: none of its kernels chooses its launch by a "
                          "model of the device; gemm's do",
                          ref.id));
}

// As modules take it; points into the device.
hippuzzle_modelled_device for_module(const ModelledDevice& device) {
  return {.struct_size = sizeof(hippuzzle_modelled_device),
          .platform = device.platform.c_str(),
          .architecture = device.architecture.c_str(),
          .multiprocessors = device.multiprocessors};
}

}  // namespace

const hippuzzle_way_model* way_model_of(const SearchPath& search_path, const VariantRef& ref) {
  const auto module = search_path.judge_module(ref.puzzle->id());
  if (!module) return nullptr;
  return optional_entry<hippuzzle_way_model>(SharedLibrary(*module), HIPPUZZLE_WAY_MODEL_SYMBOL);
}

std::vector<TimedWay> proposed_ways(const hippuzzle_way_model& model, const VariantRef& ref,
                                    const hippuzzle_extents& extents,
                                    const ModelledDevice& device) {
  const hippuzzle_modelled_device modelled = for_module(device);
  hippuzzle_proposed_way proposed[most_proposed_ways] = {};
  const uint32_t count =
      model.propose(ref.variant->name, &extents, &modelled, most_proposed_ways, proposed);
  std::vector<TimedWay> ways;
  for (uint32_t i = 0; i < std::min(count, most_proposed_ways); ++i)
    ways.push_back({proposed[i].number, proposed[i].words, proposed[i].microseconds / 1e3});
  return ways;
}

ExplainedSize explain_size(const SearchPath& search_path, const std::vector<VariantRef>& refs,
                           const hippuzzle_extents& extents, const ModelledDevice& device) {
  const hippuzzle_explainer& explainer = explainer_of(search_path, refs.front());
  const hippuzzle_modelled_device modelled = for_module(device);
  const hippuzzle_way_model* ways = way_model_of(search_path, refs.front());
  ExplainedSize size{refs.front().id, size_text(extents, *refs.front().variant), device, {}};
  for (const VariantRef& ref : refs) {
    Explanation& one = size.variants.emplace_back();
    one.variant = ref.flag.empty() ? ref.id : ref.flag;
    one.says.struct_size = sizeof one.says;
    if (const auto refused = refusal(*ref.variant, extents)) {
      one.why_not = *refused;
    } else if (const char* why_not =
                   explainer.explain(ref.variant->name, &extents, &modelled, &one.says)) {
      one.why_not = why_not;
    } else if (ways != nullptr) {
      one.ways = proposed_ways(*ways, ref, extents, device);
    }
  }
  return size;
}

}  // namespace hippuzzle

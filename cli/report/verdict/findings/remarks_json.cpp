// Remarks for programs. docs/reference/check.md describes the objects.
#include <nlohmann/json.hpp>

#include "cli/report/verdict/findings/findings_json.hpp"
#include "cli/report/verdict/findings/remarks_text.hpp"
#include "engine/judge/check/remarks.hpp"
#include "engine/results/names.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

const char* id_of(RemarkKind kind) {
  switch (kind) {
    case RemarkKind::uncoalesced:
      return "uncoalesced";
    case RemarkKind::bank_conflicts:
      return "bank-conflicts";
    case RemarkKind::divergence:
      return "divergence";
    case RemarkKind::repeated_reads:
      return "repeated-reads";
    case RemarkKind::repeated_writes:
      return "repeated-writes";
    case RemarkKind::repeated_atomics:
      break;
  }
  return "repeated-atomics";
}

}  // namespace

json remarks_json(const VariantResult& result) {
  json all = json::array();
  for (const Remark& r : remarks(result.counts)) {
    all.push_back({{"remark", id_of(r.kind)},
                   {"message", remark_sentence(r)},
                   {"kernel", r.kernel},
                   {"access", word_of(r.access)},
                   {"space", r.shared ? "shared" : "global"},
                   {"array", r.array},
                   {"file", r.place.file},
                   {"line", r.place.line},
                   {"source", r.place.text},
                   {"count", r.count},
                   {"needed", r.needed},
                   {"spared_bytes", r.spared_bytes},
                   {"spared_seconds", nullptr}});
    if (const double time = spared_seconds(r, result.rates); time > 0)
      all.back()["spared_seconds"] = time;
  }
  return all;
}

}  // namespace hippuzzle

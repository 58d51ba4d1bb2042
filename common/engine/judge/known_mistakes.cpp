#include "engine/judge/known_mistakes.hpp"
#include "engine/results/finding_kinds.hpp"
#include "engine/results/names.hpp"
#include "support/text/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

constexpr size_t elements_kept = 100;  // enough to tell mistakes apart

// Platforms round differently; mistakes differ by far more.
bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= 1e-4 * std::max(std::abs(a), std::abs(b));
}

KnownMistakes::Case shown_by(const CaseResult& result) {
  KnownMistakes::Case c{result.name, result.passed, {}, result.faults};
  if (!result.passed) {
    const size_t kept = std::min(result.output.size(), elements_kept);
    c.output.assign(result.output.begin(), result.output.begin() + static_cast<ptrdiff_t>(kept));
  }
  return c;
}

bool same(const KnownMistakes::Case& a, const KnownMistakes::Case& b) {
  return a.passed == b.passed && a.faults == b.faults &&
         std::ranges::equal(a.output, b.output, [](double x, double y) { return same(x, y); });
}

// The parts of a finding that the same mistake shows in another kernel as well: the rule, the
// array, the accesses; for a claim, the counted number. Threads and lines differ between kernels.
std::string mark_of(const Finding& finding) {
  std::set<std::string_view> accesses;
  for (const FindingSide& side : finding.sides) accesses.insert(word_of(side.access));
  std::string mark = fmt::format("{} {}", rule_of(finding.kind).id, finding.array);
  for (const std::string_view access : accesses) mark += fmt::format(" {}", access);
  if (finding.get<RacePart>().between_blocks) mark += " between blocks";
  if (const auto* part = std::get_if<LimitPart>(&finding.part)) {
    mark += fmt::format(" {} {}", static_cast<int>(part->limit.what), part->counted);
  }
  return mark;
}

// Sorted; empty unless the answer is right and the check has errors.
std::vector<std::string> marks_of(const VariantResult& result) {
  if (result.outcome != Outcome::findings) return {};
  if (!std::ranges::all_of(result.cases, &CaseResult::passed)) return {};
  std::set<std::string> marks;
  for (const Finding& finding : result.findings) {
    if (is_error(finding) && finding.suppressed.empty()) marks.insert(mark_of(finding));
  }
  return {marks.begin(), marks.end()};
}

bool depends_on_seed(const std::string& case_name) { return case_name.starts_with("random"); }

json to_json(const KnownMistakes::Case& c) {
  json output = json::array();  // JSON has no NaN: null
  for (double value : c.output) output.push_back(std::isfinite(value) ? json(value) : json());
  return {{"name", c.name}, {"passed", c.passed}, {"output", output}, {"faults", c.faults}};
}

KnownMistakes::Case to_case(const json& j) {
  KnownMistakes::Case c{j.at("name"), j.at("passed"), {}, j.at("faults")};
  for (const json& value : j.at("output")) {
    c.output.push_back(value.is_null() ? std::nan("") : value.get<double>());
  }
  return c;
}

}  // namespace

KnownMistakes::KnownMistakes(const std::filesystem::path& file) {
  try {
    std::ifstream in(file);
    const json document = parse_json(in);
    for (const json& r : document.at("mistakes")) {
      Record record{r.at("sentence"), r.at("variant"), {}, r.at("marks")};
      for (const json& c : r.at("cases")) record.cases.push_back(to_case(c));
      records_.push_back(std::move(record));
    }
  } catch (const json::exception&) {
    throw Error(Outcome::load_failed,
                fmt::format("cannot read {}: it does not hold recorded mistakes; build the puzzle "
                            "again",
                            file.string()));
  }
}

void KnownMistakes::record(const std::string& sentence, const VariantResult& result) {
  Record record{sentence, result.variant, {}, marks_of(result)};
  if (result.outcome == Outcome::wrong_answer) {
    for (const CaseResult& c : result.cases) record.cases.push_back(shown_by(c));
  } else if (record.marks.empty()) {
    return;
  }
  records_.push_back(std::move(record));
}

void KnownMistakes::save(const std::filesystem::path& file) const {
  json list = json::array();
  for (const Record& r : records_) {
    json cases = json::array();
    for (const Case& c : r.cases) cases.push_back(to_json(c));
    list.push_back(
        {{"sentence", r.sentence}, {"variant", r.variant}, {"cases", cases}, {"marks", r.marks}});
  }
  std::ofstream out(file);
  out << to_line({{"mistakes", list}}) << '\n';
  if (!out.flush()) {
    throw Error(Outcome::load_failed, fmt::format("cannot write {}; is its folder there, and the "
                                                  "disk not full?",
                                                  file.string()));
  }
}

std::vector<std::string> KnownMistakes::recognise(const VariantResult& result) const {
  const std::vector<std::string> marks = marks_of(result);
  if (result.outcome != Outcome::wrong_answer && marks.empty()) return {};
  const auto gives = [&](const Record& record) {
    if (record.variant != result.variant) return false;
    if (!marks.empty()) return record.marks == marks;
    if (record.cases.size() != result.cases.size()) return false;
    bool fails_in_compared_case = false;
    for (size_t i = 0; i < record.cases.size(); ++i) {
      const Case shown = shown_by(result.cases[i]);
      if (result.seed != recorded_seed && depends_on_seed(shown.name)) continue;
      if (!same(record.cases[i], shown)) return false;
      fails_in_compared_case |= !shown.passed;
    }
    return fails_in_compared_case;
  };
  std::vector<std::string> sentences;
  for (const Record& record : records_) {
    const bool is_new = std::ranges::find(sentences, record.sentence) == sentences.end();
    if (is_new && gives(record)) sentences.push_back(record.sentence);
  }
  return sentences;
}

std::string mistake_sentence(const std::filesystem::path& wrong_kernel) {
  std::ifstream in(wrong_kernel);
  std::string line;
  if (!std::getline(in, line) || !line.starts_with("// ")) {
    throw Error(
        Outcome::load_failed,
        fmt::format("{} does not begin with a comment; its first line must name the mistake",
                    wrong_kernel.string()));
  }
  return line.substr(3);
}

}  // namespace hippuzzle

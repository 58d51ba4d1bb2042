#include "tests/hip_cpu/oracle/subject.hpp"

#include <map>
#include <regex>
#include <sstream>

#include "engine/judge/check/compute_sanitizer.hpp"
#include "support/outcome.hpp"
#include "tests/puzzles/refusals.hpp"
#include "tests/support/json.hpp"

namespace hippuzzle::testing {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<Subject> puzzles_subjects() {
  std::vector<Subject> all;
  for (const auto& [id, folder] : puzzle_folders()) {
    for (const Refusal& r : table_of(id)) {
      if (r.platform == "cpu") all.push_back({id, r.kernel, r.variant, false});
    }
  }
  return all;
}

std::vector<Subject> golden_subjects() {
  static const std::regex not_on_gpu(NOT_ON_GPU);
  std::vector<Subject> all = golden_cases();
  std::erase_if(all, [](const Subject& s) { return std::regex_match(s.group, not_on_gpu); });
  return all;
}

// Checks a puzzle's kernel through the command.
std::set<Seen> check_puzzle(const Subject& subject, const std::string& backend, std::string& note) {
  const bool is_stub = subject.kernel == "stub";
  const fs::path root = test_modules(is_stub ? "stub" : "wrong/" + subject.kernel);
  std::vector<std::string> arguments = {binary().string(), "check", subject.group,   "--json",
                                        "--backend",       backend, "--plugin-path", root.string()};
  if (!subject.variant.empty()) arguments.push_back("--" + subject.variant);
  const CommandResult result = run(arguments, {{"NO_COLOR", "1"}}, std::chrono::seconds(240));
  std::set<Seen> seen;
  if (!result.exited) {
    note = "hippuzzle was killed";
    return seen;
  }
  for (const std::string& line : lines(result.out)) {
    const json j = parse_json_if_any(line);
    if (j.is_discarded() || j["kind"] != "variant") continue;
    const std::string outcome = j["outcome"];
    if (outcome == "unsupported" || outcome == "timed-out" || outcome == "crashed") {
      note = outcome == "unsupported" ? "not run: " + j["reason"].get<std::string>() : outcome;
    }
    for (const json& f : j["findings"])
      seen.insert({f["rule"], f["category"], f["space"], f["array"]});
  }
  return seen;
}

std::vector<BufferPlace> places_of(const std::string& out, std::string& note) {
  std::vector<BufferPlace> places;
  bool ended = false;
  for (const std::string& line : lines(out)) {
    std::istringstream words(line);
    std::string word;
    BufferPlace place;
    if (words >> word >> place.name >> place.begin >> place.bytes && word == "array") {
      places.push_back(place);
    }
    ended = ended || line.starts_with("ended ");
  }
  if (!ended) note = "did not end";
  return places;
}

std::set<Seen> sanitize_case(const Subject& subject, const fs::path& sanitizer, std::string& note) {
  std::set<Seen> seen;
  const fs::path folder = build_tree() / "tests" / "hip_cpu" / "oracle";
  for (const SanitizerTool& tool : sanitizer_tools({})) {
    const SanitizerRun under(sanitizer, tool.name);
    std::vector<std::string> words = under.command();
    words.push_back(folder / "run_case_on_gpu");
    words.push_back(folder / (subject.group + ".so"));
    words.push_back(subject.kernel);
    const CommandResult result = run(words, {}, std::chrono::seconds(40));
    const std::vector<BufferPlace> places = places_of(result.out, note);
    try {
      for (const Finding& f : under.findings(places, {1024, 1, 1})) {
        const FindingRule& rule = rule_of(f.kind);
        const bool of_memory = f.array_bytes > 0 || !f.array.empty() || f.shared || f.bytes > 0;
        seen.insert(
            {rule.id, rule.category, of_memory ? (f.shared ? "shared" : "global") : "", f.array});
      }
    } catch (const Error&) {
      note = "did not end";  // and so there is no report
    }
  }
  return seen;
}

json to_json(const std::set<Seen>& seen) {
  json all = json::array();
  for (const Seen& s : seen) all.push_back({s.rule, s.category, s.space, s.array});
  return all;
}

std::set<Seen> seen_from(const json& j) {
  std::set<Seen> all;
  for (const json& s : j) all.insert({s.at(0), s.at(1), s.at(2), s.at(3)});
  return all;
}

}  // namespace

const FindingRule* rule_named(const std::string& id) {
  const auto rules = finding_rules();
  const auto found = std::ranges::find_if(rules, [&](const FindingRule& r) { return r.id == id; });
  return found == rules.end() ? nullptr : &*found;
}

std::set<Seen> check_case(const Subject& subject) {
  const fs::path folder = build_tree() / "tests" / "hip_cpu" / "check";
  const CommandResult result =
      run({folder / "run_case", folder / (subject.group + ".so"), subject.kernel + ",spaces,32"});
  std::set<Seen> seen;
  for (const std::string& line : lines(result.out)) {
    std::istringstream words(line);
    Seen s;
    words >> s.rule >> s.array >> s.space;
    const FindingRule* rule = rule_named(s.rule);
    if (rule == nullptr) continue;
    s.category = rule->category;
    if (s.array == "-") s.array.clear();
    if (s.space == "-") s.space.clear();
    seen.insert(s);
  }
  return seen;
}

std::vector<Subject> cases_in(const fs::path& folder) {
  static const std::regex begin(R"(^// case (\w+)$)");
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<Subject> all;
  for (const fs::path& file : files) {
    std::ifstream in(file);
    std::smatch match;
    for (std::string line; std::getline(in, line);)
      if (std::regex_search(line, match, begin)) all.push_back({file.stem(), match[1], "", true});
  }
  return all;
}

std::vector<Subject> golden_cases() {
  return cases_in(source_tree() / "tests/hip_cpu/check/kernels");
}

std::string Subject::name() const {
  return group + " " + kernel + (variant.empty() ? "" : " --" + variant);
}

std::vector<Subject> all_subjects() {
  std::vector<Subject> all = puzzles_subjects();
  std::ranges::move(golden_subjects(), std::back_inserter(all));
  return all;
}

Compared compare(const Subject& subject, const fs::path& sanitizer) {
  Compared compared{subject, {}, {}, ""};
  if (subject.golden) {
    compared.ours = check_case(subject);
    compared.theirs = sanitize_case(subject, sanitizer, compared.note);
  } else {
    std::string on_the_cpu;
    compared.ours = check_puzzle(subject, "cpu", on_the_cpu);
    compared.theirs = check_puzzle(subject, "nvidia", compared.note);
  }
  return compared;
}

json to_json(const Compared& c) {
  return {{"group", c.subject.group},
          {"kernel", c.subject.kernel},
          {"variant", c.subject.variant},
          {"golden", c.subject.golden},
          {"ours", to_json(c.ours)},
          {"theirs", to_json(c.theirs)},
          {"note", c.note}};
}

Compared compared_from_json(const json& j) {
  return {{j.at("group"), j.at("kernel"), j.at("variant"), j.at("golden")},
          seen_from(j.at("ours")),
          seen_from(j.at("theirs")),
          j.at("note")};
}

}  // namespace hippuzzle::testing

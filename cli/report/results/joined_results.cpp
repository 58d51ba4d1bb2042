#include "cli/report/results/joined_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/report/batch/result_format.hpp"
#include "cli/report/grades/grade_report.hpp"
#include "cli/report/verdict/verdict_json.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

using json = nlohmann::ordered_json;

// "a, b, c and 12 more"
std::string some_of(const std::vector<std::string>& names) {
  constexpr size_t most = 5;
  const auto end = names.begin() + static_cast<ptrdiff_t>(std::min(most, names.size()));
  std::string text = fmt::format("{}", fmt::join(names.begin(), end, ", "));
  if (names.size() > most) text += fmt::format(" and {} more", names.size() - most);
  return text;
}

// Two results of one key are one result twice. "p16 on auto" of two machines is two results, each
// on the machine's own platform.
std::string key_of(const StoredResult& result, const std::string& answer) {
  return fmt::format("{}\n{}\n{}\n{}", answer, result.folder, result.platform, result.device);
}

void remark_shards(const std::vector<ResultFile>& files, JoinedResults& joined) {
  std::set<int> counts, here;
  for (const ResultFile& file : files) {
    if (!file.plan || file.plan->shards == 1) continue;
    counts.insert(file.plan->shards);
    here.insert(file.plan->shard);
  }
  if (counts.size() > 1) {
    joined.remarks.push_back(
        fmt::format("the files are of {} and of {} shards, which were cut in different ways",
                    *counts.begin(), *counts.rbegin()));
  } else if (!counts.empty()) {
    std::vector<std::string> absent;
    for (int shard = 1; shard <= *counts.begin(); ++shard) {
      if (!here.contains(shard)) absent.push_back(std::to_string(shard));
    }
    if (!absent.empty()) {
      joined.remarks.push_back(
          fmt::format("no file is of shard {} of {}", fmt::join(absent, ", "), *counts.begin()));
    }
  }
}

void remark_ends(const std::vector<ResultFile>& files, JoinedResults& joined) {
  for (const ResultFile& file : files) {
    if (file.is_complete && !file.is_torn) continue;
    joined.remarks.push_back(fmt::format("'{}' was cut off{}", file.name,
                                         file.is_torn ? " in the middle of a result" : ""));
  }
}

// The plan's order first, then results without a plan in their order.
void put_in_order(JoinedResults& joined) {
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < joined.planned.size(); ++i) places.emplace(joined.planned[i], i);
  const auto place = [&](const StoredResult& result) {
    const auto found = result.answers.empty() ? places.end() : places.find(result.answers.front());
    return found == places.end() ? joined.planned.size() : found->second;
  };
  std::ranges::stable_sort(joined.results, {}, place);
}

void find_gaps(JoinedResults& joined) {
  std::set<std::string> answered;
  for (const StoredResult& result : joined.results) {
    answered.insert(result.answers.begin(), result.answers.end());
  }
  for (const std::string& planned : joined.planned) {
    if (!answered.contains(planned)) joined.missing.push_back(planned);
  }
  if (joined.missing.empty()) return;
  joined.remarks.push_back(fmt::format("{} of {} results are missing: {}", joined.missing.size(),
                                       joined.planned.size(), some_of(joined.missing)));
}

// The grades, ordered by student. what: the format that only grades have.
std::vector<Grade> grades_of(const JoinedResults& joined, const char* what) {
  if (!joined.are_grades && !joined.results.empty()) {
    throw Error(Outcome::usage,
                fmt::format("{} needs results of `hippuzzle grade`; name the file .json", what));
  }
  std::vector<Grade> grades;
  for (const StoredResult& result : joined.results) grades.push_back(grade_of_line(result.text));
  std::ranges::stable_sort(grades, {}, &Grade::student);
  return grades;
}

}  // namespace

JoinedResults join_results(const std::vector<std::string>& names, const KeepOf& keep) {
  std::vector<ResultFile> files;
  for (const std::string& name : names) files.push_back(read_results(name, keep));
  JoinedResults joined;
  std::map<std::string, size_t> known;  // by key, the place
  std::set<std::string> planned;
  std::vector<std::string> doubles;
  std::vector<size_t> file_of;  // by place
  bool has_runs = false;
  for (size_t f = 0; f < files.size(); ++f) {
    if (files[f].plan) {
      for (const std::string& name : files[f].plan->planned) {
        if (planned.insert(name).second) joined.planned.push_back(name);
      }
    }
    for (StoredResult& result : files[f].results) {
      (result.is_grade ? joined.are_grades : has_runs) = true;
      const std::string first = result.answers.empty() ? name_of(result) : result.answers.front();
      const auto [at, is_new] = known.emplace(key_of(result, first), joined.results.size());
      if (is_new || file_of[at->second] == f) {  // one file's doubles were asked for twice
        joined.results.push_back(std::move(result));
        file_of.push_back(f);
        continue;
      }
      doubles.push_back(
          fmt::format("{} ('{}', '{}')", first, files[file_of[at->second]].name, files[f].name));
      joined.results[at->second] = std::move(result);
      file_of[at->second] = f;
    }
  }
  if (joined.are_grades && has_runs) {
    throw Error(Outcome::usage,
                "some files are of `hippuzzle run` and others of `hippuzzle grade`; join each kind "
                "by itself");
  }
  if (!doubles.empty()) {
    joined.remarks.push_back(fmt::format("{} came more than once, and the last file's counts: {}",
                                         doubles.size(), some_of(doubles)));
  }
  remark_shards(files, joined);
  remark_ends(files, joined);
  put_in_order(joined);
  find_gaps(joined);
  return joined;
}

JoinedResults join_results(const std::vector<std::string>& files) {
  return join_results(files, [](const json& object) { return object; });
}

Outcome JoinedResults::outcome() const {
  std::vector<Outcome> deciding, all;
  for (const StoredResult& result : results) {
    all.push_back(result.outcome);
    if (result.decides) deciding.push_back(result.outcome);
  }
  if (deciding.empty()) deciding = all;
  if (!missing.empty()) deciding.push_back(Outcome::not_started);
  return worst(deciding);
}

std::string joined_json(const JoinedResults& joined) {
  std::vector<Outcome> outcomes;
  for (const StoredResult& result : joined.results) outcomes.push_back(result.outcome);
  std::string text = "{\"version\": 1, \"planned\": " + to_line(joined.planned) +
                     ", \"missing\": " + to_line(joined.missing) + ", \"results\": [\n";
  for (size_t i = 0; i < joined.results.size(); ++i) {
    text += joined.results[i].text;
    text += i + 1 < joined.results.size() ? ",\n" : "\n";
  }
  return text + "],\n\"summary\": " + to_line(summary_json(outcomes, joined.outcome())) + "}\n";
}

std::string joined_csv(const JoinedResults& joined) {
  return grades_csv(grades_of(joined, "a table of students"));
}

std::string joined_junit(const JoinedResults& joined) {
  return grades_junit(grades_of(joined, "a suite for each student"));
}

std::vector<Format<JoinedResults>> joined_formats() {
  constexpr auto document = [](const JoinedResults& joined, const Look&) {
    return joined_json(joined);
  };
  constexpr auto table = [](const JoinedResults& joined, const Look&) {
    return joined_csv(joined);
  };
  constexpr auto suites = [](const JoinedResults& joined, const Look&) {
    return joined_junit(joined);
  };
  return {{{{"json"}, {".json"}}, document},
          {{{"csv"}, {".csv"}}, table},
          {{{"junit"}, {".xml"}}, suites}};
}

}  // namespace hippuzzle

// `hippuzzle bench compare OLD NEW`: what became faster, slower or stayed the same.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.hpp"
#include "cli/report/bench_report.hpp"
#include "cli/report/numbers.hpp"
#include "cli/terminal/table.hpp"
#include "engine/support/json.hpp"

namespace hippuzzle::commands {
namespace {

struct State {
  std::string before, after;
  bool json = false;
};

// One variant at one size and in one regime, in both files.
struct Pair {
  const Bench* bench;
  std::string name;
  const char* regime;  // "cold", "warm" or "sustained"
  const Summary* before;
  const Summary* after;

  Ratio change() const { return ratio(*after, *before); }
  const char* verdict() const {
    const Ratio r = change();
    return r.high < 1 ? "faster" : r.low > 1 ? "slower" : "the same";
  }
};

// Whether figures of the two say anything about each other.
bool is_comparable(const Bench& a, const Bench& b) {
  return a.puzzle == b.puzzle && a.size == b.size && a.platform == b.platform &&
         a.device == b.device && a.cold == b.cold;
}

std::vector<Pair> pairs(const std::vector<Bench>& before, const std::vector<Bench>& after) {
  std::vector<Pair> all;
  for (const Bench& now : after) {
    for (const Bench& then : before) {
      if (!is_comparable(then, now)) continue;
      for (const Measurement& m : now.results) {
        const auto old = std::ranges::find(then.results, m.name, &Measurement::name);
        if (old == then.results.end()) continue;
        if (old->time.count > 0 && m.time.count > 0) {
          all.push_back({&now, m.name, now.cold ? "cold" : "warm", &old->time, &m.time});
        }
        if (old->sustained && m.sustained) {
          all.push_back({&now, m.name, "sustained", &old->sustained->time, &m.sustained->time});
        }
      }
    }
  }
  return all;
}

std::string change_text(const Ratio& r) {
  return fmt::format("{:+.1f} % ({:+.1f} … {:+.1f})", 100 * (r.value - 1), 100 * (r.low - 1),
                     100 * (r.high - 1));
}

void print_text(const std::vector<Pair>& all) {
  Table table({"", "size", "regime", "before", "after", "time", "verdict"});
  for (const Pair& p : all) {
    table.add({p.bench->puzzle == p.name ? p.name : fmt::format("{} {}", p.bench->puzzle, p.name),
               p.bench->size, p.regime, duration(p.before->median), duration(p.after->median),
               change_text(p.change()), p.verdict()});
  }
  fmt::print("{}", table.text());
}

void print_json(const std::vector<Pair>& all) {
  for (const Pair& p : all) {
    const Ratio r = p.change();
    const nlohmann::ordered_json j = {
        {"kind", "comparison"},     {"puzzle", p.bench->puzzle}, {"variant", p.name},
        {"size", p.bench->size},    {"regime", p.regime},        {"before", p.before->median},
        {"after", p.after->median}, {"ratio", r.value},          {"low", r.low},
        {"high", r.high},           {"verdict", p.verdict()}};
    fmt::print("{}\n", to_line(j));
  }
}

Outcome run(const State& state) {
  const auto before = read_bench_json(state.before), after = read_bench_json(state.after);
  const std::vector<Pair> all = pairs(before, after);
  if (all.empty()) {
    throw Error(Outcome::usage,
                fmt::format("'{}' and '{}' have no measurement in common; both need the same "
                            "variant, size, device and caches",
                            state.before, state.after));
  }
  state.json ? print_json(all) : print_text(all);
  return Outcome::passed;
}

}  // namespace

void add_bench_compare(Command command) {
  auto state = std::make_shared<State>();
  command.option("old", state->before, "what `hippuzzle bench --json` printed")
      .type_name("FILE")
      .required();
  command.option("new", state->after, "what it printed later").type_name("FILE").required();
  command.flag("--json", state->json, "print a JSON object for each variant, one a line");
  command.act([state] { return run(*state); });
}

}  // namespace hippuzzle::commands

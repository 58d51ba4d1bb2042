// Measurements for pages in Markdown.
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "cli/report/bench/bench_report.hpp"
#include "cli/report/numbers.hpp"

namespace hippuzzle {
namespace {

// A cell's text; a pipe would end the cell.
std::string cell(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

class BenchMarkdown : public BenchFormat {
 public:
  std::string result(const MeasuredSize& size) override {
    sizes_.push_back(size.bench);
    return "";
  }

  std::string end(const ShapesSummaries& summaries) override {
    if (sizes_.empty()) return "";
    const Bench& first = sizes_.front();
    std::string text = fmt::format("{} on {}{}, caches {}, medians\n", first.puzzle, first.platform,
                                   first.device.empty() ? "" : fmt::format(" ({})", first.device),
                                   first.cold ? "cold" : "warm");
    const auto has = [&](double Measurement::*amount) {
      return std::ranges::any_of(sizes_, [&](const Bench& bench) {
        return std::ranges::any_of(
            bench.results, [&](const Measurement& m) { return m.time.count > 0 && m.*amount > 0; });
      });
    };
    if (has(&Measurement::flops)) {
      text +=
          table("GFLOP/s", [](const Measurement& m) { return fmt::format("{:.4g}", gflops(m)); });
    } else if (has(&Measurement::bytes)) {
      text += table("GB/s", [](const Measurement& m) {
        return fmt::format("{:.4g}", gigabytes_per_second(m));
      });
    }
    text += table("time", [](const Measurement& m) { return duration(m.time.median); });
    return text + (summaries ? shapes(*summaries) : "");
  }

 private:
  // One ratio says more of a shape than its row among forty.
  static std::string shapes(const std::vector<ShapesSummary>& summaries) {
    std::string text =
        "| | shapes | left out | geometric mean | worst | at | best | at |\n"
        "|---|--:|--:|--:|--:|---|--:|---|\n";
    for (const ShapesSummary& s : summaries) {
      text += fmt::format("| {} | {} | {} | {:.3g} | {:.3g} | {} | {:.3g} | {} |\n", cell(s.name),
                          s.shapes, s.left_out, s.geometric_mean, s.worst, s.worst_at, s.best,
                          s.best_at);
    }
    if (summaries.empty()) return text;
    return fmt::format("\nSpeed over {}:\n\n{}", summaries.front().against, text);
  }

  // The cell of a variant that was not measured at a size is empty.
  std::string table(const std::string& what,
                    const std::function<std::string(const Measurement&)>& value) const {
    std::vector<std::string> names;
    for (const Bench& bench : sizes_) {
      for (const Measurement& m : bench.results) {
        if (m.time.count > 0 && std::ranges::find(names, m.name) == names.end()) {
          names.push_back(m.name);
        }
      }
    }
    std::string text = fmt::format("\n| {} |", what), rule = "|---|";
    for (const std::string& name : names) {
      text += fmt::format(" {} |", cell(name));
      rule += "--:|";
    }
    text += '\n' + rule + '\n';
    for (const Bench& bench : sizes_) {
      text += fmt::format("| {} |", bench.size);
      for (const std::string& name : names) {
        const auto m = std::ranges::find(bench.results, name, &Measurement::name);
        const bool is_there = m != bench.results.end() && m->time.count > 0;
        text += is_there ? fmt::format(" {} |", value(*m)) : " |";
      }
      text += '\n';
    }
    return text;
  }

  std::vector<Bench> sizes_;
};

}  // namespace

std::unique_ptr<BenchFormat> make_bench_markdown() { return std::make_unique<BenchMarkdown>(); }

}  // namespace hippuzzle

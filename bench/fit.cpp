// `./dev bench fit [TABLE...]`: fits the model by which gemm chooses its ways to the tables of
// measured ways that `hippuzzle bench gemm` leaves in the cache folder, and prints its error before
// and after, and the constants for plugins/gemm/parts/way.hpp and fitted_way.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "explain.hpp"
#include "parts/way_number.hpp"
#include "support/files/cache_folder.hpp"
#include "support/files/text_file.hpp"
#include "support/outcome.hpp"
#include "support/text/json.hpp"

namespace hippuzzle {
namespace {

struct TimedNumber {
  std::uint32_t number;
  double microseconds;
};

template <class Question>
struct Size {
  Question question;
  std::vector<TimedNumber> ways;
  double best = 0;  // microseconds
};

double predicted_of(const WayQuestion& q, const WayCosts& costs, std::uint32_t number) {
  return predicted(q, costs, whole_way(number));
}
double predicted_of(const Bf16Question& q, const Bf16Costs& costs, std::uint32_t number) {
  return is_fitted(number) ? predicted(q.fitted, costs.fitted, fitted_way(number))
                           : predicted(q.whole, costs.whole, whole_way(number));
}

std::vector<double*> constants(FetchCosts& f) {
  return {&f.received, &f.requested, &f.off_requested, &f.requested_by_all, &f.off_requested_by_all,
          &f.memory,   &f.copying,   &f.uneven,        &f.waiting,          &f.waiting_for_memory};
}
// The time of a launch itself cannot be told from the ends of tiles, and is not fitted.
std::vector<double*> constants(WayCosts& costs) {
  std::vector<double*> all = constants(costs.fetch);
  for (TileCosts& tile : costs.tiles)
    all.insert(all.end(), {&tile.stage, &tile.end, &tile.adding_end});
  all.insert(all.end(), {&costs.clearing, &costs.added_bytes});
  return all;
}
std::vector<double*> constants(Bf16Costs& costs) {
  std::vector<double*> all = constants(costs.whole);
  FittedCosts& f = costs.fitted;
  all.insert(all.end(), {&f.stage, &f.stage_right, &f.stage_shared, &f.end, &f.end_right,
                         &f.end_transposed, &f.cluster, &f.meeting, &f.part});
  return all;
}
// Both kinds of tiles fetch alike.
void tie(WayCosts&) {}
void tie(Bf16Costs& costs) { costs.fitted.fetch = costs.whole.fetch; }

template <class Question, class Costs>
class Fit {
 public:
  Fit(std::string variant, std::vector<Size<Question>> sizes, const Costs& costs)
      : variant_(std::move(variant)), sizes_(std::move(sizes)), costs_(costs) {
    for (Size<Question>& size : sizes_)
      size.best = std::ranges::min(size.ways, {}, &TimedNumber::microseconds).microseconds;
  }

  void run() {
    fmt::print("{}, {} sizes\n", variant_, sizes_.size());
    report("before");
    double least = loss();
    for (double step = 0.2; step > 0.002;) {
      bool any = false;
      for (double* constant : constants(costs_)) any = improve(*constant, step, least) || any;
      if (!any) step /= 2;
    }
    report("after");
    print(costs_);
  }

 private:
  // The mean square of the relative error's logarithm; the faster a way, the more it counts.
  double loss() {
    tie(costs_);
    double all = 0;
    for (const Size<Question>& size : sizes_) {
      double sum = 0, weights = 0;
      for (const TimedNumber& way : size.ways) {
        const double weight = std::pow(size.best / way.microseconds, 2);
        const double error =
            std::log(predicted_of(size.question, costs_, way.number) / way.microseconds);
        sum += weight * error * error;
        weights += weight;
      }
      all += sum / weights;
    }
    return all / static_cast<double>(sizes_.size());
  }

  bool improve(double& constant, double step, double& least) {
    for (const double factor : {1 + step, 1 / (1 + step)}) {
      const double old = constant;
      constant = old * factor;
      const double now = loss();
      if (now < least * (1 - 1e-7)) {
        least = now;
        return true;
      }
      constant = old;
    }
    return false;
  }

  // The error at the measured way that the model prefers, and the time that this choice loses.
  void report(const char* when) {
    tie(costs_);
    std::vector<double> errors;
    double slower = 0, slower_of_five = 0;
    for (const Size<Question>& size : sizes_) {
      std::vector<TimedNumber> ways = size.ways;
      const auto time = [&](const TimedNumber& way) {
        return predicted_of(size.question, costs_, way.number);
      };
      std::ranges::sort(ways, {}, time);
      errors.push_back(std::abs(time(ways[0]) / ways[0].microseconds - 1));
      slower += ways[0].microseconds / size.best - 1;
      ways.resize(std::min<size_t>(ways.size(), 5));
      slower_of_five +=
          std::ranges::min(ways, {}, &TimedNumber::microseconds).microseconds / size.best - 1;
    }
    std::ranges::sort(errors);
    const auto count = static_cast<double>(sizes_.size());
    double mean = 0;
    for (const double error : errors) mean += error / count;
    fmt::print(
        "  {:6}: error {:.1f} % in the mean, at most {:.1f} % for nine of ten sizes; chosen "
        "{:.1f} % slower than the best, the best of five {:.1f} %\n",
        when, 100 * mean, 100 * errors[(errors.size() * 9 + 9) / 10 - 1], 100 * slower / count,
        100 * slower_of_five / count);
  }

  static void print(const FetchCosts& f) {
    fmt::print(
        "    fetch {{{:.4g}, {:.4g}, {:.3g}, {:.5g}, {:.3g}, {:.4g}, {:.3g}, {:.3g}, {:.3g}, "
        "{:.3g}, {:.3g}}}\n",
        f.received, f.requested, f.off_requested, f.requested_by_all, f.off_requested_by_all,
        f.memory, f.launch, f.copying, f.uneven, f.waiting, f.waiting_for_memory);
  }
  static void print(const WayCosts& c) {
    for (const TileCosts& t : c.tiles)
      fmt::print("    tile {{{:.4g}, {:.3g}, {:.3g}, {:.3g}, {:.3g}}}\n", t.stage, t.end,
                 t.adding_end, t.fetched, t.received);
    fmt::print("    clearing {:.3g}, added_bytes {:.3g}, least_gain {:.3g}\n", c.clearing,
               c.added_bytes, c.least_gain);
    print(c.fetch);
  }
  static void print(const Bf16Costs& c) {
    print(c.whole);
    const FittedCosts& f = c.fitted;
    fmt::print(
        "    fitted {{{:.4g}, {:.4g}, {:.3g}, {:.3g}, {:.4g}, {:.3g}, {:.3g}, {:.3g}, "
        "{:.3g}}}\n",
        f.stage, f.stage_right, f.stage_shared, f.end, f.end_right, f.end_transposed, f.cluster,
        f.meeting, f.part);
  }

  std::string variant_;
  std::vector<Size<Question>> sizes_;
  Costs costs_;
};

struct Row {
  ProductExtents extents;
  unsigned multiprocessors;
  std::vector<TimedNumber> ways;
};

// "4096" or "4096x512x64".
ProductExtents extents_in(const std::string& size) {
  unsigned n[3] = {};
  const int count = std::sscanf(size.c_str(), "%ux%ux%u", &n[0], &n[1], &n[2]);
  if (count == 1) return {n[0], n[0], n[0]};
  if (count == 3) return {n[0], n[1], n[2]};
  throw Error(Outcome::usage, fmt::format("'{}' is no size of a product", size));
}

void read_table(const std::filesystem::path& file, std::map<std::string, std::vector<Row>>& rows) {
  const auto text = read_file(file);
  if (!text) throw Error(Outcome::usage, fmt::format("there is no table '{}'", file.string()));
  const auto table = parse_json(*text);
  if (table.at("puzzle") != "gemm" || table.at("revision") != ways_revision) return;
  for (const auto& size : table.at("sizes")) {
    Row row{extents_in(size.at("size")), table.at("multiprocessors"), {}};
    for (const auto& way : size.at("ways"))
      row.ways.push_back({way.at("number"), way.at("measured_ms").get<double>() * 1e3});
    if (!row.ways.empty()) rows[size.at("variant")].push_back(std::move(row));
  }
}

void fit(const std::string& variant, const std::vector<Row>& rows) {
  const auto with_costs = [&](const auto& first, const auto& costs) {
    std::vector<Size<std::decay_t<decltype(first)>>> sizes;
    for (const Row& row : rows) {
      explain::with_question(variant, row.extents, true, false, row.multiprocessors,
                             [&](const auto& q, const auto&, const auto*, unsigned, unsigned) {
                               if constexpr (std::is_same_v<decltype(q), decltype(first)>)
                                 sizes.push_back({q, row.ways});
                             });
    }
    Fit(variant, std::move(sizes), costs).run();
  };
  explain::with_question(variant, rows.front().extents, true, false, rows.front().multiprocessors,
                         [&](const auto& q, const auto& costs, const auto*, unsigned, unsigned) {
                           with_costs(q, costs);
                         });
}

void fit_tables(const std::vector<std::filesystem::path>& files) {
  std::map<std::string, std::vector<Row>> rows;
  for (const std::filesystem::path& file : files) read_table(file, rows);
  if (rows.empty())
    throw Error(Outcome::usage,
                "there is no table of measured ways; run hippuzzle bench gemm --shapes random:1:40 "
                "on a GPU first, or name tables");
  for (const auto& [variant, its] : rows) fit(variant, its);
}

}  // namespace
}  // namespace hippuzzle

int main(int argc, char** argv) {
  try {
    std::vector<std::filesystem::path> files(argv + 1, argv + argc);
    const auto folder = hippuzzle::cache_folder("ways");
    if (files.empty() && std::filesystem::is_directory(folder)) {
      for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    hippuzzle::fit_tables(files);
  } catch (const std::exception& error) {
    fmt::print(stderr, "fit: {}\n", error.what());
    return 2;
  }
}

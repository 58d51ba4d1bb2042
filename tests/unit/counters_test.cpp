// What ncu counted, as numbers. ncu/*.csv came from version 2025.3.1 on an H200; only paths were
// cut.
#include "counters.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "build_tree.hpp"
#include "expect_error.hpp"
#include "roofline.hpp"

namespace hippuzzle {
namespace {

std::string recorded(const std::string& name) {
  std::ifstream in(std::string(NCU_REPORTS) + "/" + name, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << name;
  return {std::istreambuf_iterator<char>(in), {}};
}

// A report of one metric, as ncu would write it.
std::string report_of(const std::string& kernel, const std::string& unit, const std::string& value,
                      const std::string& id = "0") {
  return "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n\"" + id +
         "\",\"" + kernel + "\",\"m\",\"" + unit + "\",\"" + value + "\"\n";
}

double value_of(const std::string& unit, const std::string& value) {
  return kernels_of_report(report_of("k", unit, value)).at(0).metrics.at("m");
}

TEST(NcuReport, NamesTheKernelAndCountsInBytesAndInstructions) {
  const auto kernels = kernels_of_report(recorded("one_kernel.csv"));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "k(float *)");
  EXPECT_EQ(kernels[0].metrics.at("dram__bytes_read.sum"), 2816);
  EXPECT_EQ(kernels[0].metrics.at("lts__t_bytes.sum"), 129'696);
  EXPECT_EQ(kernels[0].metrics.at("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"), 32);
}

TEST(NcuReport, KeepsLaunchesOfOneKernelApart) {
  const auto kernels = kernels_of_report(recorded("two_launches.csv"));
  ASSERT_EQ(kernels.size(), 2u);
  for (const ProfiledKernel& kernel : kernels) {
    EXPECT_EQ(kernel.name, "tiled_matmul(float *, const float *, const float *, unsigned int)");
    EXPECT_EQ(kernel.metrics.at("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"), 9 * 9 * 9);
  }
  EXPECT_EQ(kernels[0].metrics.at("lts__t_bytes.sum"), 143'872);
  EXPECT_EQ(kernels[1].metrics.at("lts__t_bytes.sum"), 144'576);
}

TEST(NcuReport, ReadsThousandsSeparatorsAndUnits) {
  EXPECT_EQ(value_of("byte", "1,234,567"), 1'234'567);
  EXPECT_EQ(value_of("", "2,147,483,648"), 2'147'483'648.0);
  EXPECT_DOUBLE_EQ(value_of("Kbyte", "2.82"), 2820);
  EXPECT_DOUBLE_EQ(value_of("Mbyte", "1,024.5"), 1.0245e9);
  EXPECT_DOUBLE_EQ(value_of("Gbyte", "1.5"), 1.5e9);
  EXPECT_DOUBLE_EQ(value_of("Minst", "3"), 3e6);
  testing::expect_error([] { value_of("furlong", "3"); }, Outcome::unsupported,
                        {"'m' in a unit that is not known, 'furlong'"});
  testing::expect_error([] { value_of("byte", "n/a"); }, Outcome::unsupported,
                        {"did not count 'm', it says 'n/a'"});
}

TEST(NcuReport, ReadsQuotedNamesAsRfc4180HasThem) {
  const auto kernels =
      kernels_of_report(report_of("void f<(char)\"\"x\"\", 2>(T1 *,\n const T1 *)", "byte", "3"));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "void f<(char)\"x\", 2>(T1 *,\n const T1 *)");
  std::string dos = report_of("k", "byte", "3");
  for (size_t at = 0; (at = dos.find('\n', at)) != dos.npos; at += 2) dos.insert(at, "\r");
  EXPECT_EQ(kernels_of_report(dos).at(0).metrics.at("m"), 3);
}

TEST(NcuReport, SaysWhyNothingWasCounted) {
  const auto expect = [](const std::string& text, const std::string& sentence) {
    testing::expect_error([&] { kernels_of_report(text); }, Outcome::unsupported, {sentence});
  };
  expect("", "ncu saw no kernel");
  expect("==PROF== Connected to process 3 (/p)\n==WARNING== No kernels were profiled.\n",
         "ncu saw no kernel");
  expect(
      "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU "
      "Performance Counters on the target device 0.\n",
      "may not read this GPU's counters (ERR_NVGPUCTRPERM)");
  expect("==ERROR== Failed to find metric no__such.sum\n",
         "counted nothing, it said: Failed to find metric no__such.sum");
  expect("\"ID\",\"Kernel Name\"\n\"0\",\"k\"\n", "no column 'Metric Name'");
  expect(report_of("k", "byte", "3") + "\"1\",\"k\"\n", "5 columns and a line of 2");
}

CountedLaunch counted(std::map<std::string, double> flops, double dram_bytes) {
  return {"ncu 1.2", {"k"}, dram_bytes, 7, std::move(flops)};
}

TEST(MeasuredModel, PlacesWhatWasCountedUnderTheRoofOfMostOperations) {
  Ceilings ceilings;
  ceilings.device = "a device";
  for (const auto& [name, value] :
       {std::pair{"dram", 1000.0}, {"fp32", 10'000.0}, {"tf32", 80'000.0}})
    ceilings.all[name] = {value, value, value};
  const Puzzle p16(testing::shipped() / "judge" / "p16.so", "p16");
  const auto placed = [&] { return place(*p16.find("naive"), "naive", {{64}}, 2, ceilings); };

  Placed by_cores = placed();
  add_measured(by_cores, counted({{"fp32", 3e6}, {"tf32", 9e6}, {"bf16", 0}}, 1e6), 2, ceilings);
  const Placement& p = by_cores.placements.at(2);
  EXPECT_EQ(p.model, "measured (ncu 1.2)");
  EXPECT_EQ(p.arithmetic, "tf32");
  EXPECT_DOUBLE_EQ(p.intensity, 12);
  EXPECT_DOUBLE_EQ(p.roof, 12'000);
  EXPECT_TRUE(p.memory_binds);
  EXPECT_DOUBLE_EQ(p.measured, 6);  // 12 MFLOP in 2 ms
  EXPECT_EQ(by_cores.technique, placed().technique);

  Placed without = placed();
  testing::expect_error(
      [&] {
        add_measured(without, counted({{"fp32", 0}}, 1e6), 2, ceilings);
      },
      Outcome::unsupported, {"ncu 1.2 saw 'naive' execute 0 floating-point operations"});
  testing::expect_error(
      [&] {
        add_measured(without, counted({{"bf16", 1e6}}, 1e6), 2, ceilings);
      },
      Outcome::unsupported, {"the roof 'bf16' of a device is not known"});
  EXPECT_EQ(without.placements.size(), 2u);
}

TEST(Profiler, IsThereForNvidiaOnly) {
  for (const char* platform : {"cpu", "amd"}) {
    testing::expect_error([&] { find_profiler(platform); }, Outcome::unsupported,
                          {platform, "needs ncu on an NVIDIA GPU"});
  }
}

}  // namespace
}  // namespace hippuzzle

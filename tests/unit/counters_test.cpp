// Profilers' output, as numbers. ncu/*.csv came from version 2025.3.1 on an H200; only paths were
// cut. rocprof/*.csv are written by hand, in the forms that AMD's documentation shows.
#include "engine/performance/profile/profiled_launch.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/performance/profile/ncu_report.hpp"
#include "engine/performance/profile/rocprof_report.hpp"
#include "engine/performance/roofline/roofline_model.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/external_tool.hpp"
#include "tests/support/build_tree.hpp"
#include "tests/support/command.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/whole_file.hpp"
#include "tests/unit/expect_error.hpp"

namespace hippuzzle {
namespace counters_test {

std::string recorded(const std::string& name) {
  return testing::contents(std::filesystem::path(NCU_REPORTS) / name);
}

// A report of one metric, as ncu would write it.
std::string report_of(const std::string& kernel, const std::string& unit, const std::string& value,
                      const std::string& id = "0") {
  return "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n\"" + id +
         "\",\"" + kernel + "\",\"m\",\"" + unit + "\",\"" + value + "\"\n";
}

double value_of(const std::string& unit, const std::string& value) {
  return kernels_of_ncu(report_of("k", unit, value)).at(0).counts.at("m");
}

TEST(NcuReport, NamesTheKernelAndCountsInBytesAndInstructions) {
  const auto kernels = kernels_of_ncu(recorded("one_kernel.csv"));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "k(float *)");
  EXPECT_EQ(kernels[0].counts.at("dram__bytes_read.sum"), 2816);
  EXPECT_EQ(kernels[0].counts.at("lts__t_bytes.sum"), 129'696);
  EXPECT_EQ(kernels[0].counts.at("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"), 32);
}

TEST(NcuReport, KeepsLaunchesOfOneKernelApart) {
  const auto kernels = kernels_of_ncu(recorded("two_launches.csv"));
  ASSERT_EQ(kernels.size(), 2u);
  for (const ProfiledKernel& kernel : kernels) {
    EXPECT_EQ(kernel.name, "tiled_matmul(float *, const float *, const float *, unsigned int)");
    EXPECT_EQ(kernel.counts.at("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"), 9 * 9 * 9);
  }
  EXPECT_EQ(kernels[0].counts.at("lts__t_bytes.sum"), 143'872);
  EXPECT_EQ(kernels[1].counts.at("lts__t_bytes.sum"), 144'576);
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
      kernels_of_ncu(report_of("void f<(char)\"\"x\"\", 2>(T1 *,\n const T1 *)", "byte", "3"));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "void f<(char)\"x\", 2>(T1 *,\n const T1 *)");
  std::string dos = report_of("k", "byte", "3");
  for (size_t at = 0; (at = dos.find('\n', at)) != dos.npos; at += 2) dos.insert(at, "\r");
  EXPECT_EQ(kernels_of_ncu(dos).at(0).counts.at("m"), 3);
}

TEST(NcuReport, SaysWhyNothingWasCounted) {
  const auto expect = [](const std::string& text, const std::string& sentence) {
    testing::expect_error([&] { kernels_of_ncu(text); }, Outcome::unsupported, {sentence});
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

ProfiledLaunch counted(std::map<std::string, double> flops, double dram_bytes) {
  return {"ncu 1.2", {"k"}, dram_bytes, 7, std::move(flops)};
}

TEST(MeasuredModel, PlacesWhatWasCountedUnderTheRoofOfMostOperations) {
  Ceilings ceilings;
  ceilings.device = "a device";
  for (const auto& [name, value] :
       {std::pair{"dram", 1000.0}, {"fp32", 10'000.0}, {"tf32", 80'000.0}})
    ceilings.all[name] = {value, value, value};
  const JudgeModule p16(testing::shipped() / "judge" / "p16.so", "p16");
  const auto placed = [&] {
    return place(*p16.find("naive"), "naive", {{64}}, std::nullopt, {.milliseconds = 2}, ceilings);
  };

  Placed by_cores = placed();
  add_measured(by_cores, counted({{"fp32", 3e6}, {"tf32", 9e6}, {"bf16", 0}}, 1e6), ceilings);
  const Placement& p = by_cores.placements.at(2);
  EXPECT_EQ(p.model, "measured (ncu 1.2)");
  EXPECT_EQ(p.arithmetic, "tf32");
  EXPECT_DOUBLE_EQ(p.intensity, 12);
  EXPECT_DOUBLE_EQ(p.roof, 12'000);
  ASSERT_NE(by_cores.roof("dram"), nullptr);
  EXPECT_EQ(by_cores.roof("dram")->origin, Origin::counters);
  EXPECT_EQ(by_cores.roof("dram")->bytes, 1e6);
  EXPECT_DOUBLE_EQ(p.measured, 6);  // 12 MFLOP in 2 ms
  EXPECT_EQ(by_cores.next.technique, placed().next.technique);

  // Ten times the bytes that its blocks read first: memory binds now, and the advice follows.
  const Traffic traffic{.read_bytes = 2e6,
                        .first_read_bytes = 1e5,
                        .l1_wavefronts = 1e5,
                        .least_l1_wavefronts = 1e5,
                        .has_whole_warps = true};
  ceilings.all["l1"] = {20'000, 20'000, 20'000};
  Placed by_bytes =
      place(*p16.find("naive"), "naive", {{64}}, traffic, {.milliseconds = 2}, ceilings);
  EXPECT_EQ(by_bytes.binding().level, "l1");
  EXPECT_EQ(by_bytes.next.technique, Technique::shared_tiling);
  add_measured(by_bytes, counted({{"fp32", 5e5}}, 1e6), ceilings);
  EXPECT_EQ(by_bytes.binding().level, "dram");
  EXPECT_EQ(by_bytes.next.technique, Technique::shared_tiling) << by_bytes.next.reason;
  EXPECT_NE(by_bytes.next.reason.find("of memory's bandwidth"), std::string::npos);

  Placed without = placed();
  testing::expect_error(
      [&] {
        add_measured(without, counted({{"fp32", 0}}, 1e6), ceilings);
      },
      Outcome::unsupported, {"ncu 1.2 saw 'naive' execute 0 floating-point operations"});
  testing::expect_error(
      [&] {
        add_measured(without, counted({{"bf16", 1e6}}, 1e6), ceilings);
      },
      Outcome::unsupported, {"the roof 'bf16' of a device is not known"});
  EXPECT_EQ(without.placements.size(), 2u);
}

std::string rocprof_report(const std::string& name) {
  return testing::contents(std::filesystem::path(ROCPROF_REPORTS) / name);
}

TEST(RocprofReport, OfVersion3NamesKernelsInTheirOrderWithoutHipsOwn) {
  const auto kernels = kernels_of_rocprofv3(rocprof_report("v3_first.csv"));
  ASSERT_EQ(kernels.size(), 2u);
  EXPECT_EQ(kernels[0].name, "void split<64u>(float*, float const*, float const*, unsigned int)");
  EXPECT_EQ(kernels[0].counts.at("TCC_EA0_RDREQ_sum"), 1000);
  EXPECT_EQ(kernels[0].counts.at("SQ_INSTS_VALU_FMA_F32"), 4000);
  EXPECT_EQ(kernels[0].counts.size(), 6u);
  EXPECT_EQ(kernels[1].name, "add_parts(float*, float const*)");
  EXPECT_EQ(kernels[1].counts.at("TCC_BUBBLE_sum"), 75) << "7.5e+01 in the report";
}

TEST(RocprofReport, OfTheOlderToolHasAKernelALine) {
  const auto kernels = kernels_of_rocprof(rocprof_report("v1.csv"));
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "tiled_matmul(float*, float const*, float const*, unsigned int)");
  EXPECT_EQ(kernels[0].counts.at("TCC_EA_RDREQ_32B_sum"), 512);
  EXPECT_EQ(kernels[0].counts.at("SQ_INSTS_VALU_FMA_F32"), 262'144);
}

TEST(RocprofReport, ThatIsNotUnderstoodIsRefused) {
  const auto refuse = [](const std::string& text, const std::string& sentence) {
    testing::expect_error([&] { kernels_of_rocprofv3(text); }, Outcome::unsupported, {sentence});
  };
  const std::string header = "\"Dispatch_Id\",\"Kernel_Name\",\"Counter_Name\",\"Counter_Value\"\n";
  refuse("", "rocprofv3's report has no column 'Dispatch_Id'");
  refuse("\"Dispatch_Id\",\"Kernel_Name\"\n", "no column 'Counter_Name'");
  refuse(header, "rocprofv3 saw no kernel");
  refuse(header + "1,\"__amd_rocclr_initHeap\",\"A\",1\n", "rocprofv3 saw no kernel");
  refuse(header + "1,\"k\"\n", "4 columns and a line of 2");
  refuse(header + "1,\"k\",\"A\",\"n/a\"\n", "did not count 'A', it says 'n/a'");
  testing::expect_error([] { kernels_of_rocprof("Index,gpu-id\n"); }, Outcome::unsupported,
                        {"rocprof's report has no column 'KernelName'"});
}

TEST(RocprofReport, ThatIsNotThereIsExplainedByWhatTheToolPrinted) {
  const auto said = [](const std::string& printed) {
    return rocprof_diagnostic("rocprofv3", printed);
  };
  EXPECT_EQ(
      said("I starting\nUnable to find all counters for agent 2 in [A, B]. Missing: [B]\n"),
      "rocprofv3 counted nothing, it said: Unable to find all counters for agent 2 in [A, B]. "
      "Missing: [B]");
  EXPECT_EQ(said("x failed with error code 38: Request exceeds the capabilities of the hardware\n"),
            "rocprofv3 counted nothing, it said: x failed with error code 38: Request exceeds the "
            "capabilities of the hardware");
  EXPECT_EQ(said("error: cannot open\n/dev/kfd: Permission denied\n"),
            "rocprofv3 may not read this GPU's counters, it said: /dev/kfd: Permission denied; run "
            "as root, or be in the groups 'render' and 'video'");
  EXPECT_EQ(said("what the kernel printed\n"), "rocprofv3 counted nothing and did not say why");
}

class Rocprof : public ::testing::Test {
 protected:
  static std::filesystem::path stand_in(const std::string& name) {
    return std::filesystem::path(ROCPROF_REPORTS) / name;
  }

  // Runs /bin/true under the profiler; it leaves that report.
  static std::vector<ProfiledKernel> run(const Profiler& profiler,
                                         const std::vector<Counter>& counters,
                                         const std::string& report) {
    const TemporaryFolder folder("hippuzzle-report-");
    std::vector<std::string> words = profiler.command(counters, folder.path());
    words.push_back("/bin/true");
    const auto ran =
        testing::run(words, {{"STAND_IN_REPORT", report.empty() ? "" : stand_in(report).string()}});
    EXPECT_EQ(ran.code == 0, !report.empty()) << ran.err;
    return profiler.report(folder.path());
  }

  const JudgeModule p16_{testing::shipped() / "judge" / "p16.so", "p16"};
  hippuzzle_variant plain_ = *p16_.find("naive");
  hippuzzle_variant with_matrix_cores_ = [this] {
    hippuzzle_variant variant = plain_;
    variant.required = "matrix-core";
    return variant;
  }();
};

TEST_F(Rocprof, OfVersion3CountsALaunchInTwoRuns) {
  const auto profiler = make_rocprofv3(stand_in("rocprofv3"), "gfx942:sramecc+:xnack-");
  EXPECT_EQ(profiler->name(), "rocprofv3 1.0.0");
  EXPECT_TRUE(profiler->reports_at_return());
  const auto runs = profiler->runs(with_matrix_cores_);
  ASSERT_EQ(runs.size(), 2u);
  const ProfiledLaunch counted = add_up(
      runs, {run(*profiler, runs[0], "v3_first.csv"), run(*profiler, runs[1], "v3_second.csv")},
      profiler->name());
  // Two kernels; the second did a quarter of the first's work. Reads: 300 of 128 bytes, 100 of 32,
  // 600 of 64; writes: 160 of 64, 40 of 32.
  EXPECT_EQ(counted.kernels.size(), 2u);
  EXPECT_EQ(counted.dram_bytes, 1.25 * (300 * 128 + 100 * 32 + 600 * 64 + 160 * 64 + 40 * 32));
  EXPECT_EQ(counted.l2_bytes, 1.25 * 2400 * 128);
  EXPECT_EQ(counted.flops.at("fp32"), 1.25 * 64 * (2 * 4000 + 80 + 20));
  EXPECT_EQ(counted.flops.at("tf32"), 1.25 * 512 * 8192);
  EXPECT_EQ(counted.flops.at("bf16"), 0);
  EXPECT_EQ(counted.profiler, "rocprofv3 1.0.0");
}

TEST_F(Rocprof, OfTheOlderKindReadsItsCountersFromAFile) {
  const auto profiler = make_rocprof(stand_in("rocprof"), "gfx90a");
  EXPECT_EQ(profiler->name(), "rocprof 2.0");
  const std::vector<Counter> first = profiler->runs(plain_).front();
  const ProfiledLaunch counted =
      add_up({first}, {run(*profiler, first, "v1.csv")}, profiler->name());
  EXPECT_EQ(counted.dram_bytes, (4096 - 512) * 64 + 512 * 32);
  EXPECT_EQ(counted.flops.at("fp32"), 64.0 * (2 * 262'144 + 16));
}

TEST_F(Rocprof, SaysWhyThereIsNoReport) {
  const auto profiler = make_rocprofv3(stand_in("rocprofv3"), "gfx942");
  testing::expect_error([&] { run(*profiler, profiler->runs(plain_).front(), ""); },
                        Outcome::unsupported,
                        {"rocprofv3 counted nothing, it said: Unable to find all counters",
                         "Missing: [TCC_BUBBLE_sum]"});
}

TEST_F(Rocprof, CountsByTheArchitecturesCounters) {
  const auto names = [&](const std::string& architecture, const hippuzzle_variant& variant) {
    std::vector<std::string> all;
    for (const auto& run : make_rocprofv3("/bin/true", architecture)->runs(variant)) {
      for (const Counter& counter : run) all.push_back(counter.name);
    }
    return all;
  };
  const auto has = [](const std::vector<std::string>& all, const std::string& name) {
    return std::ranges::find(all, name) != all.end();
  };
  EXPECT_TRUE(has(names("gfx90a", plain_), "TCC_EA_RDREQ_32B_sum"));
  EXPECT_FALSE(has(names("gfx90a", plain_), "TCC_BUBBLE_sum"));
  EXPECT_TRUE(has(names("gfx940", plain_), "TCC_BUBBLE_sum"));
  EXPECT_TRUE(has(names("gfx950", plain_), "TCC_EA0_RDREQ_128B_sum"));
  EXPECT_FALSE(has(names("gfx950", plain_), "TCC_BUBBLE_sum"));
  EXPECT_FALSE(has(names("gfx942", plain_), "SQ_INSTS_VALU_MFMA_MOPS_BF16"));
  EXPECT_TRUE(has(names("gfx942", with_matrix_cores_), "SQ_INSTS_VALU_MFMA_MOPS_XF32"));
  EXPECT_FALSE(has(names("gfx90a", with_matrix_cores_), "SQ_INSTS_VALU_MFMA_MOPS_XF32"));
  for (const char* other : {"gfx908", "gfx1100", "gfx1201"}) {
    testing::expect_error([&] { make_rocprofv3("/bin/true", other); }, Outcome::unsupported,
                          {other, "no counters of floating-point operations", "gfx90a"},
                          Advice{Advice::leave_out_counters});
  }
}

TEST_F(Rocprof, ACounterThatIsMissingOrAnotherKernelIsRefused) {
  const std::vector<Counter> counters = {{"A", "fp32", 1}};
  testing::expect_error(
      [&] {
        add_up({counters}, {{{"k", {{"B", 1}}}}}, "rocprof 2.0");
      },
      Outcome::unsupported, {"rocprof 2.0 did not count 'A' for the kernel 'k'"});
  testing::expect_error(
      [&] {
        add_up({counters, counters}, {{{"k", {{"A", 1}}}}, {{"other", {{"A", 1}}}}}, "rocprof 2.0");
      },
      Outcome::unsupported, {"rocprof 2.0 saw other kernels in another run: k and other"});
}

TEST(Profiler, IsThereForGpusOnly) {
  testing::expect_error([] { find_profiler("cpu", "x86-64"); }, Outcome::unsupported,
                        {"'cpu'", "needs ncu on an NVIDIA GPU or rocprofv3 on an AMD GPU"},
                        Advice{Advice::leave_out_counters});
}

TEST(Profiler, OfAmdIsTheNewestOneThatIsThere) {
  const testing::EnvironmentVariable path("PATH", ROCPROF_REPORTS),
      rocm("ROCM_PATH", "/no/such/folder");
  EXPECT_EQ(find_profiler("amd", "gfx90a")->name(), "rocprofv3 1.0.0");
}

TEST(Profiler, ThatIsMissingIsNamed) {
  const TemporaryFolder empty("hippuzzle-report-");
  const testing::EnvironmentVariable path("PATH", empty.path().string()),
      rocm("ROCM_PATH", empty.path().string());
  if (std::filesystem::exists("/opt/rocm/bin/rocprofv3")) GTEST_SKIP() << "rocprofv3 is installed";
  testing::expect_error([] { find_profiler("amd", "gfx90a"); }, Outcome::unsupported,
                        {"rocprofv3 is neither on PATH", "install it"},
                        Advice{Advice::leave_out_counters});
}

}  // namespace counters_test
}  // namespace hippuzzle

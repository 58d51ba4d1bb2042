// The trace of one launch of a checked program: the chosen launch, the trace's contents, and the
// message if there is no trace.
#include <map>
#include <memory>

#include "tests/hip_cc/cc_command.hpp"

namespace hippuzzle::testing {
namespace traced_program_test {

using json = nlohmann::json;

constexpr const char* traced_program = R"(#include <hip/hip_runtime.h>
#include <cstdlib>
namespace ns {
template <class T>
__global__ void scale(const T* in, T* out, T by) {
  __shared__ T tile[8];
  T mine = in[blockIdx.x * 8 + threadIdx.x];
  tile[threadIdx.x] = mine;
  __syncthreads();
  out[blockIdx.x * 8 + threadIdx.x] = tile[7 - threadIdx.x] * by;
}
}
__device__ double total[2];
__global__ void count(const short* rows) { total[threadIdx.x] = rows[threadIdx.x]; }
__global__ void read(const float* in, int times) {
  float sum = 0;
  for (int i = 0; i < times; ++i) sum += in[threadIdx.x];
  if (sum < 0) __builtin_trap();
}
struct Data { short* rows[2]; };
int main(int argc, char** argv) {
  float *d_in, *d_out, h[64];
  Data own, *data = &own;
  for (int i = 0; i < 64; ++i) h[i] = i + 0.5f;
  hipMalloc(&d_in, sizeof h);
  hipMalloc((void**)&d_out, sizeof h);
  hipMalloc(&data->rows[1], 2 * sizeof(short));
  hipMemcpy(d_in, h, sizeof h, hipMemcpyHostToDevice);
  hipMemset(data->rows[1], 255, 4);
  for (int i = 1; i < 5; ++i) ns::scale<float><<<8, 8>>>(d_in, d_out, i);
  count<<<1, 2>>>(data->rows[1]);
  const int times = argc > 1 ? atoi(argv[1]) : 1;
  read<<<1, times > 65536 ? 1 : 64>>>(d_in, times);
}
)";

class TracedProgram : public Cc {
 protected:
  static void SetUpTestSuite() { built_ = std::make_unique<Built>(); }
  static void TearDownTestSuite() { built_.reset(); }
  void SetUp() override {
    if (built_->result.code == 77) GTEST_SKIP() << built_->result.err;
    ASSERT_EQ(built_->result.code, 0) << built_->result.err;
  }

  static CommandResult traced(const std::string& options, const std::string& argument = "1") {
    return run({built_->program, argument}, {{"HIPPUZZLE_CHECK", options}});
  }
  static json trace_of(const std::string& options, const std::string& argument = "1") {
    const CommandResult ran = traced(options + ":format=json", argument);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return json::parse(ran.err).at("trace");
  }
  static std::string source() { return built_->source; }

 private:
  struct Built {
    Built() { result = hippuzzle({"cc", "--check", source, "-o", program}); }
    TemporaryDirectory here;
    std::string source = here.write("prog.hip", traced_program).string();
    std::string program = (here.path() / "prog").string();
    CommandResult result;
  };
  static inline std::unique_ptr<Built> built_;
};

TEST_F(TracedProgram, ShowsTheLaunchThatIsNamed) {
  const CommandResult third = traced("trace=scale:3");
  EXPECT_EQ(third.code, 0);
  for (const char* words :
       {"prog.hip, launch 3 of scale [your kernels]\n", "ns::scale<float>: block (0, 0, 0) of 8",
        "phase 1 of 2, until the barrier at prog.hip:9\n", "reads d_in[1] = 1.5; writes tile[1]",
        "mine of each thread", "(0)  reads tile[7] = 7.5; writes d_out[0] = 22.5\n"})
    EXPECT_NE(third.err.find(words), std::string::npos) << words << third.err;
  EXPECT_NE(traced("trace=ns::scale").err.find("writes d_out[0] = 7.5\n"), std::string::npos);
  EXPECT_NE(traced("blocks=0:trace=ns::scale<float>:4:counts=0").err.find("d_out[0] = 30\n"),
            std::string::npos);
}

TEST_F(TracedProgram, ShowsABlockAlsoWhereASampleIsLookedAt) {
  for (const char* sample : {"", ":blocks=2"}) {
    const json launch = trace_of("trace=scale:2:block=3" + std::string(sample)).at("launches")[0];
    EXPECT_EQ(launch.at("block"), (json{3, 0, 0}));
    ASSERT_EQ(launch.at("phases").size(), 2u) << sample;
    EXPECT_EQ(launch.at("phases")[1].at("accesses")[1].at("values")[0], (24 + 7.5) * 2);
  }
}

TEST_F(TracedProgram, ReadsTypesOfArraysInTheDebugInformation) {
  const json arrays = trace_of("trace=scale").at("launches")[0].at("arrays");
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(arrays[0], (json{{"name", "d_in"},
                             {"space", "global"},
                             {"type", "f32"},
                             {"shape", {64}},
                             {"inputs", json::array()}}));
  EXPECT_EQ(arrays[1].at("type"), "f32");
  EXPECT_EQ(arrays[2].at("name"), "d_out");
  EXPECT_EQ(arrays[2].at("type"), "f32");
  const json counted = trace_of("trace=count").at("launches")[0];
  EXPECT_EQ(counted.at("arrays")[0].at("name"), "data->rows[1]");
  EXPECT_EQ(counted.at("arrays")[0].at("type"), "i16");
  EXPECT_EQ(counted.at("arrays")[1].at("name"), "total");
  EXPECT_EQ(counted.at("arrays")[1].at("type"), "f64");
  EXPECT_EQ(counted.at("phases")[0].at("accesses")[1].at("values"), (json{-1}));
}

TEST_F(TracedProgram, RecordsAWarpOrAThreadOfWhatIsTooLarge) {
  const CommandResult warp = traced("trace=read:thread=40", "1500");
  EXPECT_EQ(warp.code, 0);
  EXPECT_NE(warp.err.find("recorded: 32 threads, (32) to (63); --thread names"), std::string::npos)
      << warp.err;
  EXPECT_NE(warp.err.find("(40)  reads d_in[40] = 40.5, d_in[40]"), std::string::npos) << warp.err;
  // The requests belong to the warp, whose lanes all take part.
  EXPECT_NE(warp.err.find(" 1500  48000 "), std::string::npos) << warp.err;
  const CommandResult thread = traced("trace=read:thread=40", "3000");
  EXPECT_NE(thread.err.find("recorded: thread (40); --thread names another"), std::string::npos)
      << thread.err;
  const CommandResult none = traced("trace=read", "70000");
  EXPECT_EQ(none.code, 77);
  EXPECT_NE(none.err.find("'read' is too large to be traced: a thread makes more than 65536"),
            std::string::npos)
      << none.err;
}

TEST_F(TracedProgram, WritesAPage) {
  const std::string page = at("trace.html");
  const CommandResult ran = traced("trace=scale:html=" + page);
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  const std::string text = contents(page);
  EXPECT_NE(text.find("<!doctype html>"), std::string::npos);
  EXPECT_NE(text.find("T mine = in[blockIdx.x * 8 + threadIdx.x];"), std::string::npos);
}

TEST_F(TracedProgram, SaysInASentenceWhyThereIsNoTrace) {
  const std::map<std::string, std::string> sentences = {
      {"trace=foo",
       "cannot trace 'foo' (no such kernel was launched); choose one of "
       "count, ns::scale<float>, read"},
      {"trace=scale:9", "cannot trace launch 9 of 'scale' (it was launched 4 times)"},
      {"trace=count:2", "cannot trace launch 2 of 'count' (it was launched once)"},
      {"trace=scale:block=8", "block (8, 0, 0) is outside the grid"},
      {"trace=scale:thread=0,1", "thread (0, 1, 0) is outside the block"},
      {"trace=scale:0", "trace names a kernel's launches from 1 on, found 0"},
      {"trace=scale:block=x", "block is x, x,y or x,y,z, such as 0,1, found 'x'"},
      {"html=x.html", "html is about a trace; ask for one with trace=KERNEL"},
      {"trace=scale:format=sarif", "sarif has no place for a trace"}};
  for (const auto& [options, sentence] : sentences) {
    const CommandResult ran = traced(options);
    EXPECT_EQ(ran.code, 2) << options;
    EXPECT_NE(ran.err.find(sentence), std::string::npos) << options << "\n" << ran.err;
  }
}

TEST_F(TracedProgram, IsAskedForOnTheCommandLine) {
  const CommandResult ran = cc({"--run", "--check", "--trace", "scale:2", source(), "1"});
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.err.find("launch 2 of scale"), std::string::npos) << ran.err;
  const CommandResult without = cc({"--check", "--html", "x.html", source()});
  EXPECT_EQ(without.code, 2);
  EXPECT_NE(without.err.find("--html is about a trace; ask for one with --trace KERNEL"),
            std::string::npos)
      << without.err;
}

TEST_F(TracedProgram, ShowsWhatAFaultyKernelDidBesideItsFindings) {
  const std::string source = write("past.hip",
                                   "#include <hip/hip_runtime.h>\n"
                                   "__global__ void past(int* p) { p[threadIdx.x] = 7; }\n"
                                   "int main() { int* p; hipMalloc(&p, 8); past<<<1, 3>>>(p); }\n");
  const CommandResult ran = cc({"--run", "--check", "--trace=past", source});
  EXPECT_EQ(ran.code, 4);
  EXPECT_NE(ran.err.find("(1)  writes p[1] = 7\n"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("out-of-bounds: a write of p[2]"), std::string::npos) << ran.err;
}

// A launch that leaves out template arguments, and one of an overloaded kernel, do not say which
// function runs. Calls make and end objects that are passed as further arguments as well.
TEST_F(Cc, TracesKernelsWhoseLaunchesDoNotSayWhichTheyAre) {
  const std::string source = write("deduced.hip", R"(#include <hip/hip_runtime.h>
struct Box {
  double value;
  Box(double v) : value(v) {}
  Box(const Box& other) : value(other.value) {}
  ~Box() { value = 0; }
};
template <class T>
__global__ void deduced(T* p, Box box, const T by) {
  __shared__ T rows[2][4];
  const int i = threadIdx.x;
  rows[i / 4][i % 4] = p[i];
  __syncthreads();
  const T sum = rows[i / 4][3 - i % 4] * by + T(box.value);
  p[i] = sum;
}
__global__ void overloaded(double* p) {
  const double twice = 2 * p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = twice;
}
__global__ void overloaded(int) {}
int main() {
  double* p;
  hipMalloc(&p, 8 * sizeof(double));
  hipMemset(p, 0, 8 * sizeof(double));
  deduced<<<1, 8>>>(p, Box(2.5), 3.0);
  overloaded<<<1, 8>>>(p);
}
)");
  const CommandResult built = cc({"--check", source, "-o", at("prog")});
  if (built.code == 77) GTEST_SKIP() << built.err;
  ASSERT_EQ(built.code, 0) << built.err;
  for (const auto& [kernel, variables] :
       {std::pair<const char*, std::vector<std::string>>{"deduced", {"i", "sum"}},
        {"overloaded", {"twice"}}}) {
    const CommandResult ran =
        run({at("prog")}, {{"HIPPUZZLE_CHECK", std::string("format=json:trace=") + kernel}});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const json trace = json::parse(ran.err).at("trace");
    std::vector<std::string> names;
    for (const json& variable : trace.at("launches").at(0).at("variables"))
      names.push_back(variable.at("name"));
    EXPECT_EQ(names, variables) << kernel;
  }
  const CommandResult text = run({at("prog")}, {{"HIPPUZZLE_CHECK", "trace=deduced"}});
  EXPECT_NE(text.err.find("reads rows[1, 3] = 0; writes p[4] = 2.5"), std::string::npos)
      << text.err;
}

}  // namespace traced_program_test
}  // namespace hippuzzle::testing

// `hippuzzle studio --confined`, and the programs that read a kernel which somebody else wrote.
#include <fstream>

#include "support/process/external_tool.hpp"
#include "tests/studio/studio_process.hpp"
#include "tests/support/json.hpp"
#include "tests/support/whole_file.hpp"

namespace hippuzzle::testing {
namespace confined_test {

using nlohmann::json;

// p01's kernel, which also reads a file and prints it. The module of a kernel that is not confined
// can do so.
std::string prints(const std::filesystem::path& secret) {
  return "#include <hip/hip_runtime.h>\n"
         "extern \"C\" int open(const char*, int, ...); extern \"C\" long read(int, void*, "
         "unsigned long);\n"
         "__global__ void add_10(float* output, const float* a) {\n"
         "  output[threadIdx.x] = a[threadIdx.x] + 10;\n"
         "  if (threadIdx.x > 0) return;\n"
         "  char text[16] = {};\n"
         "  const int file = open(\"" +
         secret.string() +
         "\", 0);\n"
         "  if (file >= 0) read(file, text, 15);\n"
         "  printf(\"read: %s.\\n\", text);\n"
         "}\n";
}

void open(StudioProcess& studio) {
  EXPECT_EQ(studio.request("POST", "/api/open?puzzle=p01").status, 200);
}

TEST(StudioConfined, KeepsAKernelFromFilesInEachTask) {
  const TemporaryDirectory elsewhere;
  const auto secret = elsewhere.write("secret.txt", "in clear");
  for (const bool is_confined : {false, true}) {
    StudioProcess studio(is_confined ? std::vector<std::string>{"--port", "0", "--confined"}
                                     : std::vector<std::string>{"--port", "0"});
    EventStream events(studio);
    open(studio);
    std::ofstream(studio.p01()) << prints(secret);
    std::string text = events.until("event: end\ndata: {\"run\":1,");
    const std::string seen = "read: in clear.", closed = "read: .";
    EXPECT_NE(text.find(is_confined ? closed : seen), text.npos) << text;
    EXPECT_NE(text.find("\"outcome\":\"passed\""), text.npos) << text;
    int run = 1;
    for (const std::string task : {"check", "trace", "counts", "bench"}) {
      if (!is_confined) continue;
      studio.request("POST", "/api/run?puzzle=p01&task=" + task);
      text = events.until("event: end\ndata: {\"run\":" + std::to_string(++run) + ",");
      EXPECT_NE(text.find("\"exit_code\":0", text.rfind("event: end")), text.npos) << task << text;
    }
    EXPECT_EQ(text.find(seen) == text.npos, is_confined) << text;
  }
}

// The compiler's messages would show the lines of a file that is no C++.
TEST(StudioConfined, KeepsACompilerFromFiles) {
  const TemporaryDirectory elsewhere;
  const auto secret = elsewhere.write("secret.txt", "password hunter2\n");
  StudioProcess studio({"--port", "0", "--confined"});
  EventStream events(studio);
  open(studio);
  std::ofstream(studio.p01()) << "#include \"" + secret.string() + "\"\n" + right_map();
  const std::string text = events.until("event: end");
  EXPECT_EQ(text.find("hunter2"), text.npos) << text;
  EXPECT_NE(text.find("\"exit_code\":3"), text.npos) << text;
}

TEST(StudioConfined, KnowsTheWordsThatFit) {
  if (!find_program("clangd")) GTEST_SKIP() << "no clangd is found; Debian has it in that package";
  const TemporaryDirectory elsewhere;
  const auto secret = elsewhere.write("secret.hpp", "int hunter2;\n");
  const auto words = [](StudioProcess& studio, const std::string& text, int line, int column) {
    const HttpAnswer answer =
        studio.request("POST",
                       "/api/complete?puzzle=p01&line=" + std::to_string(line) +
                           "&column=" + std::to_string(column),
                       text);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.body;
  };
  const std::string includes = "#include \"" + secret.string() + "\"\n" +
                               "#include <hip/hip_runtime.h>\n"
                               "__global__ void add_10(float* output, const float* a) {\n"
                               "  output[threadIdx.x] = hunter\n"
                               "}\n";
  for (const bool is_confined : {false, true}) {
    StudioProcess studio(is_confined ? std::vector<std::string>{"--port", "0", "--confined"}
                                     : std::vector<std::string>{"--port", "0"});
    EXPECT_EQ(parse_json(studio.request("GET", "/api/course").body)["completion"], true);
    open(studio);
    EXPECT_EQ(words(studio, includes, 4, 31).find("\"text\":\"hunter2\"") == std::string::npos,
              is_confined);
    std::string text = right_map();
    const size_t at = text.find("a[threadIdx.x]");
    text.replace(at, 14, "a[threadIdx.");
    EXPECT_NE(words(studio, text, 3, 37).find("\"text\":\"x\""), std::string::npos);
    for (const char* query : {"puzzle=p01&line=0&column=1", "puzzle=p01&line=x&column=1",
                              "puzzle=..%2fp01&line=1&column=1"}) {
      EXPECT_EQ(studio.request("POST", std::string("/api/complete?") + query, text).status, 400);
    }
    EXPECT_EQ(studio
                  .request("POST", "/api/complete?puzzle=p01&line=1&column=1",
                           std::string((1 << 20) + 1, ' '))
                  .status,
              400);
    EXPECT_EQ(studio.end(SIGINT), 0);
  }
}

}  // namespace confined_test
}  // namespace hippuzzle::testing

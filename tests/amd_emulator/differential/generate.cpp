// Writes a source file of random kernels whose results are the same bits wherever arithmetic is as
// the language and IEEE 754 have it. They use integers without signed overflow, and floating-point
// operations with one rounding, after which they read the bits.
//
//   generate <seed> <kernels>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

namespace {

constexpr unsigned variables = 6;

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string kernel(unsigned number) {
    std::string text = "__global__ void k" + std::to_string(number) +
                       "(const uint32_t* in, uint32_t* out) {\n"
                       "  __shared__ uint32_t shared[64];\n  const uint32_t t = threadIdx.x;\n"
                       "  uint32_t own[8] = {t, 1, 2, 3, 4, 5, 6, 7};\n";
    for (unsigned v = 0; v < variables; ++v)
      text += "  uint32_t v" + std::to_string(v) + " = in[t + " + std::to_string(64 * v) + "];\n";
    for (unsigned n = 0; n < 14; ++n) text += statement(2, true);
    text += "  out[t] = own[v0 & 7]";
    for (unsigned v = 0; v < variables; ++v) text += " ^ v" + std::to_string(v);
    return text + ";\n}\n\n";
  }

 private:
  unsigned below(unsigned n) { return static_cast<unsigned>(random_()) % n; }
  std::string variable() { return "v" + std::to_string(below(variables)); }
  std::string wide() { return "(uint64_t{" + variable() + "} << 32 | " + variable() + ")"; }

  std::string integer() {
    static const char* const binary[] = {"+", "-", "*", "&", "|", "^"};
    static const char* const compare[] = {"<", "<=", "==", "!=", ">", ">="};
    const std::string a = variable(), b = variable(), c = variable();
    switch (below(13)) {
      case 0:
        return a + " << (" + b + " & 31)";
      case 1:
        return a + " >> (" + b + " & 31)";
      case 2:
        return "uint32_t(int(" + a + ") >> (" + b + " & 31))";
      case 3:
        return a + " / (" + b + " | 1)";
      case 4:
        return "uint32_t(int(" + a + ") % int((" + b + " & 0xfff) + 1))";
      case 5:
        return "(" + a + " " + compare[below(6)] + " " + b + " ? " + c + " : " + variable() + ")";
      case 6:
        return "(int(" + a + ") " + compare[below(6)] + " int(" + b + ") ? " + c + " : 17u)";
      case 7:
        return "uint32_t(__popc(" + a + ") + __clz(int(" + b + ")))";
      case 8:
        return "__brev(" + a + ")";
      case 9:
        return "uint32_t(" + wide() + " * " + wide() + " >> " + std::to_string(below(64)) + ")";
      case 10:
        return "uint32_t(" + wide() + " / (uint64_t{" + a + "} + 1))";
      case 11:
        return "uint32_t(int64_t(" + wide() + ") >> (" + a + " & 63))";
      default:
        return a + " " + binary[below(6)] + " " +
               (below(3) == 0 ? std::to_string(random_()) + "u" : b);
    }
  }

  // One rounding, whose bits are taken.
  std::string floating() {
    static const char* const binary[] = {"+", "-", "*", "/"};
    const std::string op = binary[below(4)];
    const std::string a = variable(), b = variable();
    switch (below(5)) {
      case 0:
        return "__float_as_uint(float(" + a + "))";
      case 1:
        return "__float_as_uint(float(int(" + a + ")) " + op + " float((" + b + " & 0xffff) + 1))";
      case 2:
        return "bits_of(double(int(" + a + ")) " + op + " double((" + b + " | 1)))";
      case 3:
        return "uint32_t(int(float(" + a + " & 0xfffff) * 0.5f))";
      default:
        return "__float_as_uint(fminf(float(" + a + "), float(" + b + ")))";
    }
  }

  std::string statement(unsigned depth, bool is_uniform) {
    const std::string to = variable();
    switch (below(depth > 0 ? 10 : 6)) {
      case 0:
        return "  " + to + " = " + floating() + ";\n";
      case 1:
        return "  own[" + variable() + " & 7] += " + variable() + ";\n  " + to + " ^= own[" +
               variable() + " & 7];\n";
      case 6:
        return "  if (" + variable() + " > " + variable() + ") {\n" + statement(depth - 1, false) +
               statement(depth - 1, false) + "  } else {\n" + statement(depth - 1, false) + "  }\n";
      case 7: {
        const std::string n = "n" + std::to_string(loops_++);
        return "  for (uint32_t " + n + " = 0; " + n + " < (" + to + " & 7); ++" + n + ") {\n" +
               "    if (" + n + " > 8) break;\n" + statement(depth - 1, false) + "  }\n";
      }
      case 8:
        if (!is_uniform) return "  " + to + " += " + variable() + ";\n";
        return "  shared[t] = " + to + ";\n  __syncthreads();\n  " + to + " ^= shared[(t * " +
               std::to_string(2 * below(32) + 1) + " + " + std::to_string(below(64)) +
               ") & 63];\n  __syncthreads();\n";
      default:
        return "  " + to + " = " + integer() + ";\n";
    }
  }

  std::minstd_rand random_;
  unsigned loops_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const unsigned seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
  const unsigned count = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 50;
  Generator generator(seed);
  std::string text = "// Random kernels of seed " + std::to_string(seed) +
                     ".\n#include <hip/hip_runtime.h>\n\n#include <cstdint>\n\nnamespace {\n\n"
                     "__device__ uint32_t bits_of(double x) {\n"
                     "  const auto bits = static_cast<uint64_t>(__double_as_longlong(x));\n"
                     "  return static_cast<uint32_t>(bits >> 32 ^ bits);\n}\n\n";
  for (unsigned k = 0; k < count; ++k) text += generator.kernel(k);
  text +=
      "using Kernel = void (*)(const uint32_t*, uint32_t*);\n\n}  // namespace\n\n"
      "extern \"C\" __attribute__((visibility(\"default\"))) int kernel_count() { return " +
      std::to_string(count) +
      "; }\n\nextern \"C\" __attribute__((visibility(\"default\"))) int run(int which, const "
      "uint32_t* in, uint32_t* out) {\n"
      "  uint32_t *from = nullptr, *to = nullptr;\n"
      "  if (hipMalloc(reinterpret_cast<void**>(&from), 1536) != hipSuccess ||\n"
      "      hipMalloc(reinterpret_cast<void**>(&to), 256) != hipSuccess ||\n"
      "      hipMemcpy(from, in, 1536, hipMemcpyHostToDevice) != hipSuccess)\n    return 1;\n"
      "  switch (which) {\n";
  for (unsigned k = 0; k < count; ++k) {
    const std::string n = std::to_string(k);
    text += "    case " + n + ":\n      hipLaunchKernelGGL(k" + n +
            ", dim3(1), dim3(64), 0, nullptr, from, to);\n      break;\n";
  }
  text +=
      "    default:\n      return 2;\n  }\n"
      "  const bool is_right = hipGetLastError() == hipSuccess && hipDeviceSynchronize() == "
      "hipSuccess &&\n"
      "                        hipMemcpy(out, to, 256, hipMemcpyDeviceToHost) == hipSuccess;\n"
      "  static_cast<void>(hipFree(from));\n  static_cast<void>(hipFree(to));\n"
      "  return is_right ? 0 : 3;\n}\n";
  std::fputs(text.c_str(), stdout);
}

#include "engine/runner/blas/vendor_blas.hpp"

#include <fmt/format.h>

#include <string_view>

#include "engine/support/outcome.hpp"

namespace hippuzzle {
namespace {

struct Library {
  std::string_view platform, name;
  decltype(&open_cublas) open;
  LibraryNames files;  // the newest first
};

const Library libraries[] = {
    {"cpu", "OpenBLAS", open_openblas, {"libopenblas.so.0", "libopenblas.so"}},
    {"nvidia",
     "cuBLASLt",
     open_cublas,
     {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11", "libcublasLt.so"}},
    {"amd",
     "rocBLAS",
     open_rocblas,
     {"librocblas.so.5", "librocblas.so.4", "librocblas.so.0", "librocblas.so"}},
    {"amd",
     "hipBLASLt",
     open_hipblaslt,
     {"libhipblaslt.so.1", "libhipblaslt.so.0", "libhipblaslt.so"}}};

}  // namespace

const char* to_string(hippuzzle_math math) {
  switch (math) {
    case HIPPUZZLE_MATH_FP32:
      return "FP32";
    case HIPPUZZLE_MATH_TF32:
      return "TF32";
    case HIPPUZZLE_MATH_BF16:
      return "BF16";
  }
  return "unknown arithmetic";
}

std::vector<std::string> vendor_libraries(const std::string& platform) {
  std::vector<std::string> found;
  for (const Library& library : libraries) {
    if (library.platform == platform) found.emplace_back(library.name);
  }
  return found;
}

std::unique_ptr<VendorBlas> open_vendor_blas(const Device& device, const VendorProduct& product) {
  for (const Library& library : libraries) {
    if (library.name == product.library) return library.open(device, product, library.files);
  }
  throw Error(
      Outcome::unsupported,
      fmt::format("there is no baseline: '{}' is no library that is known", product.library));
}

}  // namespace hippuzzle

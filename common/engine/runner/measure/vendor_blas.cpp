#include "engine/runner/measure/vendor_blas.hpp"

#include <fmt/format.h>

#include <string_view>

#include "support/outcome.hpp"

namespace hippuzzle {
namespace {

struct Library {
  std::string_view name;
  decltype(&open_cublas) open;
  LibraryNames files;  // the newest first
};

// Libraries by the names that vendor_libraries() has.
const Library libraries[] = {
    {"OpenBLAS", open_openblas, {"libopenblas.so.0", "libopenblas.so"}},
    {"cuBLASLt",
     open_cublas,
     {"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11", "libcublasLt.so"}},
    {"rocBLAS",
     open_rocblas,
     {"librocblas.so.5", "librocblas.so.4", "librocblas.so.0", "librocblas.so"}},
    {"hipBLASLt", open_hipblaslt, {"libhipblaslt.so.1", "libhipblaslt.so.0", "libhipblaslt.so"}}};

}  // namespace

std::unique_ptr<VendorBlas> open_vendor_blas(const Device& device, const VendorProduct& product) {
  for (const Library& library : libraries) {
    if (library.name == product.library) return library.open(device, product, library.files);
  }
  throw Error(
      Outcome::unsupported,
      fmt::format("there is no baseline: '{}' is no library that is known", product.library));
}

}  // namespace hippuzzle

// hipSOLVER's dense functions.
#include <hipsolver/hipsolver.h>

#include "expect.h"

#define EXPECT_SOLVED(call) EXPECT((call) == HIPSOLVER_STATUS_SUCCESS)

using Doubles = std::vector<double>;

static bool near(const Doubles& a, const Doubles& b) {
  bool is_near = a.size() == b.size();
  for (size_t i = 0; is_near && i < a.size(); ++i) is_near = near(a[i], b[i], 1e-12);
  return is_near;
}

// The matrix [4 2; 2 10], its lower factor [2 0; 1 3], and the solution for [8; 22].
static void cholesky(hipsolverDnHandle_t solver) {
  double* const a = to_device<double>({4, 2, 2, 10});
  double* const b = to_device<double>({8, 22});
  int* const info = on_device<int>(1);
  int size = -1;
  EXPECT_SOLVED(hipsolverDnDpotrf_bufferSize(solver, HIPSOLVER_FILL_MODE_LOWER, 2, a, 2, &size));
  EXPECT(size >= 0);
  double* const work = on_device<double>(static_cast<size_t>(size) + 1);
  EXPECT_SOLVED(hipsolverDnDpotrf(solver, HIPSOLVER_FILL_MODE_LOWER, 2, a, 2, work, size, info));
  EXPECT(to_host(info, 1)[0] == 0);
  const Doubles factor = to_host(a, 4);
  EXPECT(factor[0] == 2 && factor[1] == 1 && factor[3] == 3);
  EXPECT_SOLVED(hipsolverDnDpotrs(solver, HIPSOLVER_FILL_MODE_LOWER, 2, 1, a, 2, b, 2, info));
  EXPECT(near(to_host(b, 2), {1, 2}));
  // [1 2; 2 1] is not positive definite: its second minor is not.
  double* const indefinite = to_device<double>({1, 2, 2, 1});
  EXPECT_SOLVED(
      hipsolverDnDpotrf(solver, HIPSOLVER_FILL_MODE_LOWER, 2, indefinite, 2, work, size, info));
  EXPECT(to_host(info, 1)[0] == 2);
  EXPECT(hipsolverDnDpotrf(solver, HIPSOLVER_FILL_MODE_LOWER, 2, a, 1, work, size, info) ==
         HIPSOLVER_STATUS_INVALID_VALUE);
  EXPECT(hipsolverDnDpotrf(nullptr, HIPSOLVER_FILL_MODE_LOWER, 2, a, 2, work, size, info) ==
         HIPSOLVER_STATUS_NOT_INITIALIZED);
}

static void lu(hipsolverDnHandle_t solver) {
  double* const a = to_device<double>({1, 3, 2, 4});
  double* const b = to_device<double>({5, 11});
  int* const pivots = on_device<int>(2);
  int* const info = on_device<int>(1);
  EXPECT_SOLVED(hipsolverDnDgetrf(solver, 2, 2, a, 2, nullptr, pivots, info));
  EXPECT(to_host(pivots, 2)[0] == 2);
  EXPECT_SOLVED(hipsolverDnDgetrs(solver, HIPSOLVER_OP_N, 2, 1, a, 2, pivots, b, 2, info));
  EXPECT(near(to_host(b, 2), {1, 2}));
  EXPECT(hipsolverDnDgetrf(solver, 2, 2, a, 2, nullptr, nullptr, info) ==
         HIPSOLVER_STATUS_NOT_SUPPORTED);
}

static void values(hipsolverDnHandle_t solver) {
  // The columns (3, 4) and (0, 0): one singular value, 5.
  double* const a = to_device<double>({3, 4, 0, 0});
  double* const s = on_device<double>(2);
  double* const u = on_device<double>(4);
  double* const v = on_device<double>(4);
  int* const info = on_device<int>(1);
  EXPECT_SOLVED(
      hipsolverDnDgesvd(solver, 'A', 'A', 2, 2, a, 2, s, u, 2, v, 2, nullptr, 0, nullptr, info));
  EXPECT(near(to_host(s, 2), {5, 0}));
  EXPECT(near(std::fabs(to_host(u, 4)[0]), 0.6, 1e-12));
  // A Hermitian matrix [2 i; -i 2].
  auto* const h = to_device<hipDoubleComplex>({{2, 0}, {0, -1}, {0, 1}, {2, 0}});
  EXPECT_SOLVED(hipsolverDnZheevd(solver, HIPSOLVER_EIG_MODE_VECTOR, HIPSOLVER_FILL_MODE_UPPER, 2,
                                  h, 2, s, nullptr, 0, info));
  EXPECT(near(to_host(s, 2), {1, 3}));
  double* const tau = on_device<double>(2);
  double* const q = to_device<double>({3, 4, 1, 2});
  EXPECT_SOLVED(hipsolverDnDgeqrf(solver, 2, 2, q, 2, tau, nullptr, 0, info));
  EXPECT(near(std::fabs(to_host(q, 4)[0]), 5, 1e-12));
}

int main() {
  hipsolverDnHandle_t solver;
  EXPECT_SOLVED(hipsolverDnCreate(&solver));
  cholesky(solver);
  lu(solver);
  values(solver);
  EXPECT_SOLVED(hipsolverDnDestroy(solver));
  return failures;
}

// Kernels that take objects in managed memory by reference, and the parameter that HIP's first
// kernels had in front.
#include "expect.h"

struct Account {
  int balance;
  int deposits;
};

__global__ void deposit(Account& account, const int& amount) {
  atomicAdd(&account.balance, amount);
  atomicAdd(&account.deposits, 1);
}

__global__ void withdraw(hipLaunchParm, Account& account, int amount) {
  atomicAdd(&account.balance, -amount);
}

int main() {
  Account* account = nullptr;
  int* amount = nullptr;
  EXPECT_OK(hipMallocManaged(&account, sizeof *account));
  EXPECT_OK(hipMallocManaged(&amount, sizeof *amount));
  *account = {100, 0};
  *amount = 5;
  deposit<<<2, 3>>>(*account, *amount);
  hipLaunchKernelGGL(deposit, 1, 4, 0, 0, *account, *amount);
  EXPECT_OK(hipDeviceSynchronize());
  EXPECT(account->balance == 150 && account->deposits == 10);
  hipLaunchKernelGGL(withdraw, 1, 1, 0, 0, 0, *account, 7);
  EXPECT_OK(hipDeviceSynchronize());
  EXPECT(account->balance == 143);
  return failures;
}

// Rung 16, wgmma-bf16-tn: the kernels of wgmma-bf16 for a transposed B (n x k) and a BF16 result.
// Both operands then lie along k in shared memory, and results take half the space.
namespace launchers {

inline int32_t wgmma_bf16_tn(const hippuzzle_launch* l) {
  return WgmmaBf16Tiles<true, Bf16>::launch("wgmma-bf16-tn", Problem<Bf16, Bf16>(l), bf16_tn_costs);
}

}  // namespace launchers

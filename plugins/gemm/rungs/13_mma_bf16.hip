// Rung 13, mma-bf16: the kernels of mma-tf32 for BF16, whose elements take half the space: twice
// the k in a stage's rows of A, and twice the k a product, for the same wavefronts and cycles. Uses
// its launcher.
namespace launchers {

inline int32_t mma_bf16(const hippuzzle_launch* l) { return mma<Bf16>(l); }

}  // namespace launchers

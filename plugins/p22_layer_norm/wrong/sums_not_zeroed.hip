// Nobody zeroes the sums of the parameters.
// variants: backward
#define backward right_backward
#include "solution.hip"
#undef backward

int32_t backward(const hippuzzle_launch* launch) {
  float* out[5];
  const float* in[6];
  for (int i = 0; i < 5; ++i) out[i] = static_cast<float*>(launch->buffers[i]);
  for (int i = 0; i < 6; ++i) in[i] = static_cast<const float*>(launch->buffers[5 + i]);
  const auto tokens = static_cast<unsigned>(launch->extents.n[0]);
  const auto features = static_cast<unsigned>(launch->extents.n[1]);
  const auto outputs = static_cast<unsigned>(launch->extents.n[2]);
  const hipStream_t stream = hippuzzle::stream_of(*launch);

  // in[4], the bias of the linear layer, has no part in any gradient.
  hipLaunchKernelGGL(gradients, dim3(tokens), dim3(launch->configuration.block.x), 0, stream,
                     out[0], out[1], out[2], out[3], out[4], in[0], in[1], in[2], in[3], in[5],
                     features, outputs);
  return static_cast<int32_t>(hipGetLastError());
}

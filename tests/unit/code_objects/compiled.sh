#!/bin/sh
# Compiles three_kernels.hip for two GPUs of each vendor, by nvcc 13.0 and clang 15, to what a module's
# sections .nv_fatbin and .hip_fatbin hold.
set -e
cd "$(dirname "$0")"
nvcc -x cu -fatbin -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 \
  -o three_kernels.nv_fatbin three_kernels.hip
HIP_PLATFORM=amd hipcc -x hip -nogpuinc -nogpulib -O3 --genco --offload-arch=gfx90a \
  --offload-arch=gfx1030 -o three_kernels.hip_fatbin three_kernels.hip

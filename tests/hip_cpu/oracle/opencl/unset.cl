// Twins in OpenCL of kernels of tests/hip_cpu/check/kernels/unset.hip; see race.cl.

// case sum_never_set
//   8 1 1
//   8 1 1
//   <size=32 float noinit>
//   <size=256 float range=0:1:63>
kernel void sum_never_set(global float* out, global const float* in) {
  float sum;
  for (uint i = 0; i < 8; ++i) sum += in[get_local_id(0) * 8 + i];
  out[get_local_id(0)] = sum;
}

// case count_never_set
//   16 1 1
//   16 1 1
//   <size=64 int noinit>
//   <size=256 float range=0:1:63>
//   <size=4 uint fill=64>
kernel void count_never_set(global int* out, global const float* in, uint n) {
  int count;
  for (uint i = get_local_id(0); i < n; i += get_local_size(0)) count += in[i] > 10;
  out[get_local_id(0)] = count;
}

// case sum_set
//   8 1 1
//   8 1 1
//   <size=32 float noinit>
//   <size=256 float range=0:1:63>
kernel void sum_set(global float* out, global const float* in) {
  float sum;
  sum = 0;
  for (uint i = 0; i < 8; ++i) sum += in[get_local_id(0) * 8 + i];
  out[get_local_id(0)] = sum;
}

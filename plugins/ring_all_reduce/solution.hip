// ring_all_reduce, the reference: the sum of all ranks' data in each of them, by `count` ranks that
// write to the next one's memory. Rank i comes before rank (i + 1) % count.

// `to` lies on the next device.
__global__ void send(float* to, const float* from, unsigned elements) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements) to[i] = from[i];
}

__global__ void add(float* to, const float* from, unsigned elements) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements) to[i] += from[i];
}

// Lets kernels on `device` write to memory of `peer`.
void connect(int device, int peer) {
  HIP_CHECK(hipSetDevice(device));
  HIP_CHECK(hipDeviceEnablePeerAccess(peer, 0));
}

// Enqueues a kernel over a chunk on the rank's device.
void enqueue(void (*kernel)(float*, const float*, unsigned), const Rank& rank, float* to,
             const float* from, unsigned chunk) {
  HIP_CHECK(hipSetDevice(rank.device));
  hipLaunchKernelGGL(kernel, dim3((chunk + TPB - 1) / TPB), dim3(TPB), 0, rank.stream, to, from,
                     chunk);
  HIP_CHECK(hipGetLastError());
}

// In step s rank i sends chunk i - s, and adds the received one to chunk i - s - 1. After the
// last step it has the sum of chunk i + 1.
void reduce_scatter(Rank* ranks, int count, unsigned chunk) {
  for (int step = 0; step + 1 < count; ++step) {
    for (int i = 0; i < count; ++i) {
      const Rank &rank = ranks[i], &next = ranks[(i + 1) % count];
      const int sends = (i - step + count) % count;
      HIP_CHECK(hipStreamWaitEvent(rank.stream, next.added, 0));  // its inbox is free
      enqueue(send, rank, next.inbox, rank.data + sends * chunk, chunk);
      HIP_CHECK(hipEventRecord(rank.sent, rank.stream));
    }
    for (int i = 0; i < count; ++i) {
      const Rank &rank = ranks[i], &before = ranks[(i + count - 1) % count];
      const int adds = (i - step - 1 + count) % count;
      HIP_CHECK(hipStreamWaitEvent(rank.stream, before.sent, 0));
      enqueue(add, rank, rank.data + adds * chunk, rank.inbox, chunk);
      HIP_CHECK(hipEventRecord(rank.added, rank.stream));
    }
  }
}

// In step s rank i sends chunk i + 1 - s, which it has the sum of, to where it belongs.
void all_gather(Rank* ranks, int count, unsigned chunk) {
  for (int step = 0; step + 1 < count; ++step) {
    for (int i = 0; i < count; ++i) {
      const Rank &rank = ranks[i], &next = ranks[(i + 1) % count];
      const int sends = (i + 1 - step + count) % count;
      enqueue(send, rank, next.data + sends * chunk, rank.data + sends * chunk, chunk);
      HIP_CHECK(hipEventRecord(rank.sent, rank.stream));
    }
    for (int i = 0; i < count; ++i)
      HIP_CHECK(hipStreamWaitEvent(ranks[i].stream, ranks[(i + count - 1) % count].sent, 0));
  }
}

void all_reduce(Rank* ranks, int count, unsigned chunk) {
  reduce_scatter(ranks, count, chunk);
  all_gather(ranks, count, chunk);
}

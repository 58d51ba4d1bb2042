/* How the CPU platform runs kernels: the number of OS threads and the warp's size. An extension of
   HIP in plain C. The environment variables HIP_CPU_THREADS and HIP_CPU_WARP_SIZE give the first
   values; without them all processors that the process may use, and 32. A change holds for the
   launches that follow it. */
#ifndef HIP_CPU_CONFIG_H
#define HIP_CPU_CONFIG_H

#ifdef __cplusplus
extern "C" {
#endif

int hip_cpu_thread_count(void);
int hip_cpu_warp_size(void);

/* What the device's properties say; so many as there are OS threads unless it was set. */
int hip_cpu_multiprocessor_count(void);

/* All return 1 when the value was taken, and 0 when it was refused: a thread count is 1 to 1024, a
   warp has 32 or 64 lanes, a device 1 to 1024 multiprocessors, and 0 takes back what was set. */
int hip_cpu_set_thread_count(int count);
int hip_cpu_set_warp_size(int lanes);
int hip_cpu_set_multiprocessor_count(int count);

/* What the calling thread's last refused launch asked for and what is allowed, as one sentence, if
   `error` is the error that it gave; else "". Good until the next launch that is refused. */
const char* hip_cpu_refusal(int error);

/* Whether streams that are created from now on work beside the host, each on an OS thread of its
   own. At first, and with HIP_LAUNCH_BLOCKING=1, what is submitted is complete at once. */
void hip_cpu_set_asynchronous_streams(int wanted);

#ifdef __cplusplus
}
#endif

#endif

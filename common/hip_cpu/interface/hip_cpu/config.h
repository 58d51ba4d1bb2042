/* How the CPU platform runs kernels: the number of OS threads, the warp's size and the number of
   devices. An extension of HIP in plain C. Environment variables (<hip_cpu/variables.h>) give the
   first values; without them all processors that the process may use, 32, and 1. A change holds for
   the launches that follow it. */
#ifndef HIP_CPU_CONFIG_H
#define HIP_CPU_CONFIG_H

#ifdef __cplusplus
extern "C" {
#endif

int hip_cpu_thread_count(void);
int hip_cpu_warp_size(void);

/* What the device's properties say; so many as there are OS threads unless it was set. */
int hip_cpu_multiprocessor_count(void);

/* Simulated devices, with a memory each. They share the processors. */
int hip_cpu_device_count(void);

/* Whether a device may be given access to another's memory. HIPPUZZLE_CPU_PEERS=0 is a machine in
   which none may. */
int hip_cpu_has_peer_access(void);

/* All return 1 when the value was taken, and 0 when it was refused: a thread count is 1 to 1024, a
   warp has 32 or 64 lanes, a device 1 to 1024 multiprocessors, and 0 takes back what was set. There
   are 1 to 16 devices; their number is to be set before the first allocation. */
int hip_cpu_set_thread_count(int count);
int hip_cpu_set_warp_size(int lanes);
int hip_cpu_set_multiprocessor_count(int count);
int hip_cpu_set_device_count(int count);
int hip_cpu_set_peer_access(int has_access);

/* What the calling thread's last refused launch asked for and what is allowed, as one sentence, if
   `error` is the error that it gave; else "". Good until the next launch that is refused. */
const char* hip_cpu_refusal(int error);

/* Whether streams that are created from now on work beside the host, each on an OS thread of its
   own. At first, and with HIP_LAUNCH_BLOCKING=1, what is submitted is complete at once. */
void hip_cpu_set_asynchronous_streams(int wanted);

/* Sets the number of devices unless HIPPUZZLE_CPU_DEVICES did. */
void hip_cpu_offer_device_count(int count);

#ifdef __cplusplus
}
#endif

#endif

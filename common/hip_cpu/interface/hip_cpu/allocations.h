/* Hearing of allocations, to name them: by where a program asked for them. An extension of HIP in
   plain C. */
#ifndef HIP_CPU_ALLOCATIONS_H
#define HIP_CPU_ALLOCATIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called for each allocation that follows, once it is made and by the thread that asked for it, in
   whatever function of HIP; null for nobody. One listener. */
typedef void (*hip_cpu_allocation_listener)(void* begin, uint64_t bytes);
void hip_cpu_listen_to_allocations(hip_cpu_allocation_listener listener);

#ifdef __cplusplus
}
#endif
#endif

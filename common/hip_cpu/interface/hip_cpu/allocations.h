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

/* Whether all these bytes are memory of the host that hipHostRegister has made a kernel's. */
int32_t hip_cpu_is_registered(const void* begin, uint64_t bytes);

/* Calls visit for each range of such memory. */
void hip_cpu_visit_registered(void (*visit)(void* context, void* begin, uint64_t bytes),
                              void* context);

#ifdef __cplusplus
}
#endif
#endif

/* The checker in whole programs, whose report can read the source of both sides. */
#ifndef HIP_CPU_CHECK_PROGRAMS_H
#define HIP_CPU_CHECK_PROGRAMS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on a kernel's write to a variable of its module is a finding of kind HIP_CPU_WILD with
   the detail "constant write", and an access to a variable whose address the launch was given one
   with the detail "variable". Whoever reports them knows how the variable was declared, and leaves
   out those that are right. To be called before the first launch. */
void hip_cpu_check_variables(void);

/* Visits the arrays that are not freed yet, those of kernels included, by their names. */
void hip_cpu_visit_live_arrays(void (*visit)(void* user, const char* name, uint64_t bytes),
                               void* user);

#ifdef __cplusplus
}
#endif
#endif

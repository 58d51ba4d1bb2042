/* The environment variables that give the CPU platform its first settings, and what they may be.
   Plain C, and nothing of it is in the library, so that whoever starts a process can ask first. */
#ifndef HIP_CPU_VARIABLES_H
#define HIP_CPU_VARIABLES_H

#include <stdlib.h>

typedef struct hip_cpu_variable {
  const char* name;
  int least, most, step; /* a whole number in these steps from the least on */
  const char* values;    /* in words */
} hip_cpu_variable;

static const hip_cpu_variable hip_cpu_variables[] = {
    {"HIP_CPU_THREADS", 1, 1024, 1, "a number of OS threads from 1 to 1024"},
    {"HIP_CPU_WARP_SIZE", 32, 64, 32, "32 or 64 lanes"},
    {"HIPPUZZLE_CPU_DEVICES", 1, 16, 1, "a number of devices from 1 to 16"},
    {"HIPPUZZLE_CPU_PEERS", 0, 1, 1, "1, or 0 for devices that cannot reach each other"}};

static inline int hip_cpu_accepts_number(const hip_cpu_variable* variable, long number) {
  return number >= variable->least && number <= variable->most &&
         (number - variable->least) % variable->step == 0;
}

/* 1 where the text is a number that the variable may be, which is put into *number then. */
static inline int hip_cpu_accepts(const hip_cpu_variable* variable, const char* text, int* number) {
  char* end = NULL;
  const long value = strtol(text, &end, 10);
  if (end == text || *end != '\0' || !hip_cpu_accepts_number(variable, value)) return 0;
  *number = (int)value;
  return 1;
}

#endif

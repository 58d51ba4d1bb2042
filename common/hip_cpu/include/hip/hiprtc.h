// hiprtc on the CPU: a source becomes a module by the machine's C++ compiler, which `hippuzzle cc`
// calls. hipModuleLoadData takes the code that hiprtcGetCode gives.
#pragma once

#include <hip_cpu/set_macros_aside.hpp>

#include <hip_cpu/c_language.hpp>

typedef enum hiprtcResult {
  HIPRTC_SUCCESS = 0,
  HIPRTC_ERROR_OUT_OF_MEMORY = 1,
  HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
  HIPRTC_ERROR_INVALID_INPUT = 3,
  HIPRTC_ERROR_INVALID_PROGRAM = 4,
  HIPRTC_ERROR_INVALID_OPTION = 5,
  HIPRTC_ERROR_COMPILATION = 6,
  HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
  HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
  HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
  HIPRTC_ERROR_INTERNAL_ERROR = 11
} hiprtcResult;

typedef struct _hiprtcProgram* hiprtcProgram;

HIP_CPU_BEGIN_C

const char* hiprtcGetErrorString(hiprtcResult result);
hiprtcResult hiprtcVersion(int* major, int* minor);

// Headers are found by their include names. A source has <hip/hip_runtime.h> unasked.
hiprtcResult hiprtcCreateProgram(hiprtcProgram* program, const char* source, const char* name,
                                 int header_count, const char** headers,
                                 const char** include_names);
hiprtcResult hiprtcDestroyProgram(hiprtcProgram* program);

// Names of kernels, which may be of templates: "scale<float>". hipModuleGetFunction takes the
// lowered name.
hiprtcResult hiprtcAddNameExpression(hiprtcProgram program, const char* expression);
hiprtcResult hiprtcGetLoweredName(hiprtcProgram program, const char* expression,
                                  const char** lowered_name);

// Options for GPUs are left out. The log has the compiler's messages.
hiprtcResult hiprtcCompileProgram(hiprtcProgram program, int option_count, const char** options);
hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram program, size_t* bytes);
hiprtcResult hiprtcGetProgramLog(hiprtcProgram program, char* log);
hiprtcResult hiprtcGetCodeSize(hiprtcProgram program, size_t* bytes);
hiprtcResult hiprtcGetCode(hiprtcProgram program, char* code);

HIP_CPU_END_C

#include <hip_cpu/restore_macros.hpp>

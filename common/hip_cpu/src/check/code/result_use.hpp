// What a caller does with a function's result, read from the machine code after its call. It is
// asked about calls that failed, so that no other call takes longer.
#pragma once

namespace hip_cpu::check {

enum class ResultUse {
  discarded,
  passed_on,  // the caller returns it to its own caller
  used        // or the machine code does not show it
};

// code: the address after the call. In an instrumented module another call follows each call, of
// __sanitizer_cov_trace_pc; a result that is used is kept before that.
ResultUse use_of_result(const void* code);

// The name of the function that is called, in another library; null where the machine code does not
// show it.
const char* called_function(const void* code);

}  // namespace hip_cpu::check

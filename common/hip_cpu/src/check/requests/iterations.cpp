#include "hip_cpu/check/requests/iterations.hpp"

#include <algorithm>

namespace hip_cpu::check {

void Iterations::jump(Frame& frame, std::uintptr_t code, LoopEnds& ends,
                      const FunctionOf& function_of) {
  if (frame.function.end == 0) frame.function = function_of(frame.block);
  // A function that announces its blocks but not its call.
  if (code < frame.function.begin || code >= frame.function.end) return;
  if (code <= frame.block) repeat(frame, code, ends);
  frame.block = code;
  frame.key = frame.base;
  frame.limit = frame.function.end;
  for (std::size_t i = frame.first_loop; i < loops_.size(); ++i) {
    Loop& loop = loops_[i];
    if (code > *loop.end) continue;
    loop.around = mix(frame.key, loop.begin);
    frame.key = mix(loop.around, loop.count);
    frame.limit = std::min(frame.limit, *loop.end);
  }
}

void Iterations::repeat(Frame& frame, std::uintptr_t code, LoopEnds& ends) {
  // Loops that begin further on begin anew.
  while (loops_.size() > frame.first_loop && loops_.back().begin > code) loops_.pop_back();
  if (loops_.size() == frame.first_loop || loops_.back().begin != code)
    loops_.push_back({code, &ends.try_emplace(code, frame.block).first->second, 0, 0});
  Loop& loop = loops_.back();
  *loop.end = std::max(*loop.end, frame.block);
  ++loop.count;
}

}  // namespace hip_cpu::check

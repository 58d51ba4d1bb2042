// The signals that `hippuzzle watch` takes one after the other, between everything else.
#pragma once

#include "support/files/file_descriptor.hpp"

namespace hippuzzle {

// A signalfd of the signals that end, stop or resize a program on a terminal; they are blocked from
// now on.
// Throws std::system_error.
FileDescriptor catch_signals();

// Unblocks one of them, so that it can be raised again and end this process.
void let_through(int signal_number);

}  // namespace hippuzzle

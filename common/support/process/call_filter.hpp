// A filter of system calls for programs that run code of strangers. Landlock and namespaces limit
// which files a process opens. The filter refuses calls that they leave, such as chmod.
#pragma once

namespace hippuzzle {

// Filters this process's system calls, for good. starts_processes: a compiler's driver does. Calls
// of another architecture's interface (i386, x32) kill the process. Throws std::system_error.
void filter_calls(bool starts_processes);

}  // namespace hippuzzle

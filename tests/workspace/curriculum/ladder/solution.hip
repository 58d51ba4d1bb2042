// ladder: its rungs, one file each.
#include "rungs/naive.hip"

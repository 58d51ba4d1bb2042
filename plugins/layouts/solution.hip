// layouts: the rungs in teaching order. bindings.hip binds the names of variants to them.
#include "rungs/01_intro.hip"
#include "rungs/02_row_major.hip"
#include "rungs/03_col_major.hip"
#include "rungs/04_tiled.hip"

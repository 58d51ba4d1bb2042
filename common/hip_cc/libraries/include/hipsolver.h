// An earlier name of <hipsolver/hipsolver.h>.
#pragma once

#include <hipsolver/hipsolver.h>

// hipRAND by its older place.
#pragma once

#include <hiprand/hiprand_kernel.h>

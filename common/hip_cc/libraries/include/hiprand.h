// hipRAND by its older place.
#pragma once

#include <hiprand/hiprand.h>

// Policies of a stream.
#pragma once

#include <thrust/execution_policy.h>

#include "oncegate_curl.h"

// SPDX-License-Identifier: Apache-2.0

#ifndef ONCEGATE_LIBFUZZER_H
#define ONCEGATE_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

// The compiler brings this function with it and no header of it.
// Source: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one_input)(const uint8_t *data, size_t size));

#endif

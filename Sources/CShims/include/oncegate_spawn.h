// SPDX-License-Identifier: Apache-2.0
#ifndef ONCEGATE_SPAWN_H
#define ONCEGATE_SPAWN_H
#endif

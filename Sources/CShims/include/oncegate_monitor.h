// SPDX-License-Identifier: Apache-2.0
// A POSIX mutex with its condition variable, at an address that does not move.
#ifndef ONCEGATE_MONITOR_H
#define ONCEGATE_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct oncegate_monitor oncegate_monitor;

// Returns a new monitor, or null where there is no memory.
oncegate_monitor *oncegate_monitor_create(void);
void oncegate_monitor_destroy(oncegate_monitor *monitor);
void oncegate_monitor_lock(oncegate_monitor *monitor);
void oncegate_monitor_unlock(oncegate_monitor *monitor);
void oncegate_monitor_broadcast(oncegate_monitor *monitor);
void oncegate_monitor_wait(oncegate_monitor *monitor);
// Waits at most that long; false where the time was over.
bool oncegate_monitor_wait_for(oncegate_monitor *monitor, uint64_t nanoseconds);

#endif

// SPDX-License-Identifier: Apache-2.0
#include "oncegate_monitor.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct oncegate_monitor {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
};

oncegate_monitor *oncegate_monitor_create(void) {
  oncegate_monitor *monitor = malloc(sizeof *monitor);
  if (monitor == NULL) return NULL;
  pthread_mutex_init(&monitor->mutex, NULL);
#ifdef __APPLE__
  pthread_cond_init(&monitor->changed, NULL);
#else
  // A wait must not depend on somebody setting the clock.
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&monitor->changed, &attributes);
  pthread_condattr_destroy(&attributes);
#endif
  return monitor;
}

void oncegate_monitor_destroy(oncegate_monitor *monitor) {
  pthread_cond_destroy(&monitor->changed);
  pthread_mutex_destroy(&monitor->mutex);
  free(monitor);
}

void oncegate_monitor_lock(oncegate_monitor *monitor) { pthread_mutex_lock(&monitor->mutex); }
void oncegate_monitor_unlock(oncegate_monitor *monitor) { pthread_mutex_unlock(&monitor->mutex); }
void oncegate_monitor_broadcast(oncegate_monitor *monitor) {
  pthread_cond_broadcast(&monitor->changed);
}
void oncegate_monitor_wait(oncegate_monitor *monitor) {
  pthread_cond_wait(&monitor->changed, &monitor->mutex);
}

bool oncegate_monitor_wait_for(oncegate_monitor *monitor, uint64_t nanoseconds) {
#ifdef __APPLE__
  // Darwin has no condition variable on the monotonic clock, but a relative wait.
  struct timespec span = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                          .tv_nsec = (long)(nanoseconds % 1000000000u)};
  return pthread_cond_timedwait_relative_np(&monitor->changed, &monitor->mutex, &span) != ETIMEDOUT;
#else
  struct timespec deadline;
  clock_gettime(CLOCK_MONOTONIC, &deadline);
  deadline.tv_sec += (time_t)(nanoseconds / 1000000000u);
  deadline.tv_nsec += (long)(nanoseconds % 1000000000u);
  if (deadline.tv_nsec >= 1000000000) {
    deadline.tv_sec += 1;
    deadline.tv_nsec -= 1000000000;
  }
  return pthread_cond_timedwait(&monitor->changed, &monitor->mutex, &deadline) != ETIMEDOUT;
#endif
}

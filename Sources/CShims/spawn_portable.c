// SPDX-License-Identifier: Apache-2.0
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "oncegate_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int plan_descriptors(
    posix_spawn_file_actions_t *actions, const oncegate_spawn_request *request) {
  const int descriptors[3] = {request->input, request->output, request->errors};
  for (int place = 0; place < 3; place++) {
#ifdef __APPLE__
    // With CLOEXEC_DEFAULT a descriptor that stays in its place has to be named.
    int problem = descriptors[place] == place
                      ? posix_spawn_file_actions_addinherit_np(actions, place)
                      : posix_spawn_file_actions_adddup2(actions, descriptors[place], place);
#else
    int problem = posix_spawn_file_actions_adddup2(actions, descriptors[place], place);
#endif
    if (problem != 0) return problem;
  }
#ifndef __APPLE__
  int problem = posix_spawn_file_actions_addclosefrom_np(actions, 3);
  if (problem != 0) return problem;
#endif
  if (request->working_directory == NULL) return 0;
  return posix_spawn_file_actions_addchdir_np(actions, request->working_directory);
}

static int plan_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#ifdef __APPLE__
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  // Darwin refuses to reset what cannot be caught.
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  int problem = posix_spawnattr_setflags(attributes, flags);
  if (problem == 0) problem = posix_spawnattr_setpgroup(attributes, 0);
  if (problem == 0) problem = posix_spawnattr_setsigdefault(attributes, &all);
  if (problem == 0) problem = posix_spawnattr_setsigmask(attributes, &none);
  return problem;
}

int oncegate_spawn_portable(const oncegate_spawn_request *request, int *process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int problem = posix_spawn_file_actions_init(&actions);
  if (problem != 0) return problem;
  problem = posix_spawnattr_init(&attributes);
  if (problem == 0) {
    problem = plan_descriptors(&actions, request);
    if (problem == 0) problem = plan_attributes(&attributes);
    if (problem == 0) {
      problem = posix_spawn(process, request->path, &actions, &attributes, request->arguments,
                            request->environment);
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

int oncegate_wait_unreaped(int process) {
  siginfo_t information;
  while (waitid(P_PID, (id_t)process, &information, WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

void oncegate_forbid_core_dumps(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) != 0) return;
  limit.rlim_cur = 0;
  setrlimit(RLIMIT_CORE, &limit);
}

int oncegate_pipe(int *reading, int *writing) {
  int ends[2];
#ifdef __linux__
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
#endif
  for (int end = 0; end < 2; end++) {
    // A process whose standard descriptors are closed would get 0, 1 or 2.
    int high = ends[end] > 2 ? ends[end] : fcntl(ends[end], F_DUPFD_CLOEXEC, 3);
    if (high < 0) {
      int problem = errno;
      close(ends[0]);
      close(ends[1]);
      return problem;
    }
    if (high != ends[end]) close(ends[end]);
    ends[end] = high;
    fcntl(high, F_SETFD, FD_CLOEXEC);
  }
  *reading = ends[0];
  *writing = ends[1];
  return 0;
}

struct start {
  void (*body)(void *);
  void *context;
};

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  start.body(start.context);
  return NULL;
}

int oncegate_thread_start(void (*body)(void *), void *context) {
  struct start *start = malloc(sizeof *start);
  if (start == NULL) return ENOMEM;
  *start = (struct start){body, context};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  int problem = pthread_create(&thread, &attributes, run, start);
  pthread_attr_destroy(&attributes);
  if (problem != 0) free(start);
  return problem;
}

void oncegate_block_sigpipe(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

// Lock-free, so that a handler may read it whatever thread it interrupts.
static _Atomic int signal_descriptor = -1;

static void forward(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  ssize_t ignored = write(signal_descriptor, &byte, 1);
  (void)ignored;
  errno = saved;
}

int oncegate_signal_forward(int number, int descriptor) {
  struct sigaction before;
  if (sigaction(number, NULL, &before) != 0) return errno;
  // Who started this process under nohup means it.
  if (before.sa_handler == SIG_IGN) return 0;
  signal_descriptor = descriptor;
  struct sigaction action = {0};
  action.sa_handler = forward;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL) == 0 ? 0 : errno;
}

void oncegate_signal_default(int number) {
  struct sigaction action = {0};
  action.sa_handler = SIG_DFL;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

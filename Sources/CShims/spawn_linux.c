// SPDX-License-Identifier: Apache-2.0
#ifdef __linux__
#define _GNU_SOURCE 1
#include "oncegate_spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

int oncegate_pidfd_open(int process) { return (int)syscall(SYS_pidfd_open, process, 0); }

int oncegate_become_subreaper(void) {
  return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? 0 : errno;
}

int oncegate_hide_memory(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 ? 0 : errno;
}

// Nothing above 2 survives the exec, whoever opened it.
static void keep_standard_descriptors_only(void) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC) == 0) return;
#endif
  // Kernels before 5.11 do not know the flag.
  struct rlimit limit;
  int end = 65536;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < (rlim_t)end) {
    end = (int)limit.rlim_cur;
  }
  for (int descriptor = 3; descriptor < end; descriptor++) {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  }
}

static int put(int descriptor, int place) {
  if (descriptor == place) return fcntl(place, F_SETFD, 0);
  return dup2(descriptor, place) < 0 ? -1 : 0;
}

// Runs between vfork and exec: calls nothing but the kernel, and returns where something failed.
static void become(const oncegate_spawn_request *request, pid_t parent) {
  if (setpgid(0, 0) != 0) return;
  // What was meant for the group of the parent, such as its stop from the terminal, waits here by now. Nobody
  // would wake this process again, and its parent waits for it: ignoring a signal drops it.
  const struct sigaction dropped = {.sa_handler = SIG_IGN};
  const struct sigaction standard = {.sa_handler = SIG_DFL};
  for (int number = 1; number < NSIG; number++) {
    sigaction(number, &dropped, NULL);
    sigaction(number, &standard, NULL);
  }
  if (request->death_signal != 0) {
    if (prctl(PR_SET_PDEATHSIG, request->death_signal, 0, 0, 0) != 0) return;
    // The parent may have ended before it was asked for.
    if (getppid() != parent) _exit(126);
  }
  if (request->working_directory != NULL && chdir(request->working_directory) != 0) return;
  if (put(request->input, 0) != 0 || put(request->output, 1) != 0 || put(request->errors, 2) != 0) {
    return;
  }
  if (request->file_bytes_max >= 0) {
    const rlim_t bytes = (rlim_t)request->file_bytes_max;
    const struct rlimit files = {bytes, bytes};
    if (setrlimit(RLIMIT_FSIZE, &files) != 0) return;
    // What is ignored stays so in the program that is started.
    const struct sigaction ignored = {.sa_handler = SIG_IGN};
    if (!request->file_limit_kills) sigaction(SIGXFSZ, &ignored, NULL);
  }
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  keep_standard_descriptors_only();
  sigset_t empty;
  sigemptyset(&empty);
  sigprocmask(SIG_SETMASK, &empty, NULL);
  execve(request->path, request->arguments, request->environment);
}

int oncegate_spawn_linux(const oncegate_spawn_request *request, int *process) {
  // The pipe tells of a failure between vfork and exec; a successful exec closes it.
  int report[2];
  int problem = oncegate_pipe(&report[0], &report[1]);
  if (problem != 0) return problem;
  sigset_t all, before;
  sigfillset(&all);
  // No handler of this process may run in the child, which shares its memory.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  pid_t child = vfork();
  if (child == 0) {
    become(request, parent);
    int failure = errno;
    (void)!write(report[1], &failure, sizeof failure);
    _exit(127);
  }
  if (child < 0) problem = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(report[1]);
  if (child > 0) {
    int failure = 0;
    ssize_t count;
    do count = read(report[0], &failure, sizeof failure);
    while (count < 0 && errno == EINTR);
    if (count == (ssize_t)sizeof failure) {
      while (waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
      problem = failure;
    }
  }
  close(report[0]);
  if (problem == 0) *process = child;
  return problem;
}
#endif

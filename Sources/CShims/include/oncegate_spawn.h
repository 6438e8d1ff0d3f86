// SPDX-License-Identifier: Apache-2.0
// What Swift cannot say by itself about processes: spawning, threads, signals.
#ifndef ONCEGATE_SPAWN_H
#define ONCEGATE_SPAWN_H

#include <stdint.h>
// A process ID is an int here: <sys/types.h> would make its types belong to this module.

// What a new process is to be. Every pointer has to stay valid during the call only.
typedef struct oncegate_spawn_request {
  const char *path;
  char *const *arguments;
  char *const *environment;
  // Null for the folder of this process.
  const char *working_directory;
  // The descriptors that become 0, 1 and 2; each is above 2 itself, or already in its place.
  int input;
  int output;
  int errors;
  // What the process gets when the thread that started it has ended; Linux alone.
  int death_signal;
  // How far a file may be written, in bytes from its beginning; negative for no limit. Linux alone.
  long long file_bytes_max;
  // Whether a write beyond it ends the process by SIGXFSZ; otherwise it fails with EFBIG.
  int file_limit_kills;
} oncegate_spawn_request;

// Each of both returns 0 and the process ID, or an errno and no process.
// The process leads a group of its own, with default signals and no descriptor above 2.
#ifdef __linux__
int oncegate_spawn_linux(const oncegate_spawn_request *request, int *process);
#endif
int oncegate_spawn_portable(const oncegate_spawn_request *request, int *process);

#ifdef __linux__
// Returns a descriptor that is readable once the process has ended, or -1 and sets errno.
int oncegate_pidfd_open(int process);
// Makes this process the new parent of its descendants' orphans; 0 or an errno.
int oncegate_become_subreaper(void);
// Hides memory and environment of this process from others of the same user; 0 or an errno.
int oncegate_hide_memory(void);
#endif

// Waits until a child has ended and leaves it to be reaped; 0 or an errno.
int oncegate_wait_unreaped(int process);
// Forbids core dumps to this process and to what it starts later.
void oncegate_forbid_core_dumps(void);

// Makes a pipe whose ends are above 2 and not inherited; 0 or an errno.
int oncegate_pipe(int *reading, int *writing);

// Runs a function on a new thread that nobody joins; 0 or an errno.
int oncegate_thread_start(void (*body)(void *), void *context);
// Keeps SIGPIPE from the calling thread, so that a write tells of a closed pipe by its error.
void oncegate_block_sigpipe(void);

// Writes the number of each arriving signal as one byte into the descriptor.
// A signal that is ignored stays ignored. 0 or an errno.
int oncegate_signal_forward(int number, int descriptor);
// Gives a signal its default effect again.
void oncegate_signal_default(int number);

#endif

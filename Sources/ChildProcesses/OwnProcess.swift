// SPDX-License-Identifier: Apache-2.0

/// What a process sees to for itself.
package enum OwnProcess {
  /// Keeps what this process was told in secret, such as a pipeline's token in its environment, from the
  /// programs that it starts: they run as the same user, and could otherwise read it from the system.
  ///
  /// Linux alone can do this. It does not bind the superuser where he may trace processes.
  package static func hideMemory() { ProcessPlatform.hideMemory() }
}

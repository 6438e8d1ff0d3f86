// SPDX-License-Identifier: Apache-2.0

import CShims

/// A thread that works beside the others until its function returns.
package enum BackgroundThread {
  /// Starts one; `false` means that the system has none left.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = unsafe Unmanaged.passRetained(Body(run: body)).toOpaque()
    let code = unsafe oncegate_thread_start(runBody, context)
    // Nobody else will let go of what the thread would have got.
    if code != 0 { unsafe Unmanaged<Body>.fromOpaque(context).release() }
    return code == 0
  }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runBody(_ context: UnsafeMutableRawPointer?) {
  guard let context = unsafe context else { return }
  unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
}

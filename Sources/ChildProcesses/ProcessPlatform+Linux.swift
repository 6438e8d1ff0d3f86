// SPDX-License-Identifier: Apache-2.0

#if os(Linux) && !ONCEGATE_PORTABLE
import CShims
import Glibc

/// What only Linux can do: descriptors for processes, and adoption of orphans.
enum ProcessPlatform {
  /// How often orphans are looked for while one is awaited.
  static let orphanCheckMilliseconds: Int32 = 2

  /// Makes this process the parent of its descendants' orphans, so that none escapes.
  static func prepare() { _ = oncegate_become_subreaper() }

  static func spawn(
    _ request: UnsafePointer<oncegate_spawn_request>,
    _ processID: UnsafeMutablePointer<pid_t>
  ) -> Int32 { unsafe oncegate_spawn_linux(request, processID) }

  /// Opens the descriptor that tells that a process has ended.
  static func watch(_ processID: Int32, _ supervisor: Supervisor) throws(SpawnError) -> Int32? {
    let descriptor = oncegate_pidfd_open(processID)
    guard descriptor < 0 else { return descriptor }
    let code = errno
    // Nobody would notice its end.
    kill(-processID, SIGKILL)
    waitpid(processID, nil, 0)
    throw .system(code: code)
  }

  /// The children of this process that nobody here has started: orphans of its descendants.
  ///
  /// Where another part of the program starts processes as well, those are among them, and have no
  /// token.
  struct Snapshot {
    private let supervised: [Int32: String]
    private let orphans: [Int32]

    init(supervised: [Int32: String]) {
      self.supervised = supervised
      orphans = LinuxProcesses.children().filter { supervised[$0] == nil }
    }

    /// The living processes that a child has left behind; those that have died are reaped.
    func survivors(of child: ChildProcess, known: Set<Int32>, takesStrays: Bool) -> [Int32] {
      orphans.filter { orphan in
        guard known.contains(orphan) || belongs(orphan, to: child, takesStrays: takesStrays) else {
          return false
        }
        return waitpid(orphan, nil, WNOHANG) == 0
      }
    }

    private func belongs(_ orphan: Int32, to child: ChildProcess, takesStrays: Bool) -> Bool {
      if getpgid(orphan) == child.processID { return true }
      guard let token = LinuxProcesses.token(of: orphan),
        ProcessToken.isToken(token, from: ProcessToken.own), token != ProcessToken.own
      else { return takesStrays }
      return ProcessToken.isToken(token, from: child.token)
    }

    /// All living children of this process that nobody here has started.
    func everythingElse() -> [Int32] {
      orphans.filter { waitpid($0, nil, WNOHANG) == 0 }
    }
  }
}

/// What the kernel tells about processes.
///
/// Source: https://man7.org/linux/man-pages/man5/proc.5.html.
private enum LinuxProcesses {
  /// The IDs of all children of all threads of this process, those that have died included.
  static func children() -> [Int32] {
    guard let tasks = names(in: "/proc/self/task") else { return [] }
    return tasks.flatMap { task in
      let text = contents(of: "/proc/self/task/\(task)/children", bytesMax: 1 << 20)
      return text.split(separator: UInt8(ascii: " ")).compactMap {
        Int32(String(decoding: $0, as: UTF8.self))
      }
    }
  }

  /// The token in the environment that a process was started with.
  static func token(of processID: Int32) -> String? {
    let start = Array("\(ProcessToken.variable)=".utf8)
    return contents(of: "/proc/\(processID)/environ", bytesMax: 1 << 22)
      .split(separator: 0)
      .first { $0.starts(with: start) }
      .map { String(decoding: $0.dropFirst(start.count), as: UTF8.self) }
  }

  private static func contents(of path: String, bytesMax: Int) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var contents: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while contents.count < bytesMax,
      case .bytes(let count) = Descriptors.read(descriptor, into: &buffer)
    {
      contents.append(contentsOf: buffer[..<count])
    }
    return contents
  }

  private static func names(in folder: String) -> [String]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}
#endif

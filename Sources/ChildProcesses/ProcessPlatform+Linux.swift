// SPDX-License-Identifier: Apache-2.0

#if os(Linux) && !ONCEGATE_PORTABLE
import CShims
import Glibc

/// What only Linux can do: descriptors for processes, and adoption of orphans.
enum ProcessPlatform {
  /// How often orphans are looked for while one is awaited.
  static let orphanCheckMilliseconds: Int32 = 2

  /// Does nothing: what a child may use up is set for it alone.
  static func prepare() {}

  /// Makes this process the parent of its descendants' orphans, so that none escapes.
  static func adoptOrphans() { _ = oncegate_become_subreaper() }

  /// Makes `/proc/PID/environ` and `/proc/PID/mem` unreadable for other processes of the same user, and
  /// forbids them to trace this one; programs that it starts are as ever.
  ///
  /// Source: https://man7.org/linux/man-pages/man2/PR_SET_DUMPABLE.2const.html.
  static func hideMemory() { _ = oncegate_hide_memory() }

  static func spawn(
    _ request: UnsafePointer<oncegate_spawn_request>,
    _ processID: UnsafeMutablePointer<pid_t>
  ) -> Int32 { unsafe oncegate_spawn_linux(request, processID) }

  /// Does nothing: the process sets the limit of files itself before it becomes the program.
  static func limited(_ launch: Launch) -> Launch { launch }

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

  /// The living processes of the machine that are in one of the groups, or descend from the process with
  /// that token, but for this one.
  static func family(of token: String, groups: Set<Int32>) -> [FamilyMember] {
    LinuxProcesses.all().compactMap { candidate in
      guard candidate != getpid() else { return nil }
      let member = FamilyMember(
        processID: candidate,
        group: getpgid(candidate),
        token: LinuxProcesses.token(of: candidate)
      )
      let belongs =
        groups.contains(member.group) || member.token?.hasPrefix(token + ".") == true
      return belongs && LinuxProcesses.isAlive(candidate) ? member : nil
    }
  }

  /// The processes that nobody here has started and that may descend from this one.
  struct Snapshot {
    private let supervised: [Int32: String]
    private let adopts: Bool
    private let candidates: [Int32]

    /// Looks around.
    ///
    /// - Parameters:
    ///   - supervised: the tokens of the children that the supervisor has started, by process ID.
    ///   - adopts: whether orphans become children of this process; otherwise, because somebody else
    ///     here starts and awaits processes too, they are anywhere.
    init(supervised: [Int32: String], adopts: Bool) {
      self.supervised = supervised
      self.adopts = adopts
      let processes = adopts ? LinuxProcesses.children() : LinuxProcesses.all()
      candidates = processes.filter { supervised[$0] == nil && $0 != getpid() }
    }

    /// The living processes that a child has left behind; those that have died are reaped.
    func survivors(of child: ChildProcess, known: Set<Int32>, takesStrays: Bool) -> [Int32] {
      let survivors = candidates.filter { candidate in
        // A zombie has no environment any more; a child's ID stays its own until it is reaped.
        let isKnown = adopts && known.contains(candidate)
        return (isKnown || belongs(candidate, to: child, takesStrays: takesStrays))
          && LinuxProcesses.isAlive(candidate)
      }
      return adopts ? survivors + survivors.flatMap(LinuxProcesses.descendants) : survivors
    }

    private func belongs(_ candidate: Int32, to child: ChildProcess, takesStrays: Bool) -> Bool {
      if getpgid(candidate) == child.processID { return true }
      guard let token = LinuxProcesses.token(of: candidate),
        ProcessToken.isToken(token, from: ProcessToken.own), token != ProcessToken.own
      else { return takesStrays }
      return ProcessToken.isToken(token, from: child.token)
    }

    /// All living descendants of this process that nobody here has started.
    func everythingElse(takesStrays: Bool) -> [Int32] {
      candidates.filter { candidate in
        (takesStrays || supervised[getpgid(candidate)] != nil
          || LinuxProcesses.token(of: candidate)?.hasPrefix(ProcessToken.own + ".") == true)
          && LinuxProcesses.isAlive(candidate)
      }
    }
  }
}

/// What the kernel tells about processes.
///
/// Source: https://man7.org/linux/man-pages/man5/proc.5.html.
private enum LinuxProcesses {
  /// The IDs of all children of all threads of a process, those that have died included.
  static func children(of processID: Int32 = getpid()) -> [Int32] {
    guard let tasks = names(in: "/proc/\(processID)/task") else { return [] }
    return tasks.flatMap { task in
      let text = contents(of: "/proc/\(processID)/task/\(task)/children", bytesMax: 1 << 20)
      return text.split(separator: UInt8(ascii: " ")).compactMap {
        Int32(String(decoding: $0, as: UTF8.self))
      }
    }
  }

  /// The living children of a process, and theirs.
  static func descendants(of processID: Int32) -> [Int32] {
    var found: [Int32] = []
    var next = [processID]
    while let parent = next.popLast() {
      // An ID that is found twice has changed hands meanwhile.
      let children = children(of: parent).filter { isAlive($0) && !found.contains($0) }
      found += children
      next += children
    }
    return found
  }

  /// The IDs of all processes of the machine.
  static func all() -> [Int32] { (names(in: "/proc") ?? []).compactMap { Int32($0) } }

  /// Whether a process lives; a child that has died is reaped.
  static func isAlive(_ processID: Int32) -> Bool {
    let reaped = waitpid(processID, nil, WNOHANG)
    if reaped >= 0 { return reaped == 0 }
    // Somebody else's child: the state stands behind the name, which may hold anything.
    let status = contents(of: "/proc/\(processID)/stat", bytesMax: 4096)
    guard let end = status.lastIndex(of: UInt8(ascii: ")")) else { return false }
    let state = status[end...].dropFirst(2).first
    return state != UInt8(ascii: "Z") && state != UInt8(ascii: "X")
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

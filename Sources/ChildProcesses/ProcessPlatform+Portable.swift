// SPDX-License-Identifier: Apache-2.0

#if !os(Linux) || ONCEGATE_PORTABLE
import CShims
import Locking

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The twin of the Linux file for every other system: POSIX, and what Darwin shares with Linux.
///
/// Nobody adopts orphans here. Those in a group of a child are found by the group; those in a session
/// of their own by the token in their environment, which is best effort: a system may hide the
/// environment of its own programs, and a program may start another one without the token.
enum ProcessPlatform {
  /// How often orphans are looked for while one is awaited.
  static let orphanCheckMilliseconds: Int32 = 20

  /// Forbids core dumps: what a child may use up is inherited here, and cannot be set for it alone.
  static func prepare() { oncegate_forbid_core_dumps() }

  /// Does nothing: nobody adopts orphans here.
  static func adoptOrphans() {}

  /// Does nothing: POSIX has no such call.
  static func hideMemory() {}

  static func spawn(
    _ request: UnsafePointer<oncegate_spawn_request>,
    _ processID: UnsafeMutablePointer<pid_t>
  ) -> Int32 { unsafe oncegate_spawn_portable(request, processID) }

  /// Puts a shell in front that sets the limit of files, which `posix_spawn` cannot, and then becomes the
  /// program.
  ///
  /// Source: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/ulimit.html (units of 512 bytes).
  static func limited(_ launch: Launch) -> Launch {
    guard let limit = launch.command.fileLimit else { return launch }
    let trap = limit.effect == .writeFails ? "trap '' XFSZ; " : ""
    var limited = launch
    limited.path = "/bin/sh"
    limited.command.arguments =
      ["sh", "-c", trap + #"ulimit -f "$0" && exec "$@""#, "\(limit.bytesMax / 512)", launch.path]
      + launch.command.arguments.dropFirst()
    limited.command.fileLimit = nil
    return limited
  }

  /// Starts a thread that waits for the end of a process and leaves it to be reaped.
  static func watch(_ processID: Int32, _ supervisor: Supervisor) throws(SpawnError) -> Int32? {
    let isRunning = BackgroundThread.start {
      _ = oncegate_wait_unreaped(processID)
      supervisor.post(.ended(processID: processID))
    }
    guard !isRunning else { return nil }
    // Nobody would notice its end.
    kill(-processID, SIGKILL)
    waitpid(processID, nil, 0)
    throw .system(code: EAGAIN)
  }

  /// The living processes of the machine that are in one of the groups, or descend from the process with
  /// that token, but for this one.
  static func family(of token: String, groups: Set<Int32>) -> [FamilyMember] {
    ProcessTable.read()
      .filter { !$0.hasEnded && $0.processID != getpid() }
      .filter { groups.contains($0.group) || $0.hasToken(from: token + ".") }
      .map { FamilyMember(processID: $0.processID, group: $0.group, token: $0.token) }
  }

  /// The living processes of the machine that may descend from this one.
  struct Snapshot {
    private let supervised: [Int32: String]
    private let processes: [ProcessTable.Row]

    init(supervised: [Int32: String], adopts: Bool) {
      self.supervised = supervised
      processes = ProcessTable.read().filter {
        !$0.hasEnded && $0.processID != getpid() && supervised[$0.processID] == nil
      }
    }

    /// The living processes that a child has left behind.
    func survivors(of child: ChildProcess, known: Set<Int32>, takesStrays: Bool) -> [Int32] {
      processes
        .filter { $0.group == child.processID || $0.hasToken(from: child.token) }
        .map(\.processID)
    }

    /// All living descendants of this process that nobody here has started.
    func everythingElse(takesStrays: Bool) -> [Int32] {
      processes
        .filter { supervised[$0.group] != nil || $0.hasToken(from: ProcessToken.own + ".") }
        .map(\.processID)
    }
  }
}

/// What `ps` tells about the processes of the machine.
enum ProcessTable {
  /// How long `ps` may take.
  static let timeMax = Duration.seconds(2)
  /// The most of its output that is read, in bytes.
  static let outputBytesMax = 32 * 1024 * 1024

  struct Row: Equatable {
    let processID: Int32
    let group: Int32
    /// Whether it is a zombie, which only its parent can remove.
    let hasEnded: Bool
    /// Its arguments and its environment, in one text with spaces between.
    let text: Substring

    /// Reads one line of the table: process ID, group, state, arguments and environment.
    init?(_ line: Substring) {
      let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
      guard parts.count >= 3, let processID = Int32(parts[0]), let group = Int32(parts[1]) else {
        return nil
      }
      self.processID = processID
      self.group = group
      hasEnded = parts[2].hasPrefix("Z")
      text = parts.count == 4 ? parts[3] : ""
    }

    /// The token in the environment.
    var token: String? {
      let start = "\(ProcessToken.variable)="
      return text.split(separator: " ").first { $0.hasPrefix(start) }
        .map { String($0.dropFirst(start.count)) }
    }

    /// Whether the environment holds a token of that ancestor or of a descendant of it.
    ///
    /// An ancestor that ends in a full stop stands for its descendants alone.
    func hasToken(from ancestor: String) -> Bool {
      let start = "\(ProcessToken.variable)="
      return text.split(separator: " ").contains { word in
        guard word.hasPrefix(start) else { return false }
        let token = word.dropFirst(start.count)
        return ancestor.hasSuffix(".")
          ? token.hasPrefix(ancestor) : ProcessToken.isToken(token, from: ancestor)
      }
    }
  }

  /// Darwin has the old meaning of `e` under another letter.
  #if canImport(Darwin)
  private static let arguments = ["/bin/ps", "-axEww", "-o", "pid=,pgid=,stat=,command="]
  #else
  private static let arguments = ["/bin/ps", "axeww", "-o", "pid=,pgid=,stat=,command="]
  #endif

  /// Reads the table; it is empty where `ps` does not work.
  static func read() -> [Row] {
    String(decoding: output(), as: UTF8.self).split(separator: "\n").compactMap(Row.init)
  }

  private static func output() -> [UInt8] {
    guard let pipe = try? Descriptors.pipe(), let nothing = try? Descriptors.openNothing() else {
      return []
    }
    defer { for descriptor in [pipe.reading, nothing] { close(descriptor) } }
    let words = CStrings(arguments)
    let variables = CStrings(["LC_ALL=C"])
    var request = unsafe oncegate_spawn_request(
      path: words.pointers[0],
      arguments: words.pointers.baseAddress,
      environment: variables.pointers.baseAddress,
      working_directory: nil,
      input: nothing,
      output: pipe.writing,
      errors: nothing,
      death_signal: 0,
      file_bytes_max: -1,
      file_limit_kills: 0
    )
    var processID: pid_t = 0
    let code = unsafe oncegate_spawn_portable(&request, &processID)
    close(pipe.writing)
    guard code == 0 else { return [] }
    let output = readToEnd(pipe.reading)
    // It has closed its output, or has taken too long.
    kill(processID, SIGKILL)
    while waitpid(processID, nil, 0) < 0, errno == EINTR {}
    return output
  }

  private static func readToEnd(_ descriptor: Int32) -> [UInt8] {
    let clock = ContinuousClock()
    let deadline = clock.now + timeMax
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var polled = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    while output.count < outputBytesMax, clock.now < deadline {
      guard unsafe poll(&polled, 1, 100) > 0 else { continue }
      guard case .bytes(let count) = Descriptors.read(descriptor, into: &buffer) else { break }
      output.append(contentsOf: buffer[..<count])
    }
    return output
  }
}
#endif

// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel
package import ChildProcesses

/// Runs the explorer's process, and hands on what it tells as it tells it.
package final class ExplorerRun {
  /// How long the explorer may take to end the order that it goes through, once it is asked to stop.
  package static let stopTimeMax = Duration.seconds(3)
  /// How long its end may take once it has told its last word.
  package static let endTimeMax = Duration.seconds(10)
  /// How long a line is waited for before somebody looks at the clock again.
  static let tickMax = Duration.milliseconds(100)
  /// The most bytes of messages that wait to be read.
  static let waitingBytesMax = 4 * ExploreMessage.lineBytesMax

  /// What happens while an explorer runs.
  package enum Event: Hashable, Sendable {
    case message(ExploreMessage)
    /// The first signal has been taken; the explorer was asked to stop.
    case interrupted(signal: Int32)
    /// Some time is over.
    case tick
  }

  /// What became of the explorer.
  package struct End: Hashable, Sendable {
    /// Its last message, or nothing where it ended without a last word.
    package var last: ExploreMessage?
    /// Why nothing can be said where there is no last word, or it is contradicted.
    package var problem: Verdict?
    package var interruption: Int32?
  }

  private let makeCommand: (String) -> Command
  private let temporaryFolder: String
  private let showOutput: Bool
  private let interruptions: Interruptions
  private let post: (Event) -> Void
  private let clock = ContinuousClock()
  private var end = End()
  private var deadline: ContinuousClock.Instant?

  /// - Parameters:
  ///   - temporaryFolder: the folder in which the explorer gets one of its own, which is removed in the end.
  ///   - showOutput: whether the explorer's own words go where those of this process go.
  ///   - interruptions: what can stop it; by default the signals of this process.
  ///   - command: makes the command from the path of the private folder.
  ///   - post: called for each event, in order, on the thread that runs.
  package init(
    temporaryFolder: String,
    showOutput: Bool = false,
    interruptions: Interruptions = .fromSignals(),
    command: @escaping (_ folder: String) -> Command,
    post: @escaping (Event) -> Void
  ) {
    makeCommand = command
    self.temporaryFolder = temporaryFolder
    self.showOutput = showOutput
    self.interruptions = interruptions
    self.post = post
  }

  /// Runs the explorer to its end; called once.
  package func run() -> End {
    guard let folder = PrivateFolder.makeForRun(in: temporaryFolder),
      let own = PrivateFolder.makeForRound("explorer", in: folder)
    else {
      end.problem = .unjudged(.setupFailed(.privateFolder))
      return end
    }
    defer { PrivateFolder.remove(folder) }
    var command = makeCommand(own)
    command.environment = CaseEnvironment.whole(command.environment, folder: own)
    do throws(SpawnError) {
      let process = try ChildProcess.start(
        command,
        output: .collectOrKill(bytesMax: Self.waitingBytesMax),
        errors: showOutput ? .inherit : .discard,
        // The explorer first kills what it has started.
        deathSignal: Signals.terminate
      )
      read(process)
      conclude(process)
    } catch {
      end.problem = .unjudged(.couldNotStart(code: error.code))
    }
    return end
  }

  /// Reads messages up to the last one.
  private func read(_ process: ChildProcess) {
    while true {
      take(process)
      if let deadline, clock.now >= deadline {
        end.problem = .unjudged(.notRun(.interrupted))
        return
      }
      switch process.readLine(atMost: Self.tickMax, bytesMax: ExploreMessage.lineBytesMax) {
      case .timedOut: post(.tick)
      case .ended: return
      case .tooLong:
        end.problem = .unjudged(.malformedEvents)
        return
      case .line(let line):
        guard let message = ExploreMessage(jsonLine: line) else {
          end.problem = .unjudged(.malformedEvents)
          return
        }
        post(.message(message))
        switch message {
        case .ended, .unjudged:
          end.last = message
          return
        case .progress, .found: break
        }
      }
    }
  }

  /// Passes the first signal on.
  private func take(_ process: ChildProcess) {
    guard case .interrupted(let signal) = interruptions.next(atMost: .zero) else { return }
    end.interruption = signal
    deadline = clock.now + Self.stopTimeMax
    post(.interrupted(signal: signal))
    process.kill(Signals.terminate)
  }

  /// Waits for the end of the process, and judges it where nothing else was told.
  private func conclude(_ process: ChildProcess) {
    if end.problem != nil { process.kill(Signals.kill) }
    let finished = process.waitOrKill(atMost: Self.endTimeMax)
    guard end.problem == nil else { return }
    if finished.timedOut {
      end.problem = .unjudged(.timedOut(limit: Self.endTimeMax))
    } else if end.last == nil {
      end.problem = Self.verdictWithoutWord(finished.exit)
    } else if finished.exit != .exited(0) {
      end.problem = .unjudged(.noVerdict)
    }
  }

  private static func verdictWithoutWord(_ exit: Exit?) -> Verdict {
    guard case .signalled(let signal)? = exit else { return .unjudged(.noVerdict) }
    return .unjudged(.signal(signal))
  }
}

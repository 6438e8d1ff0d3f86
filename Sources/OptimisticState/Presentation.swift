// SPDX-License-Identifier: Apache-2.0

/// What a view shows of one record, and what its control does.
///
/// Everything follows from the value and from one activity, so that the indicator, the control and what
/// assistive technology says cannot disagree with each other, nor with the record.
public struct Presentation<Value> {
  /// What the record is doing.
  public enum Activity: Hashable, Sendable, CaseIterable {
    /// Nothing: the control can be used.
    case idle
    /// A write is in flight.
    case saving
    /// The outcome of a write is unknown, and the record is being read again.
    case syncing
  }

  /// The value to show.
  public let value: Value
  /// What the record is doing.
  public let activity: Activity

  /// Derives what is shown from a record.
  public init(_ record: RecordState<Value>) {
    value = record.visible
    activity =
      if record.pending != nil {
        .saving
      } else if record.needsSync {
        .syncing
      } else {
        .idle
      }
  }

  /// Whether the saving indicator is shown.
  public var isSavingShown: Bool { activity == .saving }

  /// Whether the control can be used.
  public var isEnabled: Bool { activity == .idle }

  /// Whether a tap does nothing, which is so just where the control cannot be used.
  public var interceptsTaps: Bool { !isEnabled }

  /// Says the record in words, for assistive technology.
  ///
  /// - Parameters:
  ///   - words: what the activities are called.
  ///   - name: what a value is called.
  /// - Returns: the value, and the activity where there is one.
  public func accessibilityValue(
    words: ActivityWords = .english,
    name: (Value) -> String
  ) -> String {
    switch activity {
    case .idle: name(value)
    case .saving: "\(name(value)), \(words.saving)"
    case .syncing: "\(name(value)), \(words.syncing)"
    }
  }
}

/// What the activities of a record are called in the user's language.
public struct ActivityWords: Hashable, Sendable {
  /// A write is in flight.
  public let saving: String
  /// The record is being read again.
  public let syncing: String

  /// Creates words in another language.
  public init(saving: String, syncing: String) {
    self.saving = saving
    self.syncing = syncing
  }

  /// The words in English.
  public static let english = ActivityWords(saving: "saving", syncing: "checking with the server")
}

extension RecordState {
  /// What a view shows of the record.
  public var presentation: Presentation<Value> { Presentation(self) }
}

extension Presentation: Equatable where Value: Equatable {}
extension Presentation: Hashable where Value: Hashable {}
extension Presentation: Sendable where Value: Sendable {}

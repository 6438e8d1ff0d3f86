// SPDX-License-Identifier: Apache-2.0

/// One line of a case's redacted log.
///
/// It holds a task ID, a key, a count and a result category. No initialiser takes a string, so that
/// nothing else can get into a log by mistake. The order of the lines is the order of the events.
package struct LogLine: Hashable, Sendable {
  package let task: TaskID
  package let key: KeyID
  /// How often the task was sent; in a state case, how many writes began on the record in this session.
  package let attempts: Int
  package let result: ResultCategory

  package init(task: TaskID, key: KeyID, attempts: Int, result: ResultCategory) {
    self.task = task
    self.key = key
    self.attempts = max(0, attempts)
    self.result = result
  }

  /// The line as JSON, with exactly the four members in this order and no line break.
  ///
  /// No member needs escaping: tokens are unreserved characters, categories are from a closed list.
  package var json: String {
    #"{"task":"\#(task.shown)","key":"\#(key.shown)","attempts":\#(attempts),"result":"\#(result)"}"#
  }
}

// SPDX-License-Identifier: Apache-2.0

import OptimisticState
import Testing

struct PresentationTests {
  private static func name(_ value: Bool) -> String { value ? "on" : "off" }

  @Test func `an idle record can be used`() {
    let shown = RecordState(true).presentation
    #expect(shown.value && shown.activity == .idle)
    #expect(!shown.isSavingShown && shown.isEnabled && !shown.interceptsTaps)
    #expect(shown.accessibilityValue(name: Self.name) == "on")
  }

  @Test func `a saving record shows the wish and intercepts taps`() {
    var record = RecordState(false)
    _ = record.begin(true)
    let shown = record.presentation
    #expect(shown.value && shown.activity == .saving)
    #expect(shown.isSavingShown && !shown.isEnabled && shown.interceptsTaps)
    #expect(shown.accessibilityValue(name: Self.name) == "on, saving")
  }

  @Test func `a locked record shows the confirmed value and intercepts taps`() {
    var record = RecordState(false)
    _ = record.finish(record.begin(true)!, with: .unknown)
    let shown = record.presentation
    #expect(!shown.value && shown.activity == .syncing)
    #expect(!shown.isSavingShown && !shown.isEnabled && shown.interceptsTaps)
    #expect(shown.accessibilityValue(name: Self.name) == "off, checking with the server")
  }

  @Test func `activities can be named in another language`() {
    var record = RecordState(false)
    let words = ActivityWords(saving: "wird gesichert", syncing: "wird geprüft")
    let ticket = record.begin(true)!
    #expect(
      record.presentation.accessibilityValue(words: words) { $0 ? "an" : "aus" }
        == "an, wird gesichert"
    )
    _ = record.finish(ticket, with: .unknown)
    #expect(
      record.presentation.accessibilityValue(words: words) { $0 ? "an" : "aus" }
        == "aus, wird geprüft"
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import FaultInjection

extension ConfigurationReader {
  mutating func readCases(_ place: Place, _ member: ConfigurationMember) {
    guard let elements = place.elements, elements.count <= Configuration.casesMax else {
      return report(place, expected: member.expected)
    }
    var linesByName: [CaseName: Int] = [:]
    for element in elements {
      guard members(of: element, known: OwnCaseMember.all.map(\.name)) else {
        report(element, expected: "an object with 'name', 'command' and 'promise'")
        continue
      }
      var isComplete = true
      for member in OwnCaseMember.all where member.isRequired && element.member(member.name) == nil
      {
        let path = element.path + [.member(member.name)]
        report(path, .missingMember(Self.words(path), expected: member.expected))
        isComplete = false
      }
      let name = caseName(element, &linesByName)
      let command = ownCommand(element)
      let promise = shortText(
        element,
        .promise,
        isFit: { $0.count <= OwnCaseMember.promiseCharactersMax && Self.isOneLine($0) }
      )
      let suite = shortText(element, .suite, isFit: { $0 != "all" && CaseName("own.\($0)") != nil })
      guard isComplete, let name, let command, let promise else { continue }
      configuration.cases.append(
        OwnCase(
          name: name,
          command: command,
          promise: promise,
          suite: suite ?? OwnCase.defaultSuite,
          place: SourcePlace(file: file, line: line(of: element.path))
        )
      )
    }
  }

  private mutating func ownCommand(_ element: Place) -> ConfiguredCommand? {
    guard let place = element.member(OwnCaseMember.command.name) else { return nil }
    return command(place, expected: OwnCaseMember.command.expected)
  }

  private mutating func caseName(
    _ element: Place,
    _ linesByName: inout [CaseName: Int]
  ) -> CaseName? {
    let expected = OwnCaseMember.name.expected
    guard let place = element.member(OwnCaseMember.name.name),
      let text = text(place, expected: expected)
    else { return nil }
    guard let name = CaseName(text) else {
      report(place, found: "no such name", expected: expected)
      return nil
    }
    if CaseCatalogue.all.contains(where: { $0.name == name }) {
      report(
        place,
        found: "'\(name)', which is a built-in case",
        expected: "a name of your own"
      )
      return nil
    }
    let areas = Set(CaseCatalogue.all.map(\.name.area)).sorted()
    if areas.contains(name.area) {
      report(
        place,
        found: "'\(name)', in an area of the built-in cases",
        expected: "an area other than \(areas.joined(separator: ", "))"
      )
      return nil
    }
    if let line = linesByName[name] {
      report(
        place,
        found: "'\(name)', the name of the case in line \(line)",
        expected: "each name once"
      )
      return nil
    }
    linesByName[name] = line(of: element.path)
    return name
  }

  /// Reads a text of a case, where it is there.
  private mutating func shortText(
    _ element: Place,
    _ member: OwnCaseMember,
    isFit: (String) -> Bool
  ) -> String? {
    guard let place = element.member(member.name),
      let text = text(place, expected: member.expected)
    else { return nil }
    guard isFit(text) else {
      report(place, found: "text that does not fit", expected: member.expected)
      return nil
    }
    return text
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      && !text.contains(where: \.isNewline)
  }
}

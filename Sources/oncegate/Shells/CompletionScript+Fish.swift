// SPDX-License-Identifier: Apache-2.0

extension CompletionScript {
  /// The script for fish 3.4 and newer.
  var fish: String {
    let lines = places.flatMap { place in
      let condition = "-n '__oncegate_at \(place.path.joined(separator: " "))'"
      let start = "complete -c oncegate \(condition)"
      return place.next.map { "\(start) -a \($0.word) -d \(Self.fishQuoted($0.help))" }
        + place.options.map { option in
          let name = option.name.drop { $0 == "-" }
          let form = option.name.hasPrefix("--") ? "-l" : "-s"
          return "\(start) \(form) \(name)\(Self.value(option)) -d \(Self.fishQuoted(option.help))"
        }
        + (Self.operands(place.operands).map { ["\(start) \($0)"] } ?? [])
    }
    return #"""
      # Completes oncegate in fish; written by 'oncegate completion fish'.
      function __oncegate_place
        set -l known \#(places.map { Self.fishQuoted($0.path.joined(separator: " ")) }.joined(separator: " "))
        set -l place
        for word in (commandline -opc)[2..-1]
          contains -- "$(string join -- ' ' $place $word)" $known; or break
          set -a place $word
        end
        string join -- ' ' $place
      end

      function __oncegate_at
        test "$(__oncegate_place)" = "$(string join -- ' ' $argv)"
      end

      function __oncegate_words
        set -l words (commandline -opc)
        set -l config
        if set -l index (contains -i -- --config $words); and test $index -lt (count $words)
          set config --config $words[(math $index + 1)]
        end
        $words[1] completion --words $argv[1] $config 2>/dev/null
      end

      complete -c oncegate -f
      \#(lines.joined(separator: "\n"))
      """#
  }

  private static func value(_ option: OptionSyntax) -> String {
    guard option.value != nil else { return "" }
    switch option.words {
    case .free: return " -x"
    case .choices(let words): return " -x -a \(fishQuoted(words.joined(separator: " ")))"
    case .asked(let words): return " -x -a '(__oncegate_words \(words.rawValue))'"
    case .file: return " -r -F"
    case .folder: return " -x -a '(__fish_complete_directories)'"
    }
  }

  private static func operands(_ kind: WordKind) -> String? {
    switch kind {
    case .free: nil
    case .choices(let words): "-a \(fishQuoted(words.joined(separator: " ")))"
    case .asked(let words): "-a '(__oncegate_words \(words.rawValue))'"
    case .file: "-F"
    case .folder: "-a '(__fish_complete_directories)'"
    }
  }

  /// Between single quotes fish reads a backslash before a quote or a backslash.
  private static func fishQuoted(_ text: String) -> String {
    "'" + text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
  }
}

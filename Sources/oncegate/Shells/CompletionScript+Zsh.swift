// SPDX-License-Identifier: Apache-2.0

extension CompletionScript {
  /// The script for zsh: a file of a folder in `fpath`, or a text to evaluate behind `compinit`.
  var zsh: String {
    let tables = places.filter { !$0.path.isEmpty }.map { place in
      """
          \(Self.quoted(place.path.joined(separator: " "))))
      \(place.next.isEmpty ? Self.zshArguments(place) : Self.zshChoices(place, indent: "      "))
            ;;

      """
    }.joined()
    let start = places.first { $0.path.isEmpty }.map { Self.zshChoices($0, indent: "      ") } ?? ""
    return #"""
      #compdef oncegate
      # Completes oncegate in zsh; written by 'oncegate completion zsh'.
      _oncegate_words() {
        local -a found config
        local index=${words[(I)--config]}
        (( index > 0 && index < CURRENT - 1 )) && config=(--config $words[index+1])
        found=(${(f)"$($oncegate completion --words $@[-1] $config 2>/dev/null)"})
        # What stands before the kind are options of the group, from the function that calls this one.
        compadd "${@[1,-2]}" -a found
      }

      _oncegate() {
        local oncegate=${words[1]/#\~/$HOME} place='' known=\#(Self.quoted("|\(zshPaths)|"))
        local -a choices
        while (( CURRENT > 2 )) && [[ $known == *"|${place:+$place }$words[2]|"* ]]; do
          place=${place:+$place }$words[2]
          shift words
          (( CURRENT-- ))
        done
        case $place in
          '')
            (( CURRENT == 2 )) || return 1
      \#(start)
            ;;
      \#(tables)  esac
      }

      # Loaded as a function by its file's name, it is to complete at once.
      if [[ $funcstack[1] == _oncegate ]]; then _oncegate "$@"; else compdef _oncegate oncegate; fi
      """#
  }

  private var zshPaths: String {
    places.map { $0.path.joined(separator: " ") }.filter { !$0.isEmpty }.joined(separator: "|")
  }

  private static func zshChoices(_ place: Place, indent: String) -> String {
    let choices = place.next.map { choice in
      "\(indent)  \(quoted("\(choice.word.replacing(":", with: #"\:"#)):\(choice.help)"))"
    }
    var lines = ["\(indent)choices=("] + choices + ["\(indent))"]
    lines.append("\(indent)_describe word choices")
    let options = place.options.map(\.name).joined(separator: " ")
    if !options.isEmpty { lines.append("\(indent)[[ $PREFIX == -* ]] && compadd -- \(options)") }
    return lines.joined(separator: "\n")
  }

  private static func zshArguments(_ place: Place) -> String {
    let options = place.options.map { option in
      let help = option.help.replacing("[", with: #"\["#).replacing("]", with: #"\]"#)
      let value = option.value.map { ":\($0):\(action(option.words))" } ?? ""
      let hasEqualsSign = !value.isEmpty && option.name.hasPrefix("--")
      let name = hasEqualsSign ? "\(option.name)=" : option.name
      return quoted("\(name)[\(help)]\(value)")
    }
    let operands = place.operands == .free ? [] : [quoted("*:word:\(action(place.operands))")]
    return "      _arguments -S -s " + (options + operands).joined(separator: " \\\n        ")
  }

  private static func action(_ kind: WordKind) -> String {
    switch kind {
    case .free: " "
    case .choices(let words): "(\(words.joined(separator: " ")))"
    case .asked(let words): "_oncegate_words \(words.rawValue)"
    case .file: "_files"
    case .folder: "_files -/"
    }
  }
}

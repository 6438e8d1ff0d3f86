// SPDX-License-Identifier: Apache-2.0

extension CompletionScript {
  /// The script for bash 3.2 and newer; it needs no other script.
  var bash: String {
    let tables = places.map { place in
      let words = place.path.joined(separator: " ")
      let values = place.options.filter { $0.value != nil }.map { option in
        "        \(option.name)) value=\(Self.quoted(Self.bash(option.words))) ;;\n"
      }.joined()
      let operands =
        place.next.isEmpty
        ? Self.bash(place.operands) : "words " + place.next.map(\.word).joined(separator: " ")
      return """
            \(Self.quoted(words)))
              options=\(Self.quoted(place.options.map(\.name).joined(separator: " ")))
              operands=\(Self.quoted(operands))
              case $option in
        \(values)        esac
              ;;

        """
    }.joined()
    return #"""
      # Completes oncegate in bash; written by 'oncegate completion bash'.
      _oncegate() {
        local IFS=$' \t\n' typed line program path='' option='' value='' options='' operands='' config=() words=()
        line=${COMP_LINE:0:COMP_POINT}
        # Bash takes words apart at '=' and ':'; here they are read from the line itself.
        typed=${line##*[[:space:]]}
        read -r -a words <<<"${line%"$typed"}"
        program=${COMP_WORDS[0]/#\~/$HOME}
        local index=1 known=\#(Self.quoted(paths))
        while [ "$index" -lt "${#words[@]}" ]; do
          case "|$known|" in *"|${path:+$path }${words[index]}|"*) path=${path:+$path }${words[index]} ;; *) break ;; esac
          index=$((index + 1))
        done
        while [ "$index" -lt "${#words[@]}" ]; do
          case ${words[index]} in
            --config) [ $((index + 1)) -lt "${#words[@]}" ] && config=(--config "${words[index + 1]}") ;;
            --config=*) config=("${words[index]}") ;;
          esac
          index=$((index + 1))
        done
        [ "${#words[@]}" -gt 1 ] && option=${words[${#words[@]} - 1]}
        local kept=''
        case $typed in
          --*=*) option=${typed%%=*} kept="$option=" ;;
        esac
        case $path in
      \#(tables)  esac
        [ -n "$kept" ] && [ -z "$value" ] && return
        [ -n "$value" ] || { value=$operands; case $typed in -*) value="words $options" ;; esac; }
        COMPREPLY=()
        local word part=${typed#"$kept"}
        case $value in
          words*) set -- ${value#words} ;;
          asked*)
            IFS=$'\n'
            set -f
            set -- $("$program" completion --words "${value#asked }" ${config[@]+"${config[@]}"} 2>/dev/null)
            set +f
            ;;
          file) IFS=$'\n'; set -f; set -- $(compgen -f -- "$part"); set +f; compopt -o filenames 2>/dev/null ;;
          folder) IFS=$'\n'; set -f; set -- $(compgen -d -- "$part"); set +f; compopt -o filenames 2>/dev/null ;;
          *) return ;;
        esac
        # Only what stands behind the last '=' or ':' is put into the line.
        local before=${typed%"${typed##*[=:]}"}
        for word in "$@"; do
          case $word in "$part"*) word=$kept$word; COMPREPLY+=("${word#"$before"}") ;; esac
        done
      }
      complete -F _oncegate oncegate
      """#
  }

  private var paths: String {
    places.map { $0.path.joined(separator: " ") }.filter { !$0.isEmpty }.joined(separator: "|")
  }

  private static func bash(_ kind: WordKind) -> String {
    switch kind {
    case .free: "none"
    case .choices(let words): "words " + words.joined(separator: " ")
    case .asked(let words): "asked \(words.rawValue)"
    case .file: "file"
    case .folder: "folder"
    }
  }
}

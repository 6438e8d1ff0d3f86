// SPDX-License-Identifier: Apache-2.0

extension Commands {
  static let completion = CommandSyntax(
    name: "completion",
    operands: "[SHELL]",
    operandCountMax: 1,
    summary: "write the completion script of a shell: bash, zsh or fish",
    discussion: [
      "It completes commands, options, their values and the names of cases, your own ones included:",
      "the script asks this command for them when a key is pressed. 'ci/install' puts all three where",
      "the shells look for them. By hand:",
      "",
      "  eval \"$(oncegate completion bash)\"             # in ~/.bashrc",
      "  eval \"$(oncegate completion zsh)\"              # in ~/.zshrc, behind compinit",
      "  oncegate completion fish > ~/.config/fish/completions/oncegate.fish",
    ],
    options: [
      .choice(
        "--words",
        "KIND",
        AskedWords.allCases.map(\.rawValue),
        "write what a script offers instead, a line each: cases, suites, profiles, flaws or checks"
      ),
      .value(
        "--config",
        "FILE",
        "the configuration with cases of your own (default: oncegate.json where it exists)"
      ),
    ],
    operandWords: .choices(Shell.allCases.map(\.rawValue))
  )

  static let manual = CommandSyntax(
    name: "man",
    operands: "",
    operandCountMax: 0,
    summary: "write the manual page, for man and its kind",
    discussion: ["To read it: oncegate man | man -l -"],
    options: []
  )
}

// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
// Nearly every file here says something.
@_exported public import KursWords

/// A text of `--help`; looked up only while help is printed, for every command builds its options.
func helpText(_ text: StaticString) -> String { HelpText.translated(text) }

func helpText(_ text: StaticString) -> ArgumentHelp { ArgumentHelp(HelpText.translated(text)) }

func helpText(_ text: StaticString, valueName: String) -> ArgumentHelp {
  ArgumentHelp(HelpText.translated(text), valueName: valueName)
}

extension HelpText {
  fileprivate static func translated(_ text: StaticString) -> String {
    isPrinted ? ownCatalogue?.text("\(text)") ?? "\(text)" : "\(text)"
  }
}

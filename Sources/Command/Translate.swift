// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursCore

// xgettext finds these calls by name: the first argument is one plain one-line literal.

/// The sentence in the person's language, with each `{name}` replaced.
func tr(_ text: StaticString, _ values: [String: String] = [:]) -> String {
  (Sentences.catalogue?.text("\(text)") ?? "\(text)").filled(with: values)
}

/// The word in this context, in the person's language: the same English word may need two.
func trc(_ context: StaticString, _ text: StaticString) -> String {
  let key = "\(context)\u{4}\(text)"
  // gettext gives the key back, context and all, where there is no translation.
  guard let found = Sentences.catalogue?.text(key), found != key else { return "\(text)" }
  return found
}

/// The sentence for `n` things, in the person's language; `{n}` is the number.
func trn(_ one: StaticString, _ many: StaticString, _ n: Int, _ values: [String: String] = [:]) -> String {
  let text = Sentences.catalogue?.text("\(one)", "\(many)", n) ?? (n == 1 ? "\(one)" : "\(many)")
  return text.filled(with: values.merging(["n": String(n)]) { given, _ in given })
}

/// A text of `--help`; looked up only while help is printed, for every command builds its options.
func helpText(_ text: StaticString) -> String {
  Sentences.help("\(text)")
}

func helpText(_ text: StaticString) -> ArgumentHelp {
  ArgumentHelp(Sentences.help("\(text)"))
}

private enum Sentences {
  /// The program's own; opened when the first sentence is worded, for most commands have none to say.
  static let catalogue = MessageCatalogue(
    "kurs",
    folder: ResourceLocator.localeFolder(
      environment: ProcessInfo.processInfo.environment, executable: Session.executable))

  static func help(_ text: String) -> String { HelpText.isPrinted ? catalogue?.text(text) ?? text : text }
}

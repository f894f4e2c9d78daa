// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursCore

// xgettext finds these calls by name: the first argument is one plain one-line literal.

/// The sentence in the person's language, with each `{name}` replaced.
public func tr(_ text: StaticString, _ values: [String: String] = [:]) -> String {
  ownWording.fill(ownCatalogue?.text("\(text)") ?? "\(text)", values)
}

/// The word in this context, in the person's language: the same English word may need two.
public func trc(_ context: StaticString, _ text: StaticString) -> String {
  let key = "\(context)\u{4}\(text)"
  // gettext gives the key back, context and all, where there is no translation.
  guard let found = ownCatalogue?.text(key), found != key else { return "\(text)" }
  return found
}

/// The sentence for `n` things, in the person's language; `{n}` is the number.
public func trn(_ one: StaticString, _ many: StaticString, _ n: Int, _ values: [String: String] = [:]) -> String {
  let text = ownCatalogue?.text("\(one)", "\(many)", n) ?? (n == 1 ? "\(one)" : "\(many)")
  return ownWording.fill(text, values.merging(["n": inOwnDigits(String(n))]) { given, _ in given })
}

/// The program's own; opened when the first sentence is worded, for most commands of the terminal have none to say.
public let ownCatalogue = MessageCatalogue(
  "kurs",
  folder: ResourceLocator.localeFolder(
    environment: ProcessInfo.processInfo.environment,
    executable: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"))

// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop

// xgettext finds these calls by name: the first argument is one plain one-line literal.

/// The sentence in the person's language, with each `{name}` replaced.
func tr(_ text: StaticString, _ values: [String: String] = [:]) -> String {
  fill(Gettext.translate(domain: Paths.domain, "\(text)"), values)
}

/// The sentence for `n` things, in the person's language; `{n}` is the number.
func trn(_ one: StaticString, _ many: StaticString, _ n: Int, _ values: [String: String] = [:]) -> String {
  fill(
    Gettext.translate(domain: Paths.domain, one: "\(one)", many: "\(many)", n),
    values.merging(["n": String(n)]) { given, _ in given })
}

/// The sentence as used in one place, for words that mean different things in different places.
func trc(_ context: StaticString, _ text: StaticString, _ values: [String: String] = [:]) -> String {
  fill(Gettext.translate(domain: Paths.domain, context: "\(context)", "\(text)"), values)
}

/// Replaces each `{name}` once; what a value contains is not looked at again.
func fill(_ pattern: String, _ values: [String: String]) -> String {
  guard !values.isEmpty else { return pattern }
  var filled = ""
  var rest = pattern[...]
  while let open = rest.firstIndex(of: "{") {
    guard let close = rest[open...].firstIndex(of: "}"),
      let value = values[String(rest[rest.index(after: open)..<close])]
    else {
      filled += rest[...open]
      rest = rest[rest.index(after: open)...]
      continue
    }
    filled += rest[..<open] + value
    rest = rest[rest.index(after: close)...]
  }
  return filled + rest
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursModel

// xgettext finds these calls by name: the first argument is one plain one-line literal.

/// The sentence in the person's language, with each `{name}` replaced.
func tr(_ text: StaticString, _ values: [String: String] = [:]) -> String {
  Gettext.translate(domain: Paths.domain, "\(text)").filled(with: values)
}

/// The sentence for `n` things, in the person's language; `{n}` is the number.
func trn(_ one: StaticString, _ many: StaticString, _ n: Int, _ values: [String: String] = [:]) -> String {
  Gettext.translate(domain: Paths.domain, one: "\(one)", many: "\(many)", n)
    .filled(with: values.merging(["n": String(n)]) { given, _ in given })
}

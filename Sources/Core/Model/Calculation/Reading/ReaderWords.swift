// SPDX-License-Identifier: GPL-3.0-or-later

/// The words of the grammar in the person's language, lower case; the English ones always work beside them.
public struct ReaderWords: Hashable, Sendable {
  public var into: Set<String>
  public var on: Set<String>
  public var of: Set<String>
  public var powers: PowerWords

  /// `language`: how it counts beyond a million.
  public init(into: Set<String> = [], on: Set<String> = [], of: Set<String> = [], language: String = "en") {
    powers = PowerWords(language: language)
    self.into = into.union(["in", "to", "into", "as"])
    self.on = on.union(["on"])
    self.of = of.union(["of"])
  }

  public static let english = ReaderWords()
}

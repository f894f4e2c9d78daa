// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

enum GivenArguments {
  private static let counting: Set<String> = ["calc", "convert", "paid"]

  /// Adds the command: `convert` to `100 EUR USD`, `calc` to other sums. Ensures that `-5` isn't read as an option.
  static func read(_ given: [String]) -> [String] {
    guard let first = given.first else { return given }
    if first == "convert" { return signed(conversion(given)) }
    if first == "calc" { return signed(calculation(given)) }
    guard beginsSum(given) else {
      if isDashed(first) { return signed(calculation(["calc"] + given)) }
      return counting.contains(first) ? signed(given) : given
    }
    let words = Array(given.prefix { !isOption($0) })
    let options = given.dropFirst(words.count)
    let isPair =
      isNumber(first) && first.contains(where: \.isNumber) && words.count == 3
      && words[1...].joined().allSatisfy { $0.isLetter || $0 == "," } && !into.contains(words[1].lowercased())
      // At least one of two currencies must be a code. In `100 British pounds`, both words name one currency.
      && words[1...].contains { $0.count == 3 || $0.contains(",") }
    if isPair { return signed(["convert"] + words) + options }
    // In a list such as `100 EUR USD GBP`, only codes of three letters follow the amount.
    let codes = words.dropFirst()
    let isRow = isNumber(first) && codes.count > 2 && codes.allSatisfy { $0.count == 3 && $0.allSatisfy(\.isLetter) }
    let asked = isRow ? words[..<2] + ["in"] + words[2...] : words[...]
    return signed(["calc", asked.joined(separator: " ")]) + options
  }

  /// Removes "to" in `convert 100 usd to eur`, adds amount 1 to `convert eur usd`, splits `"5 EUR in USD"` and `$5`.
  private static func conversion(_ all: [String]) -> [String] {
    var words = Array(all.dropFirst().prefix { !isOption($0) })
    let options = all.dropFirst(1 + words.count)
    guard !options.contains("--csv") else { return all }
    if words.count == 1, isNumber(words[0]) {
      words = words[0].split(whereSeparator: \.isWhitespace).map(String.init)
    }
    if words.count(where: { !into.contains($0.lowercased()) }) == 2, let parts = amountAndUnit(words[0]) {
      words.replaceSubrange(0...0, with: parts)
    }
    let given = ["convert"] + words + options
    if words.count == 2, words.allSatisfy({ $0.count == 3 && $0.allSatisfy(\.isLetter) }) {
      return ["convert", "1"] + words + options
    }
    guard words.count > 3,
      let into = words.indices.dropFirst(2).first(where: { Self.into.contains(words[$0].lowercased()) }),
      into + 1 < words.endIndex
    else { return given }
    let number = words[..<into].prefix(while: isNumber).joined(separator: " ")
    let from = words[..<into].drop(while: isNumber).joined(separator: " ")
    guard !number.isEmpty, !from.isEmpty else { return given }
    return ["convert", number, from, words[(into + 1)...].joined(separator: " ")] + options
  }

  /// Splits `$5`, `-5 EUR` and `EUR 5` into the amount and its currency. Nil for any other text.
  private static func amountAndUnit(_ text: String) -> [String]? {
    let unit = text.filter { !$0.isNumber && !$0.isWhitespace && !"+-\u{2212}().,'\u{2019}".contains($0) }
    guard unit.count > 2 || unit.contains(where: \.isCurrencySymbol), text.contains(where: \.isNumber) else {
      return nil
    }
    guard let place = text.firstRange(of: unit) else {
      // Reads a text such as "5 million EUR".
      let words = text.split(whereSeparator: \.isWhitespace)
      guard words.count > 2, let last = words.last, !last.contains(where: \.isNumber) else { return nil }
      return [words.dropLast().joined(separator: " "), String(last)]
    }
    return [(text[..<place.lowerBound] + text[place.upperBound...]).trimmed(), unit]
  }

  /// Joins the arguments of `calc 100 EUR to USD` to one text. The argument "-" still means standard input.
  private static func calculation(_ given: [String]) -> [String] {
    let words = given.dropFirst().prefix { !isOption($0) }
    guard words.count > 1, !words.contains("-") else { return given }
    return ["calc", words.joined(separator: " ")] + given.dropFirst(1 + words.count)
  }

  private static let into: Set<String> = ["to", "in", "into", "nach", "zu", "->", "=", "\u{2192}", "إلى", "الى"]

  static func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && word.dropFirst(2).first?.isLetter ?? true
      || word.count == 2 && word.hasPrefix("-") && word.allSatisfy { $0 == "-" || $0.isLetter }
  }

  /// Whether a text such as `- Flight: 450 EUR` begins with a dash, but isn't an option.
  private static func isDashed(_ word: String) -> Bool {
    word.hasPrefix("-") && !isOption(word) && word.contains { $0.isNumber || $0.isWhitespace }
  }

  /// Replaces a hyphen before an amount, but not before a title, by a minus sign, which can't begin an option.
  private static func signed(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].indices.map { index in
      let word = arguments[index]
      let isTitle = index > 0 && arguments[index - 1] == "--save"
      return word.hasPrefix("-") && isNumber(word) || isDashed(word) && !isTitle
        ? "\u{2212}\(word.dropFirst())" : word
    } + arguments[end...]
  }

  /// Whether the arguments begin with a number, or with a short currency and a number: `EUR 100`, `US$20`, `kr 50`.
  private static func beginsSum(_ given: [String]) -> Bool {
    guard let first = given.first, !isNumber(first) else { return !given.isEmpty }
    let letters = first.prefix(while: \.isLetter)
    let rest = first.dropFirst(letters.count).drop { $0 == " " || $0 == "." }
    guard 1...3 ~= letters.count, !KursCLI.all.contains(where: { $0.configuration.commandName == first }) else {
      return false
    }
    return rest.isEmpty ? given.dropFirst().first.map(isNumber) ?? false : isNumber(String(rest))
  }

  /// Whether the text begins with a number. Signs, brackets and currency symbols may come before the number.
  private static func isNumber(_ text: String) -> Bool {
    guard !text.hasPrefix("--") else { return false }
    let number = text.unicodeScalars.first {
      !"+-\u{2212}(.,".unicodeScalars.contains($0) && $0.properties.generalCategory != .currencySymbol
        && !$0.properties.isWhitespace
    }
    return number?.properties.numericType == .decimal || number?.properties.numericType == .numeric
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// The arguments of the process, rewritten so that the parser reads them as a person means them.
enum GivenArguments {
  /// The commands whose amounts may have a minus before them.
  private static let counting: Set<String> = ["calc", "convert", "paid"]

  /// A sum needs no command: `100 EUR USD GBP` is converted, any other is calculated; `-5` is an amount and no option.
  static func read(_ given: [String]) -> [String] {
    guard let first = given.first else { return given }
    guard beginsSum(first) else { return counting.contains(first) ? signed(given) : given }
    let words = Array(given.prefix { !$0.hasPrefix("--") })
    let options = given.dropFirst(words.count)
    let isPair = words.count == 3 && words[1...].allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "," } }
    // Of more words one can be "in"; codes have three letters each.
    let isRow = words.count > 3 && words[1...].allSatisfy { $0.allSatisfy(\.isLetter) && $0.count == 3 }
    guard isPair || isRow else { return ["calc", words.joined(separator: " ")].map(signed) + options }
    return (["convert"] + words[..<2] + [words[2...].joined(separator: ",")]).map(signed) + options
  }

  /// With a true minus, which cannot be taken for the dash of an option.
  private static func signed(_ arguments: [String]) -> [String] {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    return arguments[..<end].map(signed) + arguments[end...]
  }

  private static func signed(_ argument: String) -> String {
    argument.hasPrefix("-") && beginsSum(argument) ? "\u{2212}\(argument.dropFirst())" : argument
  }

  /// Whether it begins in a number, behind nothing but signs, brackets and symbols of currencies.
  private static func beginsSum(_ text: String) -> Bool {
    guard !text.hasPrefix("--") else { return false }
    let number = text.unicodeScalars.first {
      !"+-\u{2212}(.,".unicodeScalars.contains($0) && $0.properties.generalCategory != .currencySymbol
    }
    return number?.properties.numericType == .decimal
  }
}

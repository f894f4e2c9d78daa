// SPDX-License-Identifier: GPL-3.0-or-later

/// The fault of the arguments in the person's language: the parser words it in English, in a handful of forms.
enum UsageSentence {
  /// Without a full stop; a form that is not known stays as it is.
  static func translated(_ message: String) -> String {
    let text = message.hasSuffix(".") ? String(message.dropLast()) : message
    if let (option, other) = parts(of: text, "Unknown option '", "'. Did you mean '") {
      return tr("There is no option {name}; {other} looks like it", ["name": option, "other": other])
    }
    if let (value, place) = parts(of: text, "The value '", "' is invalid for '") {
      return tr("\"{text}\" is not a value for {name}", ["text": value, "name": ValueNames.translated(place)])
    }
    if let (name, value) = parts(of: text, "The option '", "' does not take any value, but '") {
      return tr("{name} takes no value, and \"{text}\" is one", ["name": name, "text": value])
    }
    if text.hasPrefix("Invalid option: ") {
      return tr("There is no option {name}", ["name": String(text.dropFirst("Invalid option: ".count))])
    }
    if let name = part(of: text, "Unknown option '") { return tr("There is no option {name}", ["name": name]) }
    if let name = part(of: text, "Missing value for '") { return tr("{name} has no value", ["name": ValueNames.translated(name)]) }
    if let name = part(of: text, "Missing expected argument '") { return tr("{name} is missing", ["name": ValueNames.translated(name)]) }
    if let name = part(of: text, "Unexpected argument '") {
      return tr("\"{text}\" is one argument too many", ["text": name])
    }
    if let found = text.firstRange(of: " unexpected arguments: '") {
      let names = text[found.upperBound...].dropLast()
      return tr("\"{text}\" are too many arguments", ["text": String(names)])
    }
    return text
  }

  private static func part(of text: String, _ start: String) -> String? {
    guard text.hasPrefix(start), text.hasSuffix("'") else { return nil }
    return String(text.dropFirst(start.count).dropLast())
  }

  private static func parts(
    of text: String, _ start: String, _ middle: String
  ) -> (String, String)? {
    guard text.hasPrefix(start), let found = text.firstRange(of: middle) else { return nil }
    let (first, rest) = (text[..<found.lowerBound].dropFirst(start.count), text[found.upperBound...])
    // The parser's own words follow the next quotation mark.
    guard let close = rest.firstIndex(of: "'") else { return nil }
    return (String(first), String(rest[..<close]))
  }
}

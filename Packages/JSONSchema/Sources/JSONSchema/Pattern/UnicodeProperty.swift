// SPDX-License-Identifier: GPL-3.0-or-later

/// The character properties that `\p{…}` can name, from the tables of Swift's standard library.
enum UnicodeProperty: Sendable {
  case category(Set<Unicode.GeneralCategory>)
  case binary(@Sendable (Unicode.Scalar.Properties) -> Bool)
  case any
  case ascii

  func holds(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .category(let categories): categories.contains(scalar.properties.generalCategory)
    case .binary(let test): test(scalar.properties)
    case .any: true
    case .ascii: scalar.isASCII
    }
  }

  /// Finds a property. Nil if ECMA-262 lacks the name, or the standard library lacks the property's table.
  init?(name: String, value: String?) {
    switch (name, value) {
    case ("General_Category", let value?), ("gc", let value?):
      guard let categories = Self.categories[value] else { return nil }
      self = .category(categories)
    case ("Any", nil): self = .any
    case ("ASCII", nil): self = .ascii
    case ("Assigned", nil):
      self = .binary { $0.generalCategory != .unassigned }
    case (let name, nil):
      if let categories = Self.categories[name] {
        self = .category(categories)
      } else if let test = Self.binaries[name] {
        self = .binary(test)
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// Whether a property name selects a script. Such names are valid, but the standard library has no table of scripts.
  static func isScript(_ name: String) -> Bool {
    ["Script", "sc", "Script_Extensions", "scx"].contains(name)
  }
}

extension UnicodeProperty {
  private static let categories: [String: Set<Unicode.GeneralCategory>] = {
    var table: [String: Set<Unicode.GeneralCategory>] = [:]
    for (names, categories) in single {
      for name in names { table[name] = [categories] }
    }
    let groups: [([String], String)] = [
      (["L", "Letter"], "Lu Ll Lt Lm Lo"), (["LC", "Cased_Letter"], "Lu Ll Lt"),
      (["M", "Mark", "Combining_Mark"], "Mn Mc Me"), (["N", "Number"], "Nd Nl No"),
      (["P", "Punctuation", "punct"], "Pc Pd Ps Pe Pi Pf Po"), (["S", "Symbol"], "Sm Sc Sk So"),
      (["Z", "Separator"], "Zs Zl Zp"), (["C", "Other"], "Cc Cf Cs Co Cn"),
    ]
    for (names, parts) in groups {
      let all = parts.split(separator: " ").compactMap { table[String($0)] }
      for name in names { table[name] = all.reduce(into: []) { $0.formUnion($1) } }
    }
    return table
  }()

  private static let single: [([String], Unicode.GeneralCategory)] = [
    (["Lu", "Uppercase_Letter"], .uppercaseLetter), (["Ll", "Lowercase_Letter"], .lowercaseLetter),
    (["Lt", "Titlecase_Letter"], .titlecaseLetter), (["Lm", "Modifier_Letter"], .modifierLetter),
    (["Lo", "Other_Letter"], .otherLetter), (["Mn", "Nonspacing_Mark"], .nonspacingMark),
    (["Mc", "Spacing_Mark"], .spacingMark), (["Me", "Enclosing_Mark"], .enclosingMark),
    (["Nd", "Decimal_Number", "digit"], .decimalNumber), (["Nl", "Letter_Number"], .letterNumber),
    (["No", "Other_Number"], .otherNumber), (["Pc", "Connector_Punctuation"], .connectorPunctuation),
    (["Pd", "Dash_Punctuation"], .dashPunctuation), (["Ps", "Open_Punctuation"], .openPunctuation),
    (["Pe", "Close_Punctuation"], .closePunctuation), (["Pi", "Initial_Punctuation"], .initialPunctuation),
    (["Pf", "Final_Punctuation"], .finalPunctuation), (["Po", "Other_Punctuation"], .otherPunctuation),
    (["Sm", "Math_Symbol"], .mathSymbol), (["Sc", "Currency_Symbol"], .currencySymbol),
    (["Sk", "Modifier_Symbol"], .modifierSymbol), (["So", "Other_Symbol"], .otherSymbol),
    (["Zs", "Space_Separator"], .spaceSeparator), (["Zl", "Line_Separator"], .lineSeparator),
    (["Zp", "Paragraph_Separator"], .paragraphSeparator), (["Cc", "Control", "cntrl"], .control),
    (["Cf", "Format"], .format), (["Cs", "Surrogate"], .surrogate), (["Co", "Private_Use"], .privateUse),
    (["Cn", "Unassigned"], .unassigned),
  ]

  private static let binaries: [String: @Sendable (Unicode.Scalar.Properties) -> Bool] = [
    "Alphabetic": { $0.isAlphabetic }, "Alpha": { $0.isAlphabetic },
    "ASCII_Hex_Digit": { $0.isASCIIHexDigit }, "AHex": { $0.isASCIIHexDigit },
    "Bidi_Control": { $0.isBidiControl }, "Bidi_C": { $0.isBidiControl },
    "Case_Ignorable": { $0.isCaseIgnorable }, "CI": { $0.isCaseIgnorable },
    "Cased": { $0.isCased }, "Dash": { $0.isDash }, "Diacritic": { $0.isDiacritic },
    "Dia": { $0.isDiacritic },
    "Emoji": { $0.isEmoji }, "Emoji_Modifier": { $0.isEmojiModifier }, "EMod": { $0.isEmojiModifier },
    "Emoji_Modifier_Base": { $0.isEmojiModifierBase }, "EBase": { $0.isEmojiModifierBase },
    "Emoji_Presentation": { $0.isEmojiPresentation }, "EPres": { $0.isEmojiPresentation },
    "Extender": { $0.isExtender }, "Ext": { $0.isExtender },
    "Hex_Digit": { $0.isHexDigit }, "Hex": { $0.isHexDigit },
    "ID_Continue": { $0.isIDContinue }, "IDC": { $0.isIDContinue },
    "ID_Start": { $0.isIDStart }, "IDS": { $0.isIDStart },
    "Ideographic": { $0.isIdeographic }, "Ideo": { $0.isIdeographic },
    "Lowercase": { $0.isLowercase }, "Lower": { $0.isLowercase }, "Math": { $0.isMath },
    "Quotation_Mark": { $0.isQuotationMark }, "QMark": { $0.isQuotationMark },
    "Uppercase": { $0.isUppercase }, "Upper": { $0.isUppercase },
    "White_Space": { $0.isWhitespace }, "space": { $0.isWhitespace },
    "XID_Continue": { $0.isXIDContinue }, "XIDC": { $0.isXIDContinue },
    "XID_Start": { $0.isXIDStart }, "XIDS": { $0.isXIDStart },
  ]
}

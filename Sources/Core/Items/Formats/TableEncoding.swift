// SPDX-License-Identifier: GPL-3.0-or-later

public enum TableEncoding: String, Hashable, Sendable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case windows1252 = "Windows-1252"
  case windows1250 = "Windows-1250"
  case windows1251 = "Windows-1251"
  case iso8859_1 = "ISO-8859-1"
  case iso8859_2 = "ISO-8859-2"
  case iso8859_5 = "ISO-8859-5"
  case iso8859_9 = "ISO-8859-9"
  case iso8859_15 = "ISO-8859-15"

  /// Reads a name in the usual spellings, such as `latin1`, `cp1250` or `utf-16`.
  public init?(name: String) {
    func key(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
    let aliases: [String: TableEncoding] = [
      "utf16": .utf16LittleEndian, "unicode": .utf16LittleEndian, "ucs2": .utf16LittleEndian, "latin1": .iso8859_1,
      "latin2": .iso8859_2, "latin5": .iso8859_9, "latin9": .iso8859_15, "ansi": .windows1252, "cp1252": .windows1252,
      "cp1250": .windows1250, "cp1251": .windows1251, "1252": .windows1252, "1250": .windows1250, "1251": .windows1251,
      "ascii": .utf8,
    ]
    guard let found = aliases[key(name)] ?? Self.allCases.first(where: { key($0.rawValue) == key(name) }) else {
      return nil
    }
    self = found
  }

  /// The code point of each byte, -1 for none. Nil for UTF-8 and UTF-16.
  var map: [Int32]? { Encodings.map(of: rawValue) }
}

struct TableDecoder {
  private let encoding: TableEncoding
  private let letters: [[UInt8]]
  /// A character that was cut by the end of a piece.
  private var rest: [UInt8] = []
  private var isFirst = true

  init(_ encoding: TableEncoding) {
    self.encoding = encoding
    letters = (encoding.map ?? []).map { code in
      Array(String(Character(Unicode.Scalar(UInt32(code < 0 ? 0xFFFD : code)) ?? "\u{FFFD}")).utf8)
    }
  }

  mutating func decode(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    switch encoding {
    case .utf8:
      defer { isFirst = isFirst && bytes.isEmpty }
      return isFirst && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    case .utf16LittleEndian: return units(bytes, isLast: isLast, low: 0)
    case .utf16BigEndian: return units(bytes, isLast: isLast, low: 1)
    default: return bytes.flatMap { letters[Int($0)] }
    }
  }

  private mutating func units(_ bytes: [UInt8], isLast: Bool, low: Int) -> [UInt8] {
    let all = rest + bytes
    var units = stride(from: 0, to: all.count - 1, by: 2).map { UInt16(all[$0 + low]) | UInt16(all[$0 + 1 - low]) << 8 }
    var used = units.count * 2
    // The other half of the surrogate pair is in the next piece.
    if !isLast, let last = units.last, 0xD800...0xDBFF ~= last {
      units.removeLast()
      used -= 2
    }
    rest = Array(all[used...])
    let startsWithMark = isFirst && units.first == 0xFEFF
    isFirst = isFirst && units.isEmpty
    if startsWithMark { units.removeFirst() }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}

public struct EncodingDetector {
  private var first: [UInt8] = []
  private var isUTF8 = true
  private var awaited = 0
  private var last = UInt8(ascii: " ")
  private var pending: UInt8?
  /// The count of each byte beyond ASCII, next to a letter and elsewhere.
  private var (inWords, elsewhere) = ([Int](repeating: 0, count: 256), [Int](repeating: 0, count: 256))
  private var high = 0
  private var joined = 0
  private var touching = 0
  /// The length of the current run of bytes beyond ASCII, and whether all earlier runs have an even length.
  private var (run, runs, areRunsEven) = (0, 0, true)
  private var pairs: Set<UInt16> = []

  public init() {}

  public mutating func read(_ bytes: [UInt8]) {
    if first.count < 4096 { first += bytes.prefix(4096 - first.count) }
    bytes.withUnsafeBytes { buffer in
      var index = 0
      while index < buffer.count {
        if awaited == 0, pending == nil, index + 8 <= buffer.count,
          buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          index += 8
          last = buffer[index - 1]
          endRun()
          continue
        }
        take(buffer[index])
        index += 1
      }
    }
  }

  private mutating func endRun() {
    guard run > 0 else { return }
    areRunsEven = areRunsEven && run.isMultiple(of: 2)
    (run, runs) = (0, runs + 1)
  }

  private mutating func take(_ byte: UInt8) {
    if byte < 0x80 {
      endRun()
    } else {
      run += 1
      if run.isMultiple(of: 2), let pending, pairs.count < 16 { pairs.insert(UInt16(pending) << 8 | UInt16(byte)) }
    }
    if let before = pending {
      note(before, isInWord: Self.isLetter(last) || Self.isLetter(byte))
      if last < 0x80 && Self.isLetter(last) || byte < 0x80 && Self.isLetter(byte) { touching += 1 }
      if byte >= 0x80 { joined += 1 }
      last = before
      pending = nil
    }
    if awaited > 0 {
      isUTF8 = isUTF8 && byte & 0xC0 == 0x80
      awaited -= 1
    } else if byte >= 0x80 {
      awaited = byte & 0xE0 == 0xC0 && byte > 0xC1 ? 1 : byte & 0xF0 == 0xE0 ? 2 : byte & 0xF8 == 0xF0 ? 3 : 0
      isUTF8 = isUTF8 && awaited > 0
      if !isUTF8 { awaited = 0 }
    }
    if byte >= 0x80 { pending = byte } else { last = byte }
  }

  private mutating func note(_ byte: UInt8, isInWord: Bool) {
    high += 1
    if isInWord { inWords[Int(byte)] += 1 } else { elsewhere[Int(byte)] += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// `region` (ISO 3166) decides if the bytes don't. Throws `.notText`.
  public mutating func encoding(region: String?) throws(TableFault) -> TableEncoding {
    if pending != nil { take(UInt8(ascii: " ")) }
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if first.starts(with: [0xFF, 0xFE, 0, 0]) { throw .notText }
    if first.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if first.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    let zeros = first.indices.filter { first[$0] == 0 }
    if !zeros.isEmpty {
      // In UTF-16, a separator or line end has a zero byte, whatever the script.
      guard first.count.isMultiple(of: 2) || first.count == 4096 else { throw .notText }
      if zeros.count * 20 >= first.count, zeros.allSatisfy({ $0 % 2 == 1 }) { return .utf16LittleEndian }
      if zeros.count * 20 >= first.count, zeros.allSatisfy({ $0 % 2 == 0 }) { return .utf16BigEndian }
      throw .notText
    }
    if isUTF8, awaited == 0 { return .utf8 }
    if isEastAsian { throw .notText }
    let languages = ["CZ": "cs", "SI": "sl", "UA": "uk", "RS": "sr"]
    let language = region.map { languages[$0] ?? $0.lowercased() }
    let own = Self.pages.filter { $0.languages.contains { $0.name == language } }
    let scored = (own + Self.pages).map { ($0.encoding, score($0)) }
    var best = scored[0]
    for each in scored where each.1 > best.1 { best = each }
    return best.0
  }

  /// Whether letters have two bytes, as in GB 18030, EUC-KR and Shift JIS. Kana begin with 0x81 to 0x83.
  private var isEastAsian: Bool {
    if areRunsEven, runs > 5, pairs.count > 4 { return true }
    let kana = (0x81...0x83).reduce(0) { $0 + inWords[$1] + elsewhere[$1] }
    return kana > 3 && kana * 8 > high
  }

  /// Counts the letters that fit one language of the code page. Subtracts signs that no word contains.
  private func score(_ page: Page) -> Int {
    guard let map = page.encoding.map else { return Int.min }
    // Cyrillic words are wholly beyond ASCII. Latin letters beyond ASCII are mostly next to ASCII letters.
    if page.isForeign != (joined * 2 > high && touching * 4 < high) { return Int.min / 2 }
    var (score, letters) = (0, [Unicode.Scalar: Int]())
    for byte in 0x80...0xFF where inWords[byte] + elsewhere[byte] > 0 {
      guard map[byte] >= 0, let scalar = Unicode.Scalar(UInt32(map[byte])), scalar.value >= 0xA0 else {
        score -= 20 * (inWords[byte] + elsewhere[byte])
        continue
      }
      if scalar.properties.isAlphabetic {
        letters[scalar, default: 0] += inWords[byte]
        // A single letter is less likely than a sign.
        score -= elsewhere[byte]
      } else if scalar == "€" || scalar == "£" {
        score += 2 * elsewhere[byte] - (scalar == "£" ? 4 * inWords[byte] : 0)
      } else if !"’–—„“”‚‘\u{A0}\u{AD}§°".unicodeScalars.contains(scalar) {
        score -= 4 * inWords[byte] + elsewhere[byte]
      }
    }
    let all = letters.values.reduce(0, +)
    let explained = page.languages.map { language in
      letters.reduce(0) { $0 + (language.letters.contains($1.key) ? $1.value : 0) }
    }
    let most = explained.max() ?? 0
    return score + 3 * most - 2 * (all - most)
  }

  private struct Page {
    let encoding: TableEncoding
    let languages: [(name: String, letters: Set<Unicode.Scalar>)]
    var isForeign = false

    init(_ encoding: TableEncoding, _ languages: [(String, String)], isForeign: Bool = false) {
      self.encoding = encoding
      self.languages = languages.map { name, letters in
        (name, Set((letters + letters.uppercased()).unicodeScalars))
      }
      self.isForeign = isForeign
    }
  }

  private static let pages: [Page] = {
    let western = [
      ("de", "äöüß"), ("fr", "àâæçéèêëîïôœùûü"), ("es", "áéíóúüñçªº"), ("pt", "áâãàçéêíóôõúüªº"), ("it", "àèéìòùç"),
      ("nl", "éëïöüèê"), ("sv", "åäöé"), ("da", "æøåéö"), ("nb", "æøåéòô"), ("is", "áðéíóúýþæö"), ("ca", "àçèéíïòóúü"),
    ]
    let central = [
      ("pl", "ąćęłńóśźż"), ("cs", "áčďéěíňóřšťúůýž"), ("sk", "áäčďéíĺľňóôŕšťúýž"), ("hu", "áéíóöőúüű"),
      ("sl", "čšž"), ("hr", "čćđšž"), ("ro", "ăâîşţ"), ("de", "äöüß"),
    ]
    let russian = "абвгдежзийклмнопрстуфхцчшщъыьэюяё"
    return [
      Page(.windows1252, western), Page(.iso8859_15, western), Page(.windows1250, central), Page(.iso8859_2, central),
      Page(.iso8859_9, [("tr", "çğıöşüâîİ")]),
      Page(.windows1251, [("ru", russian), ("uk", russian + "іїєґ"), ("bg", russian)], isForeign: true),
      Page(.iso8859_5, [("sr", russian + "ђјљњћџ")], isForeign: true),
    ]
  }()
}

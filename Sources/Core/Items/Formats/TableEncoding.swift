// SPDX-License-Identifier: GPL-3.0-or-later

public struct TableEncoding: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let utf8 = TableEncoding(rawValue: "UTF-8")
  public static let utf16LittleEndian = TableEncoding(rawValue: "UTF-16LE")
  public static let utf16BigEndian = TableEncoding(rawValue: "UTF-16BE")
  public static let shiftJIS = TableEncoding(rawValue: "Shift_JIS")
  public static let gb18030 = TableEncoding(rawValue: "GB18030")
  public static let eucKR = TableEncoding(rawValue: "EUC-KR")
  public static let big5 = TableEncoding(rawValue: "Big5")
  /// The encodings that the user can choose, grouped by language.
  public static let usual =
    """
    UTF-8 UTF-16LE UTF-16BE Windows-1252 ISO-8859-15 IBM850 Macintosh Windows-1250 ISO-8859-2 Windows-1257 \
    Windows-1254 Windows-1251 KOI8-R ISO-8859-5 Windows-1253 ISO-8859-7 Windows-1255 Windows-1256 ISO-8859-6 Windows-874 Shift_JIS \
    GB18030 Big5 EUC-KR
    """.split(separator: " ").map { TableEncoding(rawValue: String($0)) }

  /// The encodings by their common names, such as `latin1` or `cp1250`. The names are written without hyphens.
  private static let aliases: [String: String] = {
    let names = [
      "UTF-8": "utf8 ascii", "UTF-16LE": "utf16le utf16 unicode ucs2", "UTF-16BE": "utf16be", "ISO-8859-1": "latin1",
      "ISO-8859-2": "latin2", "ISO-8859-9": "latin5", "ISO-8859-15": "latin9", "Windows-1252": "ansi",
      "Shift_JIS": "shiftjis sjis cp932 windows31j", "GB18030": "gb18030 gbk gb2312 cp936", "EUC-KR": "euckr cp949 uhc",
      "Big5": "big5 cp950", "Windows-874": "windows874 cp874 tis620",
    ]
    var aliases = names.reduce(into: [String: String]()) { all, name in
      for alias in name.value.split(separator: " ") { all[String(alias)] = name.key }
    }
    for number in 1...16 { aliases["iso8859\(number)"] = "ISO-8859-\(number)" }
    for number in 1250...1258 {
      for start in ["windows", "cp", ""] { aliases["\(start)\(number)"] = "Windows-\(number)" }
    }
    return aliases
  }()

  /// Finds an encoding by a common name or by its name in the C library. Nil unless the encoding includes ASCII.
  public init?(name: String) {
    let name = Self.aliases[name.lowercased().filter { $0.isLetter || $0.isNumber }] ?? name
    rawValue = name
    if [.utf8, .utf16LittleEndian, .utf16BigEndian].contains(self) { return }
    let ascii = [UInt8](0x20..<0x7F)
    guard let converter, converter.convert(ascii, isLast: true).count == ascii.count else { return nil }
  }

  /// The converter to UTF-8. Nil if the C library lacks it.
  var converter: TextConverter? {
    // Windows extends these encodings under their old names, so the extended encodings are used.
    let wider = ["Shift_JIS": "CP932", "EUC-KR": "CP949", "Big5": "BIG5-HKSCS"]
    return TextConverter(from: wider[rawValue] ?? rawValue)
  }
}

struct TableDecoder {
  private let converter: TextConverter?
  private var isFirst = true

  init(_ encoding: TableEncoding) { converter = encoding == .utf8 ? nil : encoding.converter }

  mutating func decode(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    let text = converter?.convert(bytes, isLast: isLast) ?? bytes
    defer { isFirst = isFirst && text.isEmpty }
    return isFirst && text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : text
  }
}

public struct EncodingDetector {
  private var first: [UInt8] = []
  private var isUTF8 = true
  private var awaited = 0
  private var last = UInt8(ascii: " ")
  private var pending: UInt8?
  /// The number of times that each byte beyond ASCII occurs next to a letter, and elsewhere.
  private var (inWords, elsewhere) = ([Int](repeating: 0, count: 256), [Int](repeating: 0, count: 256))
  private var high = 0
  private var joined = 0
  private var touching = 0

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
          continue
        }
        take(buffer[index])
        index += 1
      }
    }
  }

  private mutating func take(_ byte: UInt8) {
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

  /// Returns the likeliest encoding. `region` (ISO 3166) decides between similar ones. Throws `.notText` if none fits.
  public mutating func encoding(region: String?) throws(TableFault) -> TableEncoding {
    if pending != nil { take(UInt8(ascii: " ")) }
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if first.starts(with: [0xFF, 0xFE, 0, 0]) { throw .notText }
    if first.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if first.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    let zeros = first.indices.filter { first[$0] == 0 }
    if !zeros.isEmpty {
      // Zero bytes mean UTF-16, whose separators have a zero byte in every script. A text in UTF-16 has an even number
      // of bytes, as have its first 4,096 bytes.
      guard first.count.isMultiple(of: 2) else { throw .notText }
      if zeros.count * 20 >= first.count, zeros.allSatisfy({ $0 % 2 == 1 }) { return .utf16LittleEndian }
      if zeros.count * 20 >= first.count, zeros.allSatisfy({ $0 % 2 == 0 }) { return .utf16BigEndian }
      throw .notText
    }
    if isUTF8, awaited == 0 { return .utf8 }
    if let found = eastAsian(region) { return found }
    let languages = ["CZ": "cs", "SI": "sl", "UA": "uk", "RS": "sr", "GR": "el", "IL": "he", "EG": "ar", "SA": "ar"]
    let language = region.map { languages[$0] ?? $0.lowercased() }
    let own = Self.pages.filter { $0.languages.contains { $0.name == language } }
    let scored = (own + Self.pages).map { ($0.encoding, score($0)) }
    var best = scored[0]
    for each in scored where each.1 > best.1 { best = each }
    // If no language explains the bytes, the file isn't text.
    if best.1 < -2 * high { throw .notText }
    return best.0
  }

  /// Returns the East Asian encoding whose most frequent letters occur in the first lines. Nil if none fits.
  private func eastAsian(_ region: String?) -> TableEncoding? {
    var best: (encoding: TableEncoding, share: Int)?
    for (encoding, regions, common) in Self.eastAsian {
      guard let converter = encoding.converter else { continue }
      let text = String(decoding: converter.convert(first, isLast: false), as: UTF8.self).unicodeScalars
      // Half-width kana aren't counted, because they have one byte, as letters have in many other encodings.
      let letters = text.filter { !$0.isASCII && $0.properties.isAlphabetic && !(0xFF66...0xFF9F ~= $0.value) }
      let known = letters.filter(common)
      guard converter.invalid == 0, Set(known).count > 3 else { continue }
      let share = known.count * 100 / letters.count + (region.map(regions.contains) == true ? 10 : 0)
      if share >= 25, share > best?.share ?? 0 { best = (encoding, share) }
    }
    return best?.encoding
  }

  private static let eastAsian: [(TableEncoding, [String], @Sendable (Unicode.Scalar) -> Bool)] = {
    let japanese = Set("日付金額残高入出引預支払取消計年月円摘要内容口座名店差番号".unicodeScalars)
    let simplified = Set("交易金额日期余账户名称收入支出类型摘要时间币种人民对方备注元月年号银行转卡店合计".unicodeScalars)
    let traditional = Set("交易金額日期餘帳戶名稱收入支出類型摘要時間幣別臺對方備註元月年號銀行轉存提款說明店合計".unicodeScalars)
    return [
      (.shiftJIS, ["JP"], { 0x3040...0x30FF ~= $0.value || japanese.contains($0) }),
      (.gb18030, ["CN", "SG"], { simplified.contains($0) }),
      (.eucKR, ["KR"], { 0xAC00...0xD7A3 ~= $0.value && commonHangul.contains($0) }),
      (.big5, ["TW", "HK", "MO"], { traditional.contains($0) }),
    ]
  }()

  private static let commonHangul = Set("거래일시자금액입출잔고적요내용통장은행계좌번호점이체카드수원취급기의분류합사용가맹명".unicodeScalars)

  /// Scores a code page. Letters of its best language raise the score, and characters that fit no word lower it.
  private func score(_ page: Page) -> Int {
    guard let map = TextConverter.map(of: page.encoding.rawValue) else { return Int.min }
    // Rejects a page whose script doesn't fit. Latin words mix ASCII and other letters, Cyrillic words have no ASCII.
    if page.isForeign != (joined * 2 > high && touching * 4 < high) { return Int.min / 2 }
    var (score, letters) = (0, [Unicode.Scalar: Int]())
    for byte in 0x80...0xFF where inWords[byte] + elsewhere[byte] > 0 {
      guard map[byte] >= 0, let scalar = Unicode.Scalar(UInt32(map[byte])), scalar.value >= 0xA0 else {
        score -= 20 * (inWords[byte] + elsewhere[byte])
        continue
      }
      if scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark {
        letters[scalar, default: 0] += inWords[byte]
        // A byte without a letter beside it is rarely a letter, so pages that map it to a letter get a lower score.
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
    // Greek, Cyrillic and other pages use the same bytes for letters. The most frequent letters reveal the script.
    let frequent = page.languages.map { language in
      letters.reduce(0) { $0 + (language.frequent.contains($1.key.properties.lowercaseMapping) ? $1.value : 0) }
    }
    return score + 3 * most - 2 * (all - most) + (page.isForeign ? frequent.max() ?? 0 : 0)
  }

  private struct Page {
    let encoding: TableEncoding
    let languages: [(name: String, letters: Set<Unicode.Scalar>, frequent: Set<String>)]
    var isForeign = false

    /// Creates a code page. If `isForeign` (not Latin), the letters of each language begin with the most frequent ones.
    init(_ encoding: String, _ languages: [(String, String)], isForeign: Bool = false) {
      self.encoding = TableEncoding(rawValue: encoding)
      self.languages = languages.map { name, letters in
        (name, Set((letters + letters.uppercased()).unicodeScalars), Set(letters.prefix(8).map(String.init)))
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
    let russian = "оеаинтрсбвгдёжзйклмпуфхцчшщъыьэюя"
    let arabic = "اليمنرتوءآأؤإئةبثجحخدذزسشصضطظعغفقكهى"
    let turkish = [("tr", "çğıöşüâîİ")]
    let greek = "αοιετσνυάβγδέζήηθίκλμξόπρςύφχψώωϊϋΐΰ"
    return [
      Page("Windows-1252", western), Page("ISO-8859-15", western), Page("Windows-1250", central),
      Page("ISO-8859-2", central), Page("ISO-8859-9", turkish), Page("Windows-1254", turkish),
      Page("IBM850", western), Page("Macintosh", western),
      Page("Windows-1257", [("lt", "ąčęėįšųūž"), ("lv", "āčēģīķļņšūž"), ("et", "äõöüšž")]),
      Page("Windows-1251", [("ru", russian), ("uk", russian + "іїєґ"), ("bg", russian)], isForeign: true),
      Page("ISO-8859-5", [("sr", russian + "ђјљњћџ")], isForeign: true),
      Page("Windows-1253", [("el", greek)], isForeign: true), Page("ISO-8859-7", [("el", greek)], isForeign: true),
      Page("Windows-1255", [("he", "יוהלראתמבגדזחטךכםןנסעףפץצקש")], isForeign: true),
      Page("Windows-1256", [("ar", arabic)], isForeign: true), Page("ISO-8859-6", [("ar", arabic)], isForeign: true),
      Page("Windows-874", [("th", "านรกอเงยกขคฆจฉชซญฎฏฐฑฒณดตถทธบปผฝพฟภมลวศษสหฬฮะัาำิีึืุูแโใไๆ็่้๊๋์")], isForeign: true),
    ]
  }()
}

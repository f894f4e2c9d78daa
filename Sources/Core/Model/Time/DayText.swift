// SPDX-License-Identifier: GPL-3.0-or-later

extension Day: CustomStringConvertible {
  /// Reads exactly `YYYY-MM-DD`.
  public init?(iso text: some StringProtocol) {
    self.init(isoBytes: text.utf8)
  }

  /// Reads exactly the ten bytes `YYYY-MM-DD`.
  public init?(isoBytes bytes: some Collection<UInt8>) {
    // A loop over any collection asks the runtime for a type at each byte: a fourteenth of all that a first start did.
    let inMemory = bytes.withContiguousStorageIfAvailable { Day(iso: $0) }
    guard let day = inMemory ?? Array(bytes).withUnsafeBufferPointer({ Day(iso: $0) }) else { return nil }
    self = day
  }

  private init?(iso bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = Self.number(bytes, 0..<4), let month = Self.number(bytes, 5..<7), let day = Self.number(bytes, 8..<10)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ places: Range<Int>) -> Int? {
    var number = 0
    for place in places {
      guard bytes[place] >= UInt8(ascii: "0"), bytes[place] <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(bytes[place] - UInt8(ascii: "0"))
    }
    return number
  }

  /// `YYYY-MM-DD` (ISO 8601).
  public var description: String {
    let (year, month, day) = civil
    let padding = year < 10 ? "000" : year < 100 ? "00" : year < 1000 ? "0" : ""
    return "\(padding)\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}

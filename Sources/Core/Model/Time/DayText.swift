// SPDX-License-Identifier: GPL-3.0-or-later

extension Day: CustomStringConvertible {
  /// Reads exactly `YYYY-MM-DD`.
  public init?(iso text: some StringProtocol) {
    self.init(isoBytes: text.utf8)
  }

  /// Reads exactly the ten bytes `YYYY-MM-DD`.
  public init?(isoBytes bytes: some Collection<UInt8>) {
    guard bytes.count == 10 else { return nil }
    var (fields, position) = ([0, 0, 0], 0)
    for (offset, byte) in bytes.enumerated() {
      if offset == 4 || offset == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
        position += 1
      } else {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        fields[position] = fields[position] * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    self.init(year: fields[0], month: fields[1], day: fields[2])
  }

  /// `YYYY-MM-DD` (ISO 8601).
  public var description: String {
    let (year, month, day) = civil
    let padding = year < 10 ? "000" : year < 100 ? "00" : year < 1000 ? "0" : ""
    return "\(padding)\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the end of a number by the grammar of RFC 8259, section 6.
struct NumberGrammar: Sendable {
  let limits: JSONReader.Limits

  func end(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Result<Int, JSONReadError> {
    var end = start
    if end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
    let whole = end
    guard skipDigits(bytes, &end) else { return .failure(fault(bytes, end)) }
    if bytes[whole] == UInt8(ascii: "0"), end > whole + 1 {
      return .failure(JSONReadError(.invalidNumber, at: whole + 1))
    }
    if end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      end += 1
      guard skipDigits(bytes, &end) else { return .failure(fault(bytes, end)) }
    }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      end += 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "+") { end += 1 }
      let power = end
      guard skipDigits(bytes, &end) else { return .failure(fault(bytes, end)) }
      if magnitude(bytes[power..<end]) > limits.exponent {
        return .failure(JSONReadError(.exponentTooLarge, at: power))
      }
    }
    if end - start > limits.numberLength { return .failure(JSONReadError(.numberTooLong, at: start)) }
    return .success(end)
  }

  private func skipDigits(_ bytes: UnsafeBufferPointer<UInt8>, _ end: inout Int) -> Bool {
    let start = end
    while end < bytes.count, 0x30...0x39 ~= bytes[end] { end += 1 }
    return end > start
  }

  private func fault(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> JSONReadError {
    JSONReadError(offset < bytes.count ? .invalidNumber : .unexpectedEnd, at: offset)
  }

  private func magnitude(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var value = 0
    for digit in digits where value <= limits.exponent { value = value * 10 + Int(digit - 0x30) }
    return value
  }
}

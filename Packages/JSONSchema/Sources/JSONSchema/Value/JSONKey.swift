// SPDX-License-Identifier: GPL-3.0-or-later

/// A text that is compared by its bytes. `String` would treat the composed and the decomposed `é` as equal.
struct JSONKey: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  // Compares the strings first, because that is fast, then the bytes, because equal strings may have different bytes.
  static func == (left: JSONKey, right: JSONKey) -> Bool {
    left.text == right.text && (left.hasBytes(of: right.text) ?? left.text.utf8.elementsEqual(right.text.utf8))  // guards J04: (left.hasBytes(of: right.text) ?? left.text.utf8.elementsEqual(right.text.utf8)) => true
  }

  // Compares the bytes of contiguous strings, which is faster than by UTF-8 views. Nil if a string isn't contiguous.
  private func hasBytes(of other: String) -> Bool? {
    text.utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
    } ?? nil
  }

  func hash(into hasher: inout Hasher) {
    // No other value is hashed together with a key, so the key needs no length or separator.
    let combined: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if combined == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

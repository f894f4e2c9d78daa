// SPDX-License-Identifier: GPL-3.0-or-later

/// A text told apart by its bytes, where `String` would hold the composed and the decomposed `é` for equal.
struct JSONKey: Hashable, Sendable {
  /// The text itself.
  let text: String

  /// A text to be told apart by its bytes.
  init(_ text: String) {
    self.text = text
  }

  // `String` compares fast and never holds different what is the same in bytes, so it may say no first.
  /// Whether both are the same bytes.
  static func == (left: JSONKey, right: JSONKey) -> Bool {
    left.text == right.text && (left.hasBytes(of: right.text) ?? left.text.utf8.elementsEqual(right.text.utf8))  // guards J04: (left.hasBytes(of: right.text) ?? left.text.utf8.elementsEqual(right.text.utf8)) => true
  }

  // Two plain buffers are compared much faster than the views of two strings, which look up the place of each byte.
  private func hasBytes(of other: String) -> Bool? {
    text.utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
    } ?? nil
  }

  /// Hashes the bytes.
  func hash(into hasher: inout Hasher) {
    // One key fills the hasher alone, so that its length need not be told apart.
    let combined: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if combined == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// Why bytes are not the JSON we take, and at which byte that showed.
public struct JSONReadError: Error, Hashable, Sendable {
  /// The error.
  public enum Fault: Hashable, Sendable {
    case empty
    case byteOrderMark
    case unexpectedByte(UInt8)
    case unexpectedEnd
    case trailingBytes
    case invalidUTF8
    case controlCharacter
    case invalidEscape
    case loneSurrogate
    case invalidNumber
    case duplicateKey(String)
    case tooDeep
    case documentTooLong
    case stringTooLong
    case numberTooLong
    case exponentTooLarge
  }

  /// The error.
  public let fault: Fault
  /// The place in the bytes, from 0.
  public let offset: Int

  /// A fault at a place.
  public init(_ fault: Fault, at offset: Int) {
    self.fault = fault
    self.offset = offset
  }
}

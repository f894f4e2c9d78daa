// SPDX-License-Identifier: GPL-3.0-or-later

public struct JSONReadError: Error, Hashable, Sendable {
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

  public let fault: Fault
  public let offset: Int

  public init(_ fault: Fault, at offset: Int) {
    self.fault = fault
    self.offset = offset
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads JSON strictly by RFC 8259: UTF-8 without a byte-order mark, unique keys, and limits for every size.
public struct JSONReader: Sendable {
  public struct Limits: Sendable {
    /// The maximum nesting depth. A value above 512 counts as 512, because a small thread's stack could overflow.
    public var depth = 64
    public var documentLength = 16 << 20
    /// The maximum length of a string in the source text, in bytes.
    public var stringLength = 4 << 20
    /// The maximum length of a number in the source text, in bytes.
    public var numberLength = 10_000
    public var exponent = 999_999_999

    public init() {}
  }

  /// The rule for duplicate keys. RFC 8259 allows them, and I-JSON (RFC 7493) forbids them.
  public enum DuplicateKeys: Sendable {
    case refused
    case lastWins
  }

  private var limits: Limits
  private let duplicateKeys: DuplicateKeys

  public init(limits: Limits = Limits(), duplicateKeys: DuplicateKeys = .refused) {
    self.limits = limits
    self.limits.depth = min(limits.depth, 512)
    self.duplicateKeys = duplicateKeys
  }

  /// Reads exactly one value. Contiguous bytes, such as slices and Foundation's data, are read without a copy.
  public func read(_ bytes: some Collection<UInt8>) throws(JSONReadError) -> JSONValue {
    let inPlace = bytes.withContiguousStorageIfAvailable { buffer in result(of: buffer) }
    return try (inPlace ?? Array(bytes).withUnsafeBufferPointer { buffer in result(of: buffer) }).get()
  }

  private func result(of buffer: UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONReadError> {
    var parser = JSONParser(buffer, limits: limits, duplicateKeys: duplicateKeys)
    return Result { () throws(JSONReadError) in try parser.document() }
  }
}

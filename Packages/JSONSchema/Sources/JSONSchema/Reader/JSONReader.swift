// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads JSON as RFC 8259 has it and nothing beside: UTF-8 without mark, each key once, bounded in every
/// direction.
public struct JSONReader: Sendable {
  /// How much a reader takes before it refuses.
  public struct Limits: Sendable {
    /// Arrays and objects inside each other; never more than 512, which the smallest thread's stack can
    /// carry.
    public var depth = 64
    /// Bytes of the whole document.
    public var documentLength = 16 << 20
    /// Bytes of one string as it is written.
    public var stringLength = 4 << 20
    /// Bytes of one number as it is written.
    public var numberLength = 10_000
    /// The exponent's greatest magnitude.
    public var exponent = 999_999_999

    /// The usual limits.
    public init() {}
  }

  /// The rule for a key that an object already has; RFC 8259 leaves it open, and I-JSON refuses.
  public enum DuplicateKeys: Sendable {
    case refused
    case lastWins
  }

  private var limits: Limits
  private let duplicateKeys: DuplicateKeys

  /// A reader with these limits.
  public init(limits: Limits = Limits(), duplicateKeys: DuplicateKeys = .refused) {
    self.limits = limits
    self.limits.depth = min(limits.depth, 512)
    self.duplicateKeys = duplicateKeys
  }

  /// Reads the one value that the bytes are; slices, buffers and Foundation's data are read in place.
  public func read(_ bytes: some Collection<UInt8>) throws(JSONReadError) -> JSONValue {
    let inPlace = bytes.withContiguousStorageIfAvailable { buffer in result(of: buffer) }
    return try (inPlace ?? Array(bytes).withUnsafeBufferPointer { buffer in result(of: buffer) }).get()
  }

  private func result(of buffer: UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONReadError> {
    var parser = JSONParser(buffer, limits: limits, duplicateKeys: duplicateKeys)
    return Result { () throws(JSONReadError) in try parser.document() }
  }
}

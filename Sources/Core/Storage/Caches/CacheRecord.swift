// SPDX-License-Identifier: GPL-3.0-or-later

/// One cache entry: content and metadata under a three-part key.
public struct CacheRecord: Hashable, Sendable {
  /// The member; empty for public data.
  public var partition: String
  /// The address it was had from.
  public var url: String
  /// Distinguishes several answers of one address.
  public var variant: String
  /// The description, in the owner's own notation.
  public var metadata: [UInt8]
  /// The bytes.
  public var body: [UInt8]

  /// Makes a record.
  public init(partition: String, url: String, variant: String, metadata: [UInt8], body: [UInt8]) {
    self.partition = partition
    self.url = url
    self.variant = variant
    self.metadata = metadata
    self.body = body
  }

  /// Its size as the limit counts it.
  public var size: Int {
    metadata.count + body.count + partition.utf8.count + url.utf8.count + variant.utf8.count
  }

  /// SQLite's own checks miss most changed payload bytes, so each record carries a sum of its content.
  var checksum: Int64 {
    var sum = Checksum()
    sum.add(metadata)
    sum.add(body)
    return sum.value
  }
}

/// FNV-1a, 64 bits: each step is a bijection, so a single changed byte always changes the sum.
struct Checksum {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Takes in one part.
  mutating func add(_ bytes: [UInt8]) {
    var state = state
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    // The length keeps bytes from moving between two parts unnoticed.
    self.state = (state ^ UInt64(bytes.count)) &* 0x100_0000_01B3
  }

  /// The sum of all parts.
  var value: Int64 { Int64(bitPattern: state) }
}

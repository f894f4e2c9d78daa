// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
public import KursModel

/// A picture on the disk.
public struct StoredImage: Hashable, Sendable {
  public let url: String
  /// The member; empty for public pictures.
  public let member: String
  public let bytes: [UInt8]
  public let etag: String?
  /// When it was had, or its server last said that it is still the same.
  public var stored: Timestamp
  /// After this time the server is asked whether the picture has changed.
  public var expires: Timestamp

  public init(
    url: String, member: String, bytes: [UInt8], etag: String?, stored: Timestamp, expires: Timestamp
  ) {
    self.url = url
    self.member = member
    self.bytes = bytes
    self.etag = etag
    self.stored = stored
    self.expires = expires
  }
}

/// How much of pictures the disk holds.
public struct ImageStorageLimits: Hashable, Sendable {
  public var count: Int
  public var bytes: Int
  /// Milliseconds since a picture was had or renewed.
  public var age: Int64

  public init(count: Int = 200, bytes: Int = 50_000_000, age: Int64 = 2_592_000_000) {
    self.count = count
    self.bytes = bytes
    self.age = age
  }
}

extension StoredImage {
  var checksum: Int64 {
    var sum = Checksum()
    sum.add(Array(url.utf8))
    sum.add(bytes)
    return sum.value
  }

  /// Nil for a row whose content is not what was stored.
  init?(intact row: Row) {
    self.init(
      url: row.readable("url") ?? "", member: row.readable("member") ?? "",
      bytes: Array(row.readable("bytes") ?? Data()), etag: row.readable("etag"),
      stored: Timestamp(milliseconds: row.readable("stored_ms") ?? 0),
      expires: Timestamp(milliseconds: row.readable("expires_ms") ?? 0))
    guard row.readable("checksum") == checksum else { return nil }  // guards I19
  }
}

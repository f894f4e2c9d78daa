// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import KursStorage

extension StoredResponse {
  private struct Metadata: Codable {
    var url: String
    var status: Int
    var headers: [[String]]
    var selection: [String: String]
    var requested: CacheInstant
    var received: CacheInstant
  }

  /// The record for storage; nil if its headers could not be written as text.
  func record(_ key: ResourceKey) -> CacheRecord? {
    // Kurs sends no cookies back, and one bank's holds the person's address: none reaches the disk.
    let kept = headers.filter { field in
      !["Set-Cookie", "Set-Cookie2"].contains { field.name.isSameFieldName(as: $0) }
    }
    let metadata = Metadata(
      url: url, status: status, headers: kept.map { [$0.name, $0.value] }, selection: selection,
      requested: requested, received: received)
    guard let data = try? JSONEncoder().encode(metadata) else { return nil }
    return CacheRecord(
      partition: key.partition, url: key.url, variant: variant, metadata: Array(data), body: body)
  }

  /// Reads a stored record; nil if an older version wrote another form.
  init?(_ record: CacheRecord) {
    guard let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(record.metadata)),
      metadata.headers.allSatisfy({ $0.count == 2 })
    else { return nil }
    self.init(
      url: metadata.url, status: metadata.status,
      headers: HTTPHeaders(metadata.headers.map { HTTPHeaders.Field(name: $0[0], value: $0[1]) }),
      body: record.body, selection: metadata.selection, requested: metadata.requested,
      received: metadata.received)
  }
}

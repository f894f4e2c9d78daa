// SPDX-License-Identifier: GPL-3.0-or-later

import KursNetwork

struct MemoryCache {
  private struct Entry {
    var responses: [StoredResponse]
    var size: Int
    var used: Int
  }

  private var limit: Int
  private var entries: [ResourceKey: Entry] = [:]
  private var uses = 0
  private(set) var size = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func responses(_ key: ResourceKey) -> [StoredResponse]? {
    uses += 1
    entries[key]?.used = uses
    return entries[key]?.responses
  }

  mutating func set(_ responses: [StoredResponse], for key: ResourceKey) {
    remove(key)
    let size = responses.reduce(0) { $0 + $1.size }
    // A large response isn't stored in memory, because it would push out most other responses.
    guard !responses.isEmpty, size <= limit / 4 else { return }
    uses += 1
    entries[key] = Entry(responses: responses, size: size, used: uses)
    self.size += size
    trim()
  }

  mutating func remove(_ key: ResourceKey) {
    size -= entries.removeValue(forKey: key)?.size ?? 0
  }

  mutating func removeAll(where isIncluded: (ResourceKey) -> Bool) {
    for key in entries.keys.filter(isIncluded) { remove(key) }
  }

  mutating func setLimit(_ limit: Int) {
    self.limit = limit
    trim()
  }

  private mutating func trim() {
    while size > limit, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key {
      remove(oldest)
    }
  }
}

struct ResourceKey: Hashable, Sendable {
  let partition: String
  let url: String

  init(_ request: HTTPRequest) {
    self.init(partition: request.partition, url: request.url)
  }

  init(partition: String?, url: String) {
    self.partition = partition ?? ""  // guards C07: partition ?? "" => ""
    self.url = Self.normal(url)
  }

  // Returns the URL with lower-case scheme and host, with a port and without fragment, so that equal URLs match.
  private static func normal(_ url: String) -> String {
    guard let origin = Origin(of: url) else { return url }
    let authority = url.drop { $0 != ":" }.dropFirst("://".count)
    let path = authority.prefix { $0 != "#" }.drop { $0 != "/" && $0 != "?" }
    return "\(origin.scheme)://\(origin.host):\(origin.port)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }
}

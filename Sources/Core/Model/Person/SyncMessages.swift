// SPDX-License-Identifier: GPL-3.0-or-later

/// A sync request: the newest known revision, and local changes.
public struct SyncRequest: Hashable, Sendable {
  /// Everything up to this revision of the server is here.
  public let since: Int
  /// The life of the server that the revision is of, as its answers named it; empty for none yet.
  public let epoch: String
  public let changes: [PersonObject]

  public init(since: Int, epoch: String = "", changes: [PersonObject]) {
    self.since = since
    self.epoch = epoch
    self.changes = changes
  }
}

/// A sync answer: the next newer objects, and sent ones that the server merged differently.
public struct SyncAnswer: Hashable, Sendable {
  public let revision: Int
  /// Whether asking from that revision brings more at once.
  public let hasMore: Bool
  public let epoch: String
  public let changes: [PersonObject]
  /// Deleted so long ago that only the ids are left.
  public let removed: [PersonObject.ID]
  /// The server's digest of all objects; nil before the last page, and from a server that has none.
  public let digest: String?

  public init(
    revision: Int, hasMore: Bool = false, epoch: String = "", changes: [PersonObject], removed: [PersonObject.ID],
    digest: String? = nil
  ) {
    self.revision = revision
    self.hasMore = hasMore
    self.epoch = epoch
    self.changes = changes
    self.removed = removed
    self.digest = digest
  }
}

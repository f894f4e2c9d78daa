// SPDX-License-Identifier: GPL-3.0-or-later

/// What a machine tells the account server: how far it knows it, and what changed here.
public struct SyncRequest: Hashable, Sendable {
  /// Everything up to this revision of the server is here.
  public let since: Int
  public let changes: [PersonObject]

  public init(since: Int, changes: [PersonObject]) {
    self.since = since
    self.changes = changes
  }
}

/// What the account server answers: every object newer than was asked for, and each that was sent, as it is now.
public struct SyncAnswer: Hashable, Sendable {
  public let revision: Int
  public let changes: [PersonObject]
  /// Deleted so long ago that only the ids are left.
  public let removed: [PersonObject.ID]

  public init(revision: Int, changes: [PersonObject], removed: [PersonObject.ID]) {
    self.revision = revision
    self.changes = changes
    self.removed = removed
  }
}

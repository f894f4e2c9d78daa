// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// One response of a source, as received. Every stored number can be traced to one.
public struct StoredDocument: Hashable, Sendable {
  public enum Origin: String, Sendable { case bundled, download, `import` }

  public let id: DocumentID
  public let provider: ProviderID
  /// The provider's endpoint: `history`, `latest`.
  public let command: String
  public let origin: Origin
  public let dataHash: String
  public let fetched: Timestamp
  /// When the source last confirmed it.
  public let checked: Timestamp
  public let expires: Timestamp?
  /// Every quote on or after this day is stored; nil if none is.
  public let takenUpDownTo: Day?
  public let isComplete: Bool
  /// The server's entity tag, for revalidation.
  public let etag: String?
}

/// A response to be stored.
public struct NewDocument: Sendable {
  public var provider: ProviderID
  public var command: String
  /// The member whose sign-in the response needed. Empty for public responses.
  public var member: String
  public var origin: StoredDocument.Origin
  public var requestHash: String
  public var dataHash: String
  /// Nil if the bytes stay elsewhere (the bundled file).
  public var body: [UInt8]?
  public var fetched: Timestamp
  public var expires: Timestamp?
  /// The requested day, for responses that don't name theirs.
  public var askedDay: Day?
  /// The server's entity tag and lifetime in seconds.
  public var etag: String?
  public var maxAge: Int?

  public init(
    provider: ProviderID, command: String, member: String = "", origin: StoredDocument.Origin,
    requestHash: String, dataHash: String, body: [UInt8]?, fetched: Timestamp, expires: Timestamp? = nil
  ) {
    self.provider = provider
    self.command = command
    self.member = member
    self.origin = origin
    self.requestHash = requestHash
    self.dataHash = dataHash
    self.body = body
    self.fetched = fetched
    self.expires = expires
  }
}

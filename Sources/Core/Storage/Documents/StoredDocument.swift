// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// One answer of a source, as it came. Every stored number can be traced to one.
public struct StoredDocument: Hashable, Sendable {
  public enum Origin: String, Sendable { case bundled, download, `import` }

  public let id: DocumentID
  public let provider: ProviderID
  /// Which command of the provider it answers: `history`, `latest`.
  public let command: String
  public let origin: Origin
  public let dataHash: String
  public let fetched: Timestamp
  /// When the source last said that it has not changed.
  public let checked: Timestamp
  public let expires: Timestamp?
  /// Every quote on or after this day is in storage; nil while none is.
  public private(set) var takenUpDownTo: Day?
  public private(set) var isComplete: Bool
  /// The server's name for this state of it, to ask whether there is another.
  public let etag: String?

  /// The same as if nothing of it were in yet.
  public var anew: StoredDocument {
    var document = self
    (document.takenUpDownTo, document.isComplete) = (nil, false)
    return document
  }
}

/// An answer about to be stored.
public struct NewDocument: Sendable {
  public var provider: ProviderID
  public var command: String
  /// The member whose sign-in the answer needed; empty for public answers.
  public var member: String
  public var origin: StoredDocument.Origin
  public var requestHash: String
  public var dataHash: String
  /// Nil where the bytes stay elsewhere (the bundled file).
  public var body: [UInt8]?
  public var fetched: Timestamp
  public var expires: Timestamp?
  /// The day that was asked for, for answers that do not name theirs.
  public var askedDay: Day?
  /// The entity tag and the lifetime in seconds that the server gave with it.
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

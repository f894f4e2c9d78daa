// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A response as it was received. Every stored rate comes from such a response.
public struct StoredDocument: Hashable, Sendable {
  public enum Origin: String, Sendable { case bundled, download, `import` }

  public let id: DocumentID
  public let provider: ProviderID
  public let command: String
  public let origin: Origin
  public let dataHash: String
  public let fetched: Timestamp
  /// The time at which the server last confirmed the response.
  public let checked: Timestamp
  public let expires: Timestamp?
  /// The oldest imported day. All quotes of this response from this day on are stored. Nil before the import.
  public private(set) var importedDownTo: Day?
  public private(set) var isComplete: Bool
  public let etag: String?

  public var withoutImport: StoredDocument {
    var document = self
    (document.importedDownTo, document.isComplete) = (nil, false)
    return document
  }
}

public struct NewDocument: Sendable {
  public var provider: ProviderID
  public var command: String
  /// The member who was signed in for the request. Empty for public responses.
  public var member: String
  public var origin: StoredDocument.Origin
  public var requestHash: String
  public var dataHash: String
  /// The response's bytes. Nil for a file that is part of Kurs, because its bytes aren't stored in the database.
  public var body: [UInt8]?
  public var fetched: Timestamp
  public var expires: Timestamp?
  public var askedDay: Day?
  public var etag: String?
  /// The lifetime that the server sent, in seconds. Nil if the server sent no lifetime.
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

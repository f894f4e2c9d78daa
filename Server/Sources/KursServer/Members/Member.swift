// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// An account, as the database keeps it.
struct Member: Sendable {
  let id: UUID
  var email: String?
  var name: String
  var password: PasswordHash?
  let created: Instant
  var config: [String: String]
  var configRevision: Int
  /// The newest revision of any of its objects.
  var revision: Int
}

/// An account, as its owner sees it.
struct MemberView: Encodable {
  let id: String
  let email: String?
  let name: String
  let created: Instant
  let hasPassword: Bool
  let avatar: AvatarView?
  let config: [String: String]
  let configRevision: Int

  init(_ member: Member, avatar: AvatarView?) {
    id = member.id.text
    email = member.email
    name = member.name
    created = member.created
    hasPassword = member.password != nil
    self.avatar = avatar
    config = member.config
    configRevision = member.configRevision
  }

  enum CodingKeys: String, CodingKey {
    case id, email, name, created, avatar, config
    case hasPassword = "has_password"
    case configRevision = "config_revision"
  }

  // Written out because a synthesised one leaves out what is nil, and the contract promises null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(email, forKey: .email)
    try container.encode(name, forKey: .name)
    try container.encode(created, forKey: .created)
    try container.encode(hasPassword, forKey: .hasPassword)
    try container.encode(avatar, forKey: .avatar)
    try container.encode(config, forKey: .config)
    try container.encode(configRevision, forKey: .configRevision)
  }
}

extension UUID {
  /// As the contract writes it: in small letters.
  var text: String { uuidString.lowercased() }

  /// Reads the contract's form only, so that one id has one spelling.
  init?(text: String) {
    guard text.utf8.count == 36, let uuid = UUID(uuidString: text), uuid.text == text else { return nil }
    self = uuid
  }
}

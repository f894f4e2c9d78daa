// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

struct Member: Sendable {
  let id: UUID
  var email: String?
  var name: String
  var password: PasswordHash?
  let created: Instant
  var config: [String: String]
  var configRevision: Int
  var revision: Int
}

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

  // Writes null for nil values, as the API promises. The method that Swift synthesizes would omit them.
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
  var text: String { uuidString.lowercased() }

  init?(text: String) {
    guard text.utf8.count == 36, let uuid = UUID(uuidString: text), uuid.text == text else { return nil }
    self = uuid
  }
}

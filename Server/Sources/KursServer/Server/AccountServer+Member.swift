// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  func profile(_ call: Call) async throws -> Answer {
    struct Request: Decodable { let name: String? }
    struct Profile: Encodable { let member: MemberView }
    let request = try call.json(Request.self)
    try checkNames(name: request.name, device: nil)
    return try await onceAsMember(call) { database, caller in
      var member = caller.member
      if let name = request.name, name != member.name {
        member.name = name
        try Members(database: database).update(member)
      }
      return try .of(Profile(member: MemberView(member, avatar: try Avatars(database: database).view(of: member.id))))
    }
  }

  /// Changes the member's settings. Returns the service's description even if nothing changes.
  func updateConfig(_ call: Call) async throws -> Answer {
    struct Request: Decodable { let config: [String: String?] }
    let changes = try call.json(Request.self).config
    guard changes.keys.allSatisfy(Name.isField) else { throw Refusal(.malformed, .init(field: "config")) }
    guard changes.values.allSatisfy({ ($0 ?? "").utf8.count <= 4096 }) else {
      throw Refusal(.tooLarge, .init(field: "config"))
    }
    return try await onceAsMember(call) { [service = changes.isEmpty ? ServiceView(settings) : nil] database, caller in
      var member = caller.member
      for (key, value) in changes { member.config[key] = value }
      guard member.config.count <= 256 else { throw Refusal(.tooLarge, .init(field: "config")) }
      if member.config != caller.member.config {
        member.configRevision += 1
        try Members(database: database).update(member)
      }
      return try .of(ConfigView(config: member.config, configRevision: member.configRevision, service: service))
    }
  }

  private struct ConfigView: Encodable {
    let config: [String: String]
    let configRevision: Int
    let service: ServiceView?

    enum CodingKeys: String, CodingKey {
      case config, service
      case configRevision = "config_revision"
    }
  }
}

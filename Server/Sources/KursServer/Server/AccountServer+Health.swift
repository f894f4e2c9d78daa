// SPDX-License-Identifier: GPL-3.0-or-later

extension AccountServer {
  func health(_ call: Call) async throws -> Answer {
    struct Health: Encodable {
      let version: String
      let now: Instant
      let registration: String
    }
    guard settings.health.value == nil, try await database.isReadable(at: clock()) else {
      throw Refusal(.unavailable, .init(retryAfter: 600))
    }
    let registration = settings.isRegistrationOpen ? "open" : settings.takesInvitations ? "invited" : "closed"
    return try .of(Health(version: settings.version, now: clock(), registration: registration))
  }
}

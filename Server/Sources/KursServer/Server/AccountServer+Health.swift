// SPDX-License-Identifier: GPL-3.0-or-later

extension AccountServer {
  func health(_ call: Call) throws -> Answer {
    struct Health: Encodable {
      let version: String
      let now: Instant
      let registration: String
    }
    let registration = settings.isRegistrationOpen ? "open" : settings.takesInvitations ? "invited" : "closed"
    return try .of(Health(version: settings.version, now: clock(), registration: registration))
  }
}

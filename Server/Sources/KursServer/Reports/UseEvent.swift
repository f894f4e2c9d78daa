// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// An action of a user who agreed to statistics. It has a name and a time, but no amounts or email addresses.
struct UseEvent: Decodable, Sendable {
  let id: String
  let name: String
  let time: Instant
  let properties: [String: String]?

  struct Batch: Decodable, Sendable {
    let installation: String
    let dropped: Int?
    let events: [UseEvent]

    static let limit = 100

    func checked() throws -> Self {
      guard UUID(text: installation) != nil else { throw Refusal(.malformed, .init(field: "installation")) }
      guard (0...1_000_000_000).contains(dropped ?? 0) else { throw Refusal(.malformed, .init(field: "dropped")) }
      guard events.count <= Self.limit else { throw Refusal(.tooLarge, .init(field: "events")) }
      for (index, event) in events.enumerated() where !event.isSound {
        throw Refusal(.malformed, .init(field: "events.\(index)"))
      }
      return self
    }
  }

  private var isSound: Bool {
    UUID(text: id) != nil && Name.isEvent(name) && (properties ?? [:]).count <= 20
      && (properties ?? [:]).allSatisfy { Name.isField($0.key) && $0.value.unicodeScalars.count <= 200 }
  }
}

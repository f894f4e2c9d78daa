// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema

/// A batch of usage statistics for the account server. It is sent only with the user's consent.
public struct AnalyticsBatch: Hashable, Sendable {
  public struct Event: Hashable, Sendable {
    public let id: String
    public let name: String
    public let time: String
    public let answers: [String: String]

    public init(id: String, name: String, time: String, answers: [String: String]) {
      self.id = id
      self.name = name
      self.time = time
      self.answers = answers
    }
  }

  public static let largest = 100

  /// A random id of this installation, unrelated to the user or the computer.
  public let installation: String
  /// The number of events that a full queue discarded since the last batch.
  public let dropped: Int
  public let events: [Event]

  public init(installation: String, dropped: Int, events: [Event]) {
    self.installation = installation
    self.dropped = dropped
    self.events = events
  }

  /// The endpoint for statistics. It needs no sign-in, because the server needn't know the sender.
  public static let command = Endpoint(
    "track-notification", method: .post, path: "/api/v1/track/notification/",
    schema: "account/accepted", queueing: .droppable(resource))

  public static let resource = "analytics"

  public static func countOfEvents(in body: [UInt8]) -> Int {
    (try? JSONReader().read(body))?["events"]?.array?.count ?? 0
  }

  public var body: [UInt8] {
    let batch = JSONObject([
      ("installation", .string(installation)), ("dropped", .number(JSONNumber(dropped))),
      ("events", .array(events.map(\.json))),
    ])
    return Array(JSONWriter().text(of: .object(batch)).utf8)
  }
}

extension AnalyticsBatch.Event {
  fileprivate var json: JSONValue {
    let properties = answers.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
    return [
      "id": .string(id), "name": .string(name), "time": .string(time),
      "properties": .object(JSONObject(properties)),
    ]
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel
public import KursStorage

public struct WaitingChange: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    case name(String)
    case picture
    case pictureRemoval
    case report
    case statistics(events: Int)
  }

  public let id: QueuedCommand.ID
  public let kind: Kind
  public let server: String
  public let enqueued: Timestamp
  public let history: QueuedCommand.History
  public let refusal: Undeliverable?

  /// Creates a change from a queued request. Nil if this version doesn't know the request.
  public init?(_ command: QueuedCommand) {
    let content = command.content
    switch content.command {
    case Endpoint.rename.name: kind = .name(AccountRequest.newName(in: content.body))
    case Endpoint.replaceAvatar.name: kind = content.isPictureRemoval ? .pictureRemoval : .picture
    case ValidationReport.command.name: kind = .report
    case AnalyticsBatch.command.name: kind = .statistics(events: AnalyticsBatch.countOfEvents(in: content.body))
    default: return nil
    }
    (id, server, enqueued) = (command.id, content.server, command.enqueued)
    (history, refusal) = (command.history, command.undeliverable)
  }

  public var isOfUser: Bool {
    switch kind {
    case .name, .picture, .pictureRemoval: true
    case .report, .statistics: false
    }
  }

  public var isRefusedOfUser: Bool { isOfUser && refusal != nil }
}

extension QueuedCommand.Content {
  fileprivate var isPictureRemoval: Bool { body == AccountRequest.replaceAvatar([], idempotencyKey: key).body }
}

extension QueueState {
  public func changes(of member: MemberID?) -> [WaitingChange] {
    commands.filter { $0.content.member.isEmpty || $0.content.member == member?.text }.compactMap(WaitingChange.init)
  }
}

/// Finds refused changes of the user, each only once. A change that is refused again after a retry is found again.
public struct RefusedChanges: Sendable {
  private var known: Set<WaitingChange> = []

  public init() {}

  public mutating func new(among changes: [WaitingChange]) -> [WaitingChange] {
    let refused = changes.filter(\.isRefusedOfUser)
    defer { known = Set(refused) }
    return refused.filter { !known.contains($0) }
  }
}

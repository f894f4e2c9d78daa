// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
public import KursAPI
import KursItems
public import KursModel
public import KursStorage

/// Writes the user's activity log to a file. A full file is renamed to `.old`. A line that can't be written is lost.
public actor ActivityLog {
  private let path: String
  private let limit: Int

  /// Creates a log. `limit`: the maximum size of the log file and its `.old` file together, in bytes.
  public init(path: String, limit: Int = 1 << 20) {
    self.path = path
    self.limit = limit
  }

  public func note(_ entry: LogEntry) {
    do { try PrivateFolder.make(folder) } catch { return }
    let line = Array((entry.line + "\n").utf8)
    if size(of: path) + line.count > limit / 2 { rename(path, older) }
    // One `write` call appends the whole line, so that lines of two programs don't mix.
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    _ = line.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }

  public func lines(newest count: Int = .max) -> [String] {
    var lines: [String] = []
    for path in [path, older] where lines.count < count {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let text = String(decoding: data, as: UTF8.self)
      lines += text.split(separator: "\n").reversed().prefix(count - lines.count).map(String.init)
    }
    return lines
  }

  private var older: String { path + ".old" }

  private var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

  private func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}

/// A log entry, for example about a refresh or a sync. It contains no full web address and no credentials.
public struct LogEntry: Hashable, Sendable {
  public enum Kind: String, Sendable { case refresh, refused, picture, cache, account, sync, queue, copy }

  /// The maximum length of `subject` and `facts`. Longer texts are cut, because a server can send any length.
  static let longest = 300

  public let time: Timestamp
  public let kind: Kind
  /// The provider, server or request that the entry is about.
  public let subject: String
  public let facts: String

  public init(_ kind: Kind, _ subject: String, _ facts: String, at time: Timestamp) {
    self.time = time
    self.kind = kind
    self.subject = subject.harmless(limit: Self.longest)
    self.facts = facts.harmless(limit: Self.longest)
  }

  /// The entry as a line of the file, for example `2026-11-21T06:20:05.123Z refresh ecb 31 new or corrected`.
  public var line: String { "\(time.utcText) \(kind.rawValue) \(subject) \(facts)" }

  static func refreshed(_ id: ProviderID, _ progress: ImportProgress, at time: Timestamp) -> LogEntry {
    let waiting = progress.quarantined > 0 ? ", \(progress.quarantined) suspicious" : ""
    return LogEntry(.refresh, id.logged, "\(progress.changed) new or corrected\(waiting)", at: time)
  }

  /// Returns an entry about a failed refresh. `key`: the user's API key, which is removed from the logged text.
  static func failed(
    _ id: ProviderID, _ failure: RatesFailure, key: ProviderKey?, at time: Timestamp
  ) -> LogEntry {
    let facts = id.isTeam ? failure.factsOfATeam : failure.facts
    return LogEntry(.refresh, id.logged, key?.blanked(in: facts) ?? facts, at: time)
  }

  public static func refused(_ answer: RefusedAnswer, at time: Timestamp) -> LogEntry {
    LogEntry(
      .refused, answer.server, "\(answer.command) status \(answer.status) at \(answer.place) by \(answer.keyword)",
      at: time)
  }

  /// Returns an entry about an account. `server`: the server's address. Only its host is logged.
  static func account(_ server: String, _ facts: String, at time: Timestamp) -> LogEntry {
    let authority = server.firstRange(of: "://").map { server[$0.upperBound...] } ?? server[...]
    return LogEntry(.account, String(authority.prefix { $0 != "/" }), facts, at: time)
  }

  static func syncFailed(_ failure: SyncFailure, at time: Timestamp) -> LogEntry {
    LogEntry(.sync, "account", "failed: \(failure.facts)", at: time)
  }

  static func queueFailed(
    _ command: QueuedCommand, _ error: APIError, isDismissed: Bool, at time: Timestamp
  ) -> LogEntry {
    LogEntry(
      .queue, command.content.command, "\(isDismissed ? "dismissed" : "failed"): \(error.facts)", at: time)
  }

  static func queueDismissed(_ command: QueuedCommand, _ reason: Undeliverable, at time: Timestamp) -> LogEntry {
    LogEntry(.queue, command.content.command, "dismissed: \(reason)", at: time)
  }

  /// Returns an entry about a response that the HTTP cache couldn't save. The cache then pauses for a minute.
  public static func cacheRests(_ fault: CacheDatabaseError, at time: Timestamp) -> LogEntry {
    let facts =
      switch fault {
      case .sqlite(let code): "SQLite \(code)"
      case .file: "no file"
      }
    return LogEntry(.cache, "answers", "not saved for a minute: \(facts)", at: time)
  }
}

extension ProviderID {
  /// The name in the log. A team is logged as "team", because its id contains a hash that identifies the member.
  fileprivate var logged: String { isTeam ? "team" : name }
}

extension RatesFailure {
  fileprivate var factsOfATeam: String {
    if case .api(_, let error) = self { error.facts } else { "refused or not stored" }
  }

  fileprivate var facts: String {
    switch self {
    case .api(_, let error): error.facts
    case .document(_, .unreadable(let place, let found, let expected)):
      "refused: no \(expected.rawValue) at \(place): \(found)"
    case .document(_, .refusedBySource(let word)): "refused by the provider: \(word)"
    case .document(_, let error): "refused: \(error)"
    case .future(_, let day): "refused: rates of \(day)"
    case .storage: "can't read or save data"
    case .rate(let error): "no rates: \(error)"
    case .unknownProvider: "unknown provider"
    case .overdue(_, let since): "overdue since \(since)"
    case .fileNotReadable: "file not readable"
    case .damagedSeries: "file of the series damaged"
    case .partly(let changed, let failure): "\(changed) new, then \(failure.facts)"
    }
  }
}

extension SyncFailure {
  fileprivate var facts: String {
    switch self {
    case .api(let error): error.facts
    case .malformed: "refused: malformed objects"
    case .storage: "can't read or save data"
    case .refused(let status, let reason): "status \(status) \(reason)"
    case .tooOld(let needed): "needs Kurs \(needed)"
    case .unavailable(let seconds): "unavailable" + (seconds.map { ", again after \($0) s" } ?? "")
    case .signedOut: "not signed in"
    case .serverIsBehind: "the server's data is older"
    case .clockIsAhead: "the clock is ahead"
    case .tooLarge: "too large"
    case .quotaFull: "space on the server is full"
    case .unsound: "refused: contradictory responses"
    case .differs: "data differs from the server"
    }
  }
}

extension GrantFault {
  var facts: String {
    switch self {
    case .refused(let reason): "refused: \(reason.rawValue)"
    case .sessionUnknown: "unknown session"
    case .failed(let failure, let seconds): "\(failure)" + (seconds.map { ", again after \($0) s" } ?? "")
    }
  }
}

extension APIError {
  var facts: String {
    switch self {
    case .unreachable(let obstacle): "unreachable: \(obstacle)"
    case .timedOut: "timed out"
    case .cancelled: "cancelled"
    case .tooLarge(let limit): "refused: more than \(limit) bytes"
    case .broken: "connection broken"
    case .tooManyRequests(let seconds): "too many requests" + (seconds.map { ", again after \($0) s" } ?? "")
    case .unavailable(let seconds): "unavailable, again after \(seconds) s"
    case .status(let status): "status \(status)"
    case .notJSON(let offset): "refused: not JSON at byte \(offset)"
    case .refused(let schema, let path, let keyword): "refused by \(schema) at \(path): \(keyword)"
    case .schemaMissing(let name): "schema \(name) missing"
    case .unknownProvider: "unknown provider"
    }
  }
}

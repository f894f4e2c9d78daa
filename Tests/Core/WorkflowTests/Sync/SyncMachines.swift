// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Synchronization

/// The point at which a sync is interrupted.
enum Interruption: CaseIterable, Sendable {
  case none
  case requestLost
  /// The server has received the request, but its response never arrived.
  case answerLost
  /// The program ended after receiving the response but before writing it to disk.
  case killedBeforeWriting
  /// The program ended right after writing the response.
  case killedAfterWriting

  var kills: Bool { self == .killedBeforeWriting || self == .killedAfterWriting }
}

/// A server for several computers, which can interrupt a sync at any step.
final class SharedServer: Sendable {
  private let model = Mutex(ModelSyncServer())
  private let next = Mutex(Interruption.none)
  private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

  func interrupt(_ interruption: Interruption) { next.withLock { $0 = interruption } }

  /// Whether only requests that contain changes are interrupted, not those that only fetch changes.
  let sparesQuestions: Bool

  init(sparesQuestions: Bool = false) { self.sparesQuestions = sparesQuestions }

  /// Sets the work that runs while the next response is on its way.
  func onTheWay(_ body: (@Sendable () async -> Void)?) { meanwhile.withLock { $0 = body } }

  private let before = Mutex<(@Sendable () async -> Void)?>(nil)

  /// Sets work that runs once, right before the response to the next request with changes.
  func beforeSending(_ body: (@Sendable () async -> Void)?) { before.withLock { $0 = body } }

  @discardableResult
  func withModel<T: Sendable>(_ body: (inout ModelSyncServer) -> T) -> T { model.withLock { body(&$0) } }

  var exchange: SyncWorkflow.Exchange {
    { [self] _, request async throws(SyncFailure) in
      let isSpared = sparesQuestions && request.changes.isEmpty
      let interruption = isSpared ? .none : next.withLock { $0 }
      if interruption == .requestLost { throw .unavailable(retryAfter: nil) }
      if !request.changes.isEmpty {
        let body = before.withLock { body in
          defer { body = nil }
          return body
        }
        await body?()
      }
      let answer = Result { () throws(SyncFailure) in
        try model.withLock { model throws(SyncFailure) in try model.answer(request) }
      }
      let meanwhile = self.meanwhile.withLock { body in
        defer { if !isSpared { body = nil } }
        return isSpared ? nil : body
      }
      await meanwhile?()
      if interruption == .answerLost || interruption == .killedBeforeWriting { throw .unavailable(retryAfter: nil) }
      return try answer.get()
    }
  }
}

/// One of a user's computers, with its own clock.
final class SyncedMachine {
  static let member = MemberID("m")
  private let folder = TemporaryFolder()
  let server: SharedServer
  let clock: HandClock
  private(set) var database: UserDatabase
  private(set) var objects: UserObjects

  init(_ server: SharedServer, clock: HandClock) async throws {
    self.server = server
    self.clock = clock
    database = try UserDatabase(path: folder.path + "/person.sqlite")
    objects = UserObjects(database: database, member: Self.member, clock: clock.now)
    // Saves the member, as signing in does. Changes for a locally unknown member are not written.
    try await database.save(
      Member(id: Self.member, server: "https://example.org", email: ""), isSignedIn: true, at: clock.now())
  }

  /// Restarts as after `kill -9`: memory is lost, and data on disk is read anew.
  func restart() throws {
    database = try UserDatabase(path: folder.path + "/person.sqlite")
    objects = UserObjects(database: database, member: Self.member, clock: clock.now)
  }

  /// Runs one sync as the program does, interrupted at the given point.
  @discardableResult
  func sync(_ interruption: Interruption = .none) async throws -> SyncStatus {
    server.interrupt(interruption)
    let workflow = SyncWorkflow(
      objects: objects, exchange: server.exchange, sleep: { _ in try? await Task.sleep(for: .seconds(3600)) },
      jitter: { 0 })
    await workflow.memberChanged(to: Self.member)
    let status = await workflow.settled()
    await workflow.end()
    if interruption.kills { try restart() }
    server.interrupt(.none)
    return status
  }

  /// Returns all objects of the computer as text.
  func picture() async throws -> [String] {
    var rows: [String] = []
    for kind in UserObject.Kind.known {
      for object in try await database.objects(kind, of: Self.member) {
        let fields = object.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.value)@\($0.value.edited.milliseconds)" }
        rows.append("\(object.id) \(object.kind.rawValue) \(fields.joined(separator: " "))")
      }
    }
    return rows.sorted()
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Synchronization

/// Where an exchange breaks off.
enum Interruption: CaseIterable, Sendable {
  case none
  /// The request never arrived.
  case requestLost
  /// The server has it, but its answer never came.
  case answerLost
  /// The program ended with the answer in hand, before it was on disk.
  case killedBeforeWriting
  /// The program ended right after.
  case killedAfterWriting

  var kills: Bool { self == .killedBeforeWriting || self == .killedAfterWriting }
}

/// A server that several machines reach, and that can fail any of them at any step.
final class SharedServer: Sendable {
  private let model = Mutex(ModelSyncServer())
  private let next = Mutex(Interruption.none)
  private let meanwhile = Mutex<(@Sendable () async -> Void)?>(nil)

  func interrupt(_ interruption: Interruption) { next.withLock { $0 = interruption } }

  /// Whether only requests that bring changes are interrupted, not those that ask what is new.
  let sparesQuestions: Bool

  init(sparesQuestions: Bool = false) { self.sparesQuestions = sparesQuestions }

  /// Runs while the next answer is on its way.
  func onTheWay(_ body: (@Sendable () async -> Void)?) { meanwhile.withLock { $0 = body } }

  func withModel<T: Sendable>(_ body: (inout ModelSyncServer) -> T) -> T { model.withLock { body(&$0) } }

  var exchange: SyncWorkflow.Exchange {
    { [self] _, request async throws(SyncFailure) in
      let isSpared = sparesQuestions && request.changes.isEmpty
      let interruption = isSpared ? .none : next.withLock { $0 }
      if interruption == .requestLost { throw .unavailable(retryAfter: nil) }
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

/// One of a person's machines, with a clock of its own.
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
    // As signing in does: what comes for a member who is not known here is not written.
    try await database.save(
      Member(id: Self.member, server: "https://example.org", email: ""), isSignedIn: true, at: clock.now())
  }

  /// As after `kill -9`: what is in memory is gone, what is on disk is read anew.
  func restart() throws {
    database = try UserDatabase(path: folder.path + "/person.sqlite")
    objects = UserObjects(database: database, member: Self.member, clock: clock.now)
  }

  /// One exchange as the program makes it, broken off where said.
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

  /// Everything as the machine shows it.
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

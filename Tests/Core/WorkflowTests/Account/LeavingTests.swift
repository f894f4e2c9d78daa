// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursModel
import KursWorkflow
import Synchronization
import Testing
import TestSupport
@testable import KursStorage

/// Kills the program while a member leaves, and signs the member in again.
@Suite(.timeLimit(.minutes(2))) struct LeavingTests {
  enum Leaving: CaseIterable, Sendable { case userSignsOut, userKeepsData, sessionEnds }

  private static let ada = AccountMachine.ada

  @Test(
    "if the program dies while removing a member, the next start continues", .fault("A32"), arguments: Leaving.allCases)
  func ifTheProgramDiesWhileRemovingAMemberTheNextStartContinues(leaving: Leaving) async throws {
    let moments = try await Self.moments(of: leaving)
    #expect(moments.count >= (leaving == .userKeepsData ? 4 : 6))
    for (number, moment) in moments.enumerated() {
      let machine = try await moment.machine()
      let program = machine.program(boot: "boot-2", data: [machine.part])
      await program.start()
      await program.finishRemovals()
      #expect(await machine.keyring.secrets.isEmpty, "\(number)")
      #expect(await program.state.member == nil, "\(number)")
      let members = try await machine.user.members()
      if leaving == .userKeepsData {
        #expect(members.map(\.state) == [.active] && members.map(\.isSignedIn) == [false], "\(number)")
        #expect(try machine.user.notes() == ["before"] && machine.hasPart, "\(number)")
      } else {
        #expect(try members.isEmpty && machine.user.notes().isEmpty && !machine.hasPart, "\(number)")
      }
      #expect(await machine.server.count("login/refresh") == 0, "\(number)")
    }
  }

  @Test(
    "after an interrupted removal, a member who signs in keeps new data", .fault("A32"),
    arguments: Leaving.allCases, [false, true])
  func afterAnInterruptedRemovalAMemberWhoSignsInKeepsNewData(leaving: Leaving, isRemovalOver: Bool) async throws {
    for (number, moment) in try await Self.moments(of: leaving).enumerated() {
      let machine = try await moment.machine()
      let program = machine.program(boot: "boot-2", data: [machine.part])
      await program.start()
      if isRemovalOver { await program.finishRemovals() }
      try await program.signIn(.ada())
      try machine.user.note("new", of: Self.ada)
      await program.finishRemovals()
      await program.close()
      let next = machine.program(boot: "boot-3", data: [machine.part])
      await next.start()
      await next.finishRemovals()
      let members = try await machine.user.members()
      #expect(members.map(\.state) == [.active], "\(number) \(members)")
      #expect(try machine.user.notes().contains("new"), "\(number)")
      #expect(await machine.tokens() != nil, "\(number)")
    }
  }

  @Test(
    "a member's removal stops if another program signs that member in", arguments: [Leaving.userSignsOut, .sessionEnds])
  func signedInElsewhere(leaving: Leaving) async throws {
    let machine = try AccountMachine()
    try machine.user.prepareNotes()
    let gate = Gate()
    let slow = machine.program(data: [MemberData(name: "slow") { _ in await gate.pass() }])
    await slow.start()
    try await slow.signIn(.ada())
    try machine.user.note("before", of: Self.ada)
    let removal = Task { try await Self.begin(leaving, slow, machine) }
    await gate.reached()
    // A second program finishes the removal. Then the user signs in with this second program.
    let other = machine.program(boot: "boot-2")
    await other.start()
    await other.finishRemovals()
    #expect(try await machine.user.members().isEmpty)
    try await other.signIn(.ada())
    try machine.user.note("new", of: Self.ada)
    let tokens = await machine.tokens()
    await gate.open()
    try await removal.value
    #expect(try machine.user.notes() == ["new"])
    #expect(try await machine.user.members().map(\.state) == [.active])
    #expect(await machine.tokens() == tokens)
    #expect(await other.call() == .success(true))
    #expect(await slow.state.members.map(\.id) == [Self.ada])
  }

  private static func begin(_ leaving: Leaving, _ program: AccountWorkflow, _ machine: AccountMachine) async throws {
    switch leaving {
    case .userSignsOut: await program.signOut()
    case .userKeepsData: await program.signOut(keepingData: true)
    case .sessionEnds:
      await machine.server.endSessions()
      _ = await program.call()
      await program.finishRemovals()
    }
  }

  /// Returns copies of files and keyring, made after each change while a member leaves.
  private static func moments(of leaving: Leaving) async throws -> [Moment] {
    let machine = try AccountMachine()
    try machine.user.prepareNotes()
    let recorder = Recorder(machine.folder.path + "/data")
    let keyring = RecordedKeyring(recorder)
    let part = machine.part
    let recorded = MemberData(name: part.name) { member in
      try await part.wipe(member)
      recorder.record()
    }
    let program = machine.program(data: [recorded], secrets: keyring)
    await program.start()
    try await program.signIn(.ada(keepsPassword: true))
    try machine.user.note("before", of: ada)
    try machine.makePart()
    // Changes the password on the server. Otherwise the program would sign in again with the stored password.
    if leaving == .sessionEnds { await machine.server.change("another", of: "ada@example.org") }
    recorder.begin()
    try machine.user.file.queue.add(transactionObserver: recorder, extent: .databaseLifetime)
    try await begin(leaving, program, machine)
    #expect(keyring.secrets.isEmpty)
    return recorder.end()
  }
}

/// Files and keyring as a killed program left them.
private struct Moment: Sendable {
  let files: TemporaryFolder
  let secrets: [SecretName: Secret]

  func machine() async throws -> AccountMachine {
    let machine = try AccountMachine(files: files.path)
    for (name, secret) in secrets { await machine.keyring.put(secret, name) }
    return machine
  }
}

/// Copies files and keyring after each transaction.
private final class Recorder: TransactionObserver, Sendable {
  private struct State {
    var isRecording = false
    var secrets: [SecretName: Secret] = [:]
    var moments: [Moment] = []
  }

  private let folder: String
  private let state = Mutex(State())

  init(_ folder: String) { self.folder = folder }

  func begin() { state.withLock { $0.isRecording = true } }

  func end() -> [Moment] {
    state.withLock {
      $0.isRecording = false
      return $0.moments
    }
  }

  func note(_ secrets: [SecretName: Secret]) {
    state.withLock { $0.secrets = secrets }
    record()
  }

  func record() {
    state.withLock { state in
      guard state.isRecording else { return }
      let files = TemporaryFolder()
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where !name.hasSuffix("-shm") {
        try? FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(files.path)/\(name)")
      }
      state.moments.append(Moment(files: files, secrets: state.secrets))
    }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) { record() }
  func databaseDidRollback(_ database: Database) {}
}

private final class RecordedKeyring: SecretStore {
  private let recorder: Recorder
  private let stored = Mutex<[SecretName: Secret]>([:])

  init(_ recorder: Recorder) { self.recorder = recorder }

  var secrets: [SecretName: Secret] { stored.withLock { $0 } }

  func secret(for name: SecretName) -> Secret? { secrets[name] }
  func store(_ secret: Secret, for name: SecretName) { change(name, secret) }
  func remove(_ name: SecretName) { change(name, nil) }
  func unlock() {}

  private func change(_ name: SecretName, _ secret: Secret?) {
    stored.withLock { $0[name] = secret }
    recorder.note(secrets)
  }
}

/// Suspends its callers until a test opens it.
private actor Gate {
  private var isOpen = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  func pass() async {
    guard !isOpen else { return }
    for watcher in watchers { watcher.resume() }
    watchers = []
    await withCheckedContinuation { held.append($0) }
  }

  func reached() async {
    guard held.isEmpty else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isOpen = true
    for waiter in held { waiter.resume() }
    held = []
  }
}

extension AccountMachine {
  private var partPath: String { folder.path + "/data/part-of-ada" }

  fileprivate var hasPart: Bool { FileManager.default.fileExists(atPath: partPath) }

  fileprivate func makePart() throws { try Data("part".utf8).write(to: URL(filePath: partPath)) }

  /// Ada's data in a file beside the database.
  fileprivate var part: MemberData {
    MemberData(name: "part") { [partPath] _ in
      if FileManager.default.fileExists(atPath: partPath) { try FileManager.default.removeItem(atPath: partPath) }
    }
  }
}

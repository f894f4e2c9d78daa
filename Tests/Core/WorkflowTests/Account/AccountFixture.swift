// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursModel
import KursStorage
import KursValidation
import KursWorkflow
import Testing

actor FaultyKeyring: SecretStore {
  /// `storesAndHangs`: stores the secret but never returns, as if the program was killed in between.
  enum Fault: Sendable { case fails(SecretFailure), hangs, storesAndHangs }

  private(set) var secrets: [SecretName: Secret] = [:]
  private(set) var stores = 0
  private(set) var prompts = 0
  var reading: Fault?
  var writing: Fault?
  var unlocking: Fault?

  func secret(for name: SecretName) async throws(SecretFailure) -> Secret? {
    try await meet(reading)
    return secrets[name]
  }

  private var isHeld = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  /// Suspends calls that store a secret until `letGo`, as if the keyring's prompt stayed open.
  func hold() { isHeld = true }

  /// Returns as soon as a call that stores a secret is waiting.
  func waitForHeld() async {
    guard held.isEmpty else { return }
    await withCheckedContinuation { arrivals.append($0) }
  }

  /// Stops suspending new calls that store a secret. A call that is already suspended stays suspended.
  func passOthers() { isHeld = false }

  func letGo() {
    isHeld = false
    for store in held { store.resume() }
    held = []
  }

  func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure) {
    stores += 1
    if isHeld {
      await withCheckedContinuation { continuation in
        held.append(continuation)
        for arrival in arrivals { arrival.resume() }
        arrivals = []
      }
    }
    if case .storesAndHangs = writing { secrets[name] = secret }
    try await meet(writing)
    secrets[name] = secret
  }

  func remove(_ name: SecretName) async throws(SecretFailure) {
    try await meet(writing)
    secrets[name] = nil
  }

  func unlock() async throws(SecretFailure) {
    prompts += 1
    try await meet(unlocking)
    reading = nil
  }

  func put(_ secret: Secret?, _ name: SecretName) { secrets[name] = secret }
  func fail(reading: Fault?) { self.reading = reading }
  func fail(writing: Fault?) { self.writing = writing }
  func fail(unlocking: Fault?) { self.unlocking = unlocking }

  private func meet(_ fault: Fault?) async throws(SecretFailure) {
    switch fault {
    case .fails(let failure): throw failure
    case .hangs, .storesAndHangs: await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    case nil: break
    }
  }
}

/// A computer with an account. Its files, keyring and clock stay when a program on it ends.
final class AccountMachine: Sendable {
  let server = ModelServer()
  let clock = AccountClock()
  let keyring = FaultyKeyring()
  let folder = TemporaryFolder()
  let user: UserDatabase
  static let ada = MemberID("00000000-0000-4000-8000-aaaaaaaaaaaa", at: ModelServer.address)
  static let bob = MemberID("00000000-0000-4000-8000-bbbbbbbbbbbb", at: ModelServer.address)

  /// `files`: a folder with the files of an earlier program.
  init(files: String? = nil) throws {
    if let files {
      let data = folder.path + "/data"
      try FileManager.default.copyItem(atPath: files, toPath: data)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: data)
    }
    user = try UserDatabase(path: folder.path + "/data/person.sqlite")
  }

  func program(
    boot: String = "boot-1", data: [MemberData] = [], reports: Reports? = nil, release: String? = nil,
    log: ActivityLog? = nil, secrets: (any SecretStore)? = nil, lockFolder: String? = nil
  ) -> AccountWorkflow {
    let schemas = SchemaStore(folder: packageRoot + "data/schemas")
    var environment = AccountEnvironment(
      secrets: secrets ?? keyring,
      client: { [server] in
        AccountClient(
          APIClient(
            transport: server.transport, validator: ResponseValidator(schemas),
            refusals: reports.map { reports in RefusalListener(clock: { 0 }) { await reports.hear($0) } }))
      },
      clock: { [clock] in clock.wall }, uptime: { [clock] in clock.now },
      sleep: { [clock] in await clock.sleep(until: $0) }, jitter: { 500 }, boot: boot, device: "test",
      lockFolder: lockFolder ?? folder.path)
    if let log { environment.note = { await log.note($0) } }
    environment.release = release.flatMap { ReleaseNumber($0) }
    return AccountWorkflow(user: user, environment: environment, data: data)
  }

  func signedIn(keepsPassword: Bool = false, release: String? = nil) async throws -> AccountWorkflow {
    let program = program(release: release)
    await program.start()
    try await program.signIn(.ada(keepsPassword: keepsPassword))
    return program
  }

  func tokens(of member: MemberID = ada) async -> Secret? { await keyring.secrets[.session(member)] }
}

actor Reports {
  private(set) var heard: [RefusedAnswer] = []
  func hear(_ answer: RefusedAnswer) { heard.append(answer) }
}

extension SignIn {
  static func ada(_ password: String = "correct horse", keepsPassword: Bool = false) -> SignIn {
    SignIn(
      server: ModelServer.address, email: "ada@example.org", password: Secret(password), keepsPassword: keepsPassword)
  }

  static let bob = SignIn(
    server: ModelServer.address, email: "bob@example.org", password: Secret("battery staple"))
}

extension AccountWorkflow {
  /// Returns the first state from now on that satisfies the condition.
  @discardableResult
  func reaches(_ isWanted: (AccountState.Phase) -> Bool) async -> AccountState {
    for await state in states() where isWanted(state.phase) { return state }
    return state
  }

  @discardableResult
  func reaches(_ phase: AccountState.Phase) async -> AccountState { await reaches { $0 == phase } }

  /// Makes a call that requires sign-in, and returns its result.
  func call() async -> Result<Bool, AccountCallFailure> {
    do throws(AccountCallFailure) {
      _ = try await send(.service)
      return .success(true)
    } catch {
      return .failure(error)
    }
  }

  func calls(_ count: Int) async -> [Result<Bool, AccountCallFailure>] {
    await withTaskGroup(of: Result<Bool, AccountCallFailure>.self) { group in
      for _ in 0..<count { group.addTask { await self.call() } }
      var results: [Result<Bool, AccountCallFailure>] = []
      for await result in group { results.append(result) }
      return results
    }
  }
}

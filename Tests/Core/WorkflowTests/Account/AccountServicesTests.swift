// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursCore
import KursLocalCache
import KursModel
import KursStorage
import KursWorkflow
import Testing

/// Tests the account services as `kurs` and `kurs-cli` assemble them.
@Suite(.timeLimit(.minutes(1))) struct AccountServicesTests {
  static let ada = MemberID("00000000-0000-4000-8000-aaaaaaaaaaaa", at: "https://kurs.example")

  let folder = TemporaryFolder()
  let core: Core
  let user: UserDatabase

  init() throws {
    core = try Core(environment(folder))
    user = try core.openUser()
  }

  func report(_ services: AccountServices, member: String = "") async throws {
    try await services.queue.enqueue(
      ValidationReport.command, body: Array(#"{"reports":[]}"#.utf8), to: "https://kurs.example", member: member)
  }

  /// Waits until the queue holds `count` requests.
  func waits(_ services: AccountServices, for count: Int) async {
    for await state in await services.queue.states() where state.commands.count == count { return }
  }

  /// Makes Ada the last member on this computer. She has signed out and kept her data here.
  func adaWasHere() async throws {
    let member = Member(id: Self.ada, server: "https://kurs.example", email: "ada@example.org", name: "Ada")
    try await user.save(member, isSignedIn: false, at: evening)
    try await user.makeCurrent(Self.ada, at: evening)
  }

  @Test("after a restart, a new favourite belongs to the last used account")
  func afterARestartANewFavouriteBelongsToTheLastUsedAccount() async throws {
    try await adaWasHere()
    let services = await core.accountServices(of: await core.objects(user))
    #expect(await services.objects.member == Self.ada)
    try await Favourites(of: services.objects).add(.jpy)
    #expect(try await Favourites(of: UserObjects(database: user, clock: { evening })).currencies().isEmpty)
    await services.end()
  }

  @Test("switching between accounts shows each account's own favourites")
  func switchingBetweenAccountsShowsEachAccountsOwnFavourites() async throws {
    try await adaWasHere()
    let services = await core.accountServices(of: await core.objects(user))
    try await Favourites(of: services.objects).add(.jpy)
    await services.start { AsyncStream { $0.finish() } }
    let lists = await Favourites(of: services.objects).lists()
    try await services.account.switchTo(nil)
    for await list in lists where list.isEmpty { break }
    try await services.account.switchTo(Self.ada)
    for await list in await Favourites(of: services.objects).lists() where list == [.jpy] { break }
    await services.end()
  }

  @Test("if the user withdrew consent, unsent error reports are deleted at start")
  func ifTheUserWithdrewConsentUnsentErrorReportsAreDeletedAtStart() async throws {
    let services = await core.accountServices(of: await core.objects(user))
    try await report(services)
    await services.start { AsyncStream { $0.finish() } }
    #expect(await services.queue.state().commands.isEmpty)
    await services.end()
  }

  @Test("withdrawing the consent to error reports deletes all unsent error reports")
  func withdrawingTheConsentToErrorReportsDeletesAllUnsentErrorReports() async throws {
    await core.settings.did(.set(.sendReports, .flag(true)))
    let services = await core.accountServices(of: await core.objects(user))
    try await report(services)
    await services.start { AsyncStream { $0.yield(false) } }
    #expect(await services.queue.state().commands.count == 1)
    await core.settings.did(.set(.sendReports, .flag(false)))
    await waits(services, for: 0)
    await services.end()
  }

  @Test("observers are notified of rates and data that another program stores")
  func observersAreNotifiedOfRatesAndDataThatAnotherProgramStores() async throws {
    let (files, wrote) = AsyncStream.makeStream(of: Void.self)
    let services = await core.accountServices(of: await core.objects(user))
    await services.start { AsyncStream { $0.finish() } } files: { files }
    var rates = await core.rates.updates().makeAsyncIterator()
    var changes = await services.objects.changes().makeAsyncIterator()
    let other = try Core(environment(folder))
    try await other.rates.importer.importHistory()
    try await other.objects(other.openUser()).set(
      CustomRate(from: .eur, to: .usd, value: Rational(2), note: "", expires: nil)!)
    wrote.yield()
    #expect(await rates.next() == .orderChanged)
    #expect(await changes.next() != nil)
    await services.end()
  }

  @Test("starting the account services twice requests the network state only once")
  func startingTheAccountServicesTwiceRequestsTheNetworkStateOnlyOnce() async throws {
    let services = await core.accountServices(of: await core.objects(user))
    await confirmation(expectedCount: 1) { asked in
      for _ in 1...2 {
        await services.start {
          asked()
          return AsyncStream { $0.finish() }
        }
      }
    }
    await services.end()
  }
}

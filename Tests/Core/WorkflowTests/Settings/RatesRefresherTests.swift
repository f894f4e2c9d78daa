// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursNetwork
import TestSupport
import Testing

/// Tests automatic refreshes with a whole core, and with the test's clock and network.
@Suite(.timeLimit(.minutes(3))) struct RatesRefresherTests {
  struct Stage {
    let folder = TemporaryFolder()
    /// 2026-11-02T17:00Z, a Monday. The ECB's rates of the day are published, and the bundled rates end on Friday.
    let clock = StageClock(Timestamp(milliseconds: evening.milliseconds + 3 * 86_400_000))
    let network = FakeServer(.ok(RefreshTests.daily))
    let core: Core
    let refresher: RatesRefresher

    init(_ settings: Settings = Settings(), secrets: any SecretStore = MemorySecretStore()) async throws {
      var environment = environment(folder)
      environment.clock = { [clock] in clock.now }
      environment.transport = { [network] in network }
      environment.settingsFile = folder.path + "/settings.ini"
      environment.secrets = secrets
      try SettingsFile(path: folder.path + "/settings.ini", clock: { evening }).write(settings, over: Settings())
      core = try Core(environment)
      try await core.rates.importer.importRates(core.bundle, pauseAfterNewestDay: true)
      refresher = RatesRefresher(
        rates: core.rates, keys: core.keys, settings: settings, seed: 1, clock: { [clock] in clock.now },
        sleep: { [clock] in try await clock.sleep($0) })
      await core.settings.follow(refresher)
    }

    func start() async {
      await refresher.start(after: .seconds(10), following: await core.settings.changes())
    }

    /// Waits until the refresher sleeps, then moves the clock past the delay.
    func passDelay() async {
      while clock.nextWake == nil { await Task.yield() }
      clock.advance(seconds: 10)
    }

    func state(of id: ProviderID = .ecb, where holds: @Sendable (RefreshState) -> Bool) async -> RefreshState? {
      for await states in await refresher.states() {
        if let state = states[id], !state.isRunning, holds(state) { return state }
      }
      return nil
    }
  }

  @Test("automatic requests start after a delay and follow the timetable")
  func automaticRequestsStartAfterADelayAndFollowTheTimetable() async throws {
    let stage = try await Stage()
    await stage.start()
    while stage.clock.nextWake == nil { await Task.yield() }
    stage.clock.advance(seconds: 9)
    #expect(stage.network.urls.isEmpty)
    stage.clock.advance(seconds: 1)
    let state = await stage.state { $0.next != nil }
    #expect(stage.network.urls == ["https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml"])
    // The next request is on Tuesday between 14:00 and 14:15 UTC.
    let opening = Int64(day("2026-11-03").number) * 86_400_000 + 14 * 3_600_000
    #expect((opening...opening + 900_000).contains(try #require(state?.next).milliseconds))
    #expect(try await stage.core.rates.table(of: .ecb, on: nil).newest == day("2026-11-02"))
  }

  @Test("a long wait is split into pieces and ends on time")
  func aLongWaitIsSplitIntoPiecesAndEndsOnTime() async throws {
    let stage = try await Stage()
    await stage.start()
    await stage.passDelay()
    let next = try #require(await stage.state { $0.next != nil }?.next)
    var pieces = 0
    while stage.clock.now < next {
      while stage.clock.nextWake == nil { await Task.yield() }
      let wake = try #require(stage.clock.nextWake)
      #expect(wake.milliseconds - stage.clock.now.milliseconds <= RatesRefresher.longestSleep * 1000)
      stage.clock.advance(seconds: (wake.milliseconds - stage.clock.now.milliseconds + 999) / 1000)
      pieces += 1
    }
    _ = await stage.state { $0.next.map { $0 > next } ?? false }
    #expect(stage.network.urls.count == 2)
    #expect(pieces > 40)
  }

  @Test("no request is sent during offline mode") func noRequestIsSentDuringOfflineMode() async throws {
    var settings = Settings()
    settings.isOffline = true
    let stage = try await Stage(settings)
    await stage.start()
    await stage.passDelay()
    #expect(await stage.state { $0.skipReason != nil }?.skipReason == .switchedOff)
    await stage.refresher.refreshNow([.ecb])
    #expect(stage.network.urls.isEmpty)
    await #expect(throws: RatesFailure.api(provider: .ecb, .unreachable(.switchedOff))) {
      try await stage.core.rates.refresh(.ecb)
    }
    #expect(stage.network.urls.isEmpty)
    await stage.core.settings.did(.set(.offline, .flag(false)))
    _ = await stage.state { $0.next != nil }
    #expect(stage.network.urls.count == 1)
  }

  @Test("requests on a metered connection are sent only if the user allows")
  func requestsOnAMeteredConnectionAreSentOnlyIfTheUserAllows() async throws {
    let stage = try await Stage()
    await stage.core.settings.connectivityChanged(Connectivity(isMetered: true))
    await stage.start()
    await stage.passDelay()
    #expect(await stage.state { $0.skipReason != nil }?.skipReason == .metered)
    #expect(stage.network.urls.isEmpty)
    await stage.core.settings.did(.set(.refreshOnMetered, .flag(true)))
    _ = await stage.state { $0.next != nil }
    #expect(stage.network.urls.count == 1)
  }

  @Test("a returning network immediately causes a request")
  func aReturningNetworkImmediatelyCausesARequest() async throws {
    let stage = try await Stage()
    await stage.core.settings.connectivityChanged(Connectivity(isOnline: false))
    await stage.start()
    await stage.passDelay()
    #expect(await stage.state { $0.skipReason != nil }?.skipReason == .offline)
    #expect(stage.network.urls.isEmpty)
    await stage.core.settings.connectivityChanged(Connectivity())
    _ = await stage.state { $0.next != nil }
    #expect(stage.network.urls.count == 1)
  }

  @Test("a failing provider does not delay the next provider")
  func aFailingProviderDoesNotDelayTheNextProvider() async throws {
    var settings = Settings()
    settings.providers = [.ecb, .frankfurter]
    let stage = try await Stage(settings)
    stage.network.answer { request throws(NetworkError) in
      if request.url.contains("ecb") { throw .timedOut }
      return .ok(RefreshTests.latest.replacing("IDR", with: "EGP"))
    }
    await stage.start()
    await stage.passDelay()
    let failed = await stage.state { $0.failure != nil && $0.next != nil }
    #expect(failed?.failure == .api(provider: .ecb, .timedOut))
    #expect(try #require(failed?.next).milliseconds - stage.clock.now.milliseconds <= 60_000)
    let second = await stage.state(of: .frankfurter) { $0.next != nil }
    #expect(second?.failure == nil)
    #expect(await stage.core.settings.state[.frankfurter]?.refresh.failure == nil)
    let resolver = try await stage.core.rates.ratesInUse(on: nil).resolver
    #expect(try resolver.route(from: .eur, to: currency("EGP")).providers == [.frankfurter])
    #expect(try resolver.route(from: .eur, to: .usd).providers == [.ecb])
  }

  @Test("after a failure, the next request waits as the server requests", arguments: [
    (429, APIError.tooManyRequests(retryAfter: 900)), (503, .unavailable(retryAfter: 900)),
  ])
  func afterAFailureTheNextRequestWaitsAsTheServerRequests(status: Int, error: APIError) async throws {
    let stage = try await Stage()
    stage.network.answer { _ in HTTPResponse(status: status, headers: ["Retry-After": "900"], url: "") }
    await stage.start()
    await stage.passDelay()
    let state = await stage.state { $0.failure != nil && $0.next != nil }
    #expect(state?.failure == .api(provider: .ecb, error))
    #expect(try #require(state?.next).milliseconds - stage.clock.now.milliseconds >= 900_000)
  }

  @Test("no request is sent if the provider's required API key is missing")
  func noRequestIsSentIfTheProvidersRequiredAPIKeyIsMissing() async throws {
    let id = ProviderID("openexchangerates")
    var settings = Settings()
    settings.providers = [.ecb, id]
    let stage = try await Stage(settings)
    await stage.start()
    await stage.passDelay()
    #expect(await stage.state(of: id) { $0.skipReason != nil }?.skipReason == .needsKey)
    #expect(stage.network.urls.allSatisfy { !$0.contains("openexchangerates") })
    await stage.core.settings.did(.keyTyped(id, Secret("abc123")))
    _ = await stage.state(of: id) { $0.failure != nil }
    #expect(stage.network.urls.contains { $0.hasPrefix("https://openexchangerates.org") && $0.contains("abc123") })
  }

  @Test("a provider's new address is requested immediately, although the old must wait")
  func aProvidersNewAddressIsRequestedImmediatelyAlthoughTheOldMustWait() async throws {
    let stage = try await Stage()
    stage.network.answer { request in
      request.url.hasPrefix("https://mirror.example")
        ? .ok(RefreshTests.daily) : HTTPResponse(status: 429, headers: ["Retry-After": "3000"], url: "")
    }
    await stage.start()
    await stage.passDelay()
    _ = await stage.state { $0.failure != nil && $0.next != nil }
    await stage.core.settings.did(.addressTyped(.ecb, "mirror.example"))
    _ = await stage.state { $0.failure == nil && $0.next != nil }
    #expect(stage.network.urls.last == "https://mirror.example/stats/eurofxref/eurofxref-hist-90d.xml")
    #expect(try await stage.core.rates.table(of: .ecb, on: nil).newest == day("2026-11-02"))
  }

  @Test("with manual refreshing, no automatic request is sent")
  func withManualRefreshingNoAutomaticRequestIsSent() async throws {
    var settings = Settings()
    settings.refreshInterval = .never
    let stage = try await Stage(settings)
    await stage.start()
    await stage.passDelay()
    #expect(await stage.state { $0.skipReason != nil }?.skipReason == .manual)
    #expect(stage.network.urls.isEmpty)
    await stage.refresher.refreshNow([.ecb])
    #expect(stage.network.urls.count == 1)
    #expect(try await stage.core.rates.table(of: .ecb, on: nil).newest == day("2026-11-02"))
  }

  @Test("observers that subscribed before a refresh are notified at the refresh's end")
  func observersThatSubscribedBeforeARefreshAreNotifiedAtTheRefreshsEnd() async throws {
    let stage = try await Stage()
    stage.network.answer { _ in .ok(RefreshTests.daily) }
    let refreshes = await stage.core.settings.refreshes()
    await stage.start()
    await stage.passDelay()
    for await states in refreshes where states[.ecb]?.next != nil {
      #expect(states[.ecb]?.isRunning == false)
      break
    }
    #expect(stage.network.urls.count == 1)
  }

  @Test("after a restart, a provider that responded recently isn't requested")
  func afterARestartAProviderThatRespondedRecentlyIsntRequested() async throws {
    let stage = try await Stage()
    // The server still has Friday's rates, because of a holiday or a delay.
    stage.network.answer { _ in .ok(RefreshTests.daily.replacing("2026-11-02", with: "2026-10-30")) }
    await stage.start()
    await stage.passDelay()
    _ = await stage.state { $0.next != nil }
    let asked = stage.network.urls.count
    let again = RatesRefresher(
      rates: stage.core.rates, keys: stage.core.keys, settings: Settings(), seed: 2, clock: { stage.clock.now },
      sleep: { try await stage.clock.sleep($0) })
    let (values, _) = AsyncStream.makeStream(of: Settings.self)
    await again.start(after: .zero, following: values)
    while stage.clock.nextWake != stage.clock.now { await Task.yield() }
    stage.clock.advance(seconds: 0)
    for await states in await again.states() where states[.ecb]?.next != nil {
      #expect(try #require(states[.ecb]?.next).milliseconds - stage.clock.now.milliseconds > 3_000_000)
      break
    }
    #expect(stage.network.urls.count == asked)
  }

  @Test("old rates are used while a new provider loads")
  func oldRatesAreUsedWhileANewProviderLoads() async throws {
    let stage = try await Stage()
    await stage.start()
    await stage.passDelay()
    _ = await stage.state { $0.next != nil }
    stage.network.answer { _ throws(NetworkError) in throw .resolve }
    await stage.core.settings.did(.providerChosen(.frankfurter))
    await stage.core.settings.did(.providerSwitched(.ecb, isOn: false))
    var inUse = try await stage.core.rates.ratesInUse(on: nil)
    #expect(inUse.awaited?.id == .frankfurter)
    #expect(inUse.leading.provider.id == .ecb)
    stage.network.answer { _ in .ok(RefreshTests.latest) }
    await stage.refresher.refreshNow([.frankfurter])
    inUse = try await stage.core.rates.ratesInUse(on: nil)
    #expect(inUse.awaited == nil)
    #expect(inUse.leading.provider.id == .frankfurter)
  }
}

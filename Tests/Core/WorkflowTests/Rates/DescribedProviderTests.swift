// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursCore
import KursItems
import KursModel
import KursNetwork
import Testing
import TestSupport

/// A user-defined provider is requested, checked, stored and deleted like a built-in provider.
@Suite struct DescribedProviderTests {
  private static let id = ProviderID("mine")
  private let folder = TemporaryFolder()

  /// Writes a provider file for a server on this computer, and returns the file's path.
  private func file(_ address: String, _ more: String = "") throws -> String {
    let path = folder.path + "/given.json"
    let text = #"""
      {"kurs-provider": 1, "id": "mine", "name": "Mine", "home": "EUR", "address": "\#(address)", "latest": "/latest",
       "format": "json", "rows": "/rates/*", "currency": "*1", "direction": "others-per-home", "day": "#/date"\#(more)}
      """#
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private static func answer(_ dollars: String) -> Data {
    Data(#"{"date":"2026-10-30","rates":{"USD":\#(dollars),"JPY":170}}"#.utf8)
  }

  @Test("a user-defined provider can be tested and its rates used")
  func aUserDefinedProviderCanBeTestedAndItsRatesUsed() async throws {
    let server = try FakeServer.listening()
    try await ProviderRefreshTests.serving(folder, server) { _ in
      (200, Self.answer("1.12"))
    } body: { core, address in
      try await core.rates.userProviders.add(from: file(address))
      guard case .succeeded(2, day("2026-10-30"), _) = await core.rates.download.test(Self.id) else {
        Issue.record("the test of the connection failed")
        return
      }
      #expect(try await core.rates.refresh(Self.id).changed == 2)
      let route = try await core.rates.ratesInUse(on: day("2026-10-30"), of: [Self.id]).resolver
        .route(from: .eur, to: .usd)
      #expect(route.value == Rational(text: "1.12") && route.provider == Self.id)
    }
    #expect(server.urls == ["/latest", "/latest"])
    let again = try Core(environment(folder))
    #expect(again.rates.userProviders.providers.map(\.id) == [Self.id])
    let listed = await MainActor.run { again.settings.state[Self.id]?.isDescribed }
    #expect(listed == true)
  }

  @Test("each flipped bit in a user-defined provider's file is noticed", .fault("S27"))
  func eachFlippedBitInAUserDefinedProvidersFileIsNoticed() async throws {
    let core = try Core(environment(folder))
    try await core.rates.userProviders.add(from: file("https://mine.example"))
    let stored = folder.path + "/data/providers/mine.json"
    let bytes = try Data(contentsOf: URL(filePath: stored))
    for place in stride(from: 0, to: bytes.count * 8, by: 7) {
      var flipped = bytes
      flipped[place / 8] ^= 1 << UInt8(place % 8)
      try flipped.write(to: URL(filePath: stored))
      let read = ProviderFolder(folder.path + "/data/providers").read()
      #expect(read.whole.isEmpty && read.damaged == [Self.id], "bit \(place)")
    }
    let again = try Core(environment(folder))
    #expect(await again.rates.damagedSeries == [Self.id])
    await #expect(throws: RatesFailure.damagedSeries(Self.id)) { try await again.rates.provider(Self.id) }
    try await again.rates.userProviders.add(from: file("https://mine.example"))
    #expect(await again.rates.damagedSeries.isEmpty)
    #expect(try await again.rates.userProviders.remove(Self.id))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/providers") == [])
    // An older version of Kurs stored no checksum beside the file.
    try bytes.write(to: URL(filePath: stored))
    #expect(ProviderFolder(folder.path + "/data/providers").read().whole.count == 1)
  }

  @Test("a user-defined provider uses the chosen buying, selling or middle rate")
  func aUserDefinedProviderUsesTheChosenBuyingSellingOrMiddleRate() async throws {
    let more = #", "value": "/mid", "buying": "/bid", "selling": "/ask""#
    let answer = Data(#"{"date":"2026-10-30","rates":{"USD":{"bid":1.1,"mid":1.12,"ask":1.15}}}"#.utf8)
    try await ProviderRefreshTests.serving(folder) { _ in
      (200, answer)
    } body: { core, address in
      try await core.rates.userProviders.add(from: file(address, more))
      #expect(try await core.rates.refresh(Self.id).changed == 3)
      let wanted = [(QuoteSide.middle, "1.12", "1.12"), (.buying, "1.1", "1.15"), (.selling, "1.15", "1.1")]
      for (side, there, back) in wanted {
        await core.rates.use(side)
        let resolver = try await core.rates.ratesInUse(on: day("2026-10-30"), of: [Self.id]).resolver
        #expect(try resolver.route(from: .eur, to: .usd).value == Rational(text: there), "\(side)")
        let inverse = try #require(Rational(text: back)).reciprocal
        #expect(try resolver.route(from: .usd, to: .eur).value == inverse, "\(side)")
      }
    }
  }

  @Test("a jump in a user-defined provider's rate is quarantined")
  func aJumpInAUserDefinedProvidersRateIsQuarantined() async throws {
    let server = try FakeServer.listening()
    try await ProviderRefreshTests.serving(folder, server) { _ in
      (200, Self.answer("1.12"))
    } body: { core, address in
      try await core.rates.userProviders.add(from: file(address))
      try await core.rates.refresh(Self.id)
      server.answer { _ in .ok(#"{"date":"2026-10-30","rates":{"USD":2.5,"JPY":170}}"#) }
      #expect(try await core.rates.refresh(Self.id).quarantined == 1)
    }
  }

  @Test(
    "a user-defined provider's redirect to another host or itself is refused", .fault("S24"),
    arguments: ["https://other.example/latest", "http://127.0.0.1:9/latest", "/latest"])
  func aUserDefinedProvidersRedirectToAnotherHostOrItselfIsRefused(target: String) async throws {
    let server = try FakeServer.listening()
    try await ProviderRefreshTests.serving(folder, server, headers: ["Location": target]) { _ in
      (302, Data())
    } body: {
      core, address async throws -> Void in
      try await core.rates.userProviders.add(from: file(address))
      await #expect(throws: RatesFailure.api(provider: Self.id, .unreachable(.redirect))) {
        try await core.rates.refresh(Self.id)
      }
      #expect(await core.rates.download.test(Self.id) == .failed(.api(provider: Self.id, .unreachable(.redirect))))
    }
    #expect(server.requests.count <= 12)
  }

  @Test("an invalid provider file changes nothing", .fault("S23"))
  func anInvalidProviderFileChangesNothing() async throws {
    let core = try Core(environment(folder))
    try await core.rates.userProviders.add(from: file("https://rates.example"))
    let kept = core.rates.userProviders.file(of: Self.id)
    await #expect(throws: ProviderFileFault(.known, at: "/surprise")) {
      try await core.rates.userProviders.add(from: file("https://rates.example", #", "surprise": 1"#))
    }
    let given = try #require(kept)
    #expect(core.rates.userProviders.file(of: Self.id) == given)
    #expect(String(decoding: given, as: UTF8.self).contains("https://rates.example"))
    for (sound, bad) in [(#""mine""#, #""ecb""#), ("https://", "http://"), (#""json""#, #""toml""#), ("{", "")] {
      let path = try file("https://rates.example")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing(sound, with: bad).write(toFile: path, atomically: true, encoding: .utf8)
      await #expect(throws: ProviderFileFault.self, "\(bad)") { try await core.rates.userProviders.add(from: path) }
    }
    let long = folder.path + "/long.json"
    try String(repeating: " ", count: 1 << 17).write(toFile: long, atomically: true, encoding: .utf8)
    await #expect(throws: ProviderFileFault(.shorter, at: "")) { try await core.rates.userProviders.add(from: long) }
    #expect(core.rates.userProviders.file(of: Self.id) == given)
    #expect(try Core(environment(folder)).rates.userProviders.providers.map(\.id) == [Self.id])
    await #expect(throws: RatesFailure.fileNotReadable(path: folder.path + "/none.json")) {
      try await core.rates.userProviders.add(from: folder.path + "/none.json")
    }
  }

  @Test("a changed provider file with the same id removes the stored rates")
  func aChangedProviderFileWithTheSameIdRemovesTheStoredRates() async throws {
    try await ProviderRefreshTests.serving(folder) { _ in
      (200, Self.answer("1.12"))
    } body: {
      core, address in
      try await core.rates.userProviders.add(from: file(address))
      try await core.rates.refresh(Self.id)
      try await core.rates.userProviders.add(from: file(address))
      #expect(try await core.rates.table(of: Self.id, on: nil).newest == day("2026-10-30"))
      try await core.rates.userProviders.add(from: file(address, #", "carry": 3"#))
      await #expect(throws: RatesFailure.self) { try await core.rates.table(of: Self.id, on: nil) }
      #expect(try await core.rates.userProviders.remove(Self.id))
      #expect(try await core.rates.userProviders.remove(.ecb) == false)
    }
    #expect(try Core(environment(folder)).rates.userProviders.providers == [])
  }

  /// Refreshes on each of these days from a server with rates of weekdays, and returns the stored days.
  private func refresh(on dates: [String], _ more: String, nothing: Int) async throws -> Set<Day> {
    for today in dates.map(day) {
      try await ProviderRefreshTests.serving(folder, now: Timestamp(startOf: today) + 23 * 3_600_000) { path in
        let asked = path.split { "=&".contains($0) }.compactMap { Day(iso: String($0)) }
        let (first, last) = (asked.first ?? today, asked.last ?? today)
        let days = (first.number...last.number).map { Day(number: $0) }.filter { $0.weekday <= 5 }
        if days.isEmpty, nothing == 404 { return (404, Data()) }
        let rows = days.map { #"{"day":"\#($0)","code":"USD","value":1.12}"# }
        return (200, Data(#"{"rows":[\#(rows.joined(separator: ","))]}"#.utf8))
      } body: { core, address async throws -> Void in
        let path = folder.path + "/weekdays.json"
        try #"""
          {"kurs-provider": 1, "id": "mine", "name": "Mine", "home": "EUR", "address": "https://rates.example",
           "latest": "/latest", "format": "json", "rows": "/rows/*", "currency": "/code", "value": "/value",
           "direction": "others-per-home", "day": "/day", "comes-out": "working-days"\#(more)}
          """#.write(toFile: path, atomically: true, encoding: .utf8)
        try await core.rates.userProviders.add(from: path)
        try await core.rates.refresh(Self.id, address: address)
      }
    }
    let lines = try await ProviderRefreshTests.lines(in: folder, of: Self.id)
    return Set(lines.compactMap { Day(iso: String($0.suffix(10))) })
  }

  @Test("days without rates don't stop a user-defined provider's refresh", arguments: [200, 404])
  func daysWithoutRatesDontStopAUserDefinedProvidersRefresh(nothing: Int) async throws {
    let stored = try await refresh(on: ["2026-11-18", "2026-11-27"], #", "days": "/day?d={from}""#, nothing: nothing)
    #expect(stored == Set((0...9).map { day("2026-11-18") + $0 }.filter { $0.weekday <= 5 }))
  }

  @Test("later refreshes load all days that a user-defined provider lacks")
  func laterRefreshesLoadAllDaysThatAUserDefinedProviderLacks() async throws {
    let more = #", "days": "/days?from={from}&to={to}", "days-at-once": 7"#
    let stored = try await refresh(on: ["2026-07-10", "2026-10-27", "2026-10-27", "2026-10-27"], more, nothing: 200)
    #expect(stored == Set((0...109).map { day("2026-07-10") + $0 }.filter { $0.weekday <= 5 }))
  }

  @MainActor @Test("the settings list an added provider until it is removed")
  func theSettingsListAnAddedProviderUntilItIsRemoved() async throws {
    let core = try Core(environment(folder))
    let settings = core.settings
    try await settings.addProvider(from: file("https://rates.example"))
    #expect(settings.state[Self.id]?.isOn == false)
    settings.send(.providerChosen(Self.id))
    settings.send(.providerSwitched(.ecb, isOn: false))
    #expect(settings.state.settings.providers == [Self.id])
    try await settings.removeProvider(Self.id)
    await settings.flush()
    #expect(settings.state.settings.providers == [.ecb] && settings.state[Self.id] == nil)
  }
}

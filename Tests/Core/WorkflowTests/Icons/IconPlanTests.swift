// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

@testable import KursWorkflow

/// Wraps the plan in a class, because `#expect` can't call mutating methods.
private final class Plan {
  private var plan = IconPlan()
  var pictures: [ProviderID: DecodedImage] { plan.pictures }

  func looked(at state: SettingsState, open: ProviderID?) -> [IconPlan.Request] { plan.looked(at: state, open: open) }
  func received(_ request: IconPlan.Request, _ picture: DecodedImage?) -> Bool { plan.received(request, picture) }
}

@Suite struct IconPlanTests {
  static let picture = DecodedImage(width: 1, height: 1, pixels: [1, 2, 3, 255])
  static let ecb = "https://www.ecb.europa.eu/favicon-32.png"
  static let own = "https://rates.example/apple-touch-icon.png"

  func machine(_ events: SettingsEvent..., connectivity: Connectivity? = Connectivity()) -> SettingsMachine {
    var machine = SettingsMachine(
      SettingsReading(), directory: ProviderState.directory(), today: Day(number: 20_000))
    if let connectivity { machine.connected(connectivity) }
    for event in events { _ = machine.send(event) }
    return machine
  }

  @Test("only icons of used or opened providers are requested")
  func onlyIconsOfUsedOrOpenedProvidersAreRequested() {
    let plan = Plan()
    let state = machine(.providerSwitched(.frankfurter, isOn: true)).state
    #expect(plan.looked(at: state, open: nil).map(\.provider) == [.ecb, .frankfurter])
    #expect(plan.looked(at: state, open: nil).isEmpty)
    #expect(plan.looked(at: state, open: ProviderID("coingecko")).map(\.provider.name) == ["coingecko"])
    // NBP has no known icon.
    #expect(plan.looked(at: state, open: ProviderID("nbp")).isEmpty)
  }

  @Test("for a custom address, the icon comes from that address's site")
  func forACustomAddressTheIconComesFromThatAddresssSite() throws {
    let plan = Plan()
    var machine = machine()
    let first = try #require(plan.looked(at: machine.state, open: nil).first)
    #expect(first.address == Self.ecb)
    #expect(plan.received(first, Self.picture))
    _ = machine.send(.addressTyped(.ecb, "https://rates.example/ecb"))
    let second = try #require(plan.looked(at: machine.state, open: nil).first)
    #expect(second.address == Self.own)
    #expect(plan.pictures.isEmpty, "the mark of the server before stayed")
    // A late picture from the previous URL is discarded.
    #expect(!plan.received(first, Self.picture))
    #expect(plan.received(second, Self.picture))
    _ = machine.send(.addressTyped(.ecb, ""))
    #expect(plan.looked(at: machine.state, open: nil).map(\.address) == [Self.ecb])
    #expect(plan.pictures.isEmpty)
  }

  @Test("a team's icon is requested from the team's account server")
  func aTeamsIconIsRequestedFromTheTeamsAccountServer() throws {
    let plan = Plan()
    var machine = machine()
    let team = try #require(Team(of: MemberID("00000000-0000-4000-8000-aaaaaaaaaaaa", at: "https://kurs.example/team")))
    machine.offer(.team(team))
    #expect(
      plan.looked(at: machine.state, open: team.id).last
        == IconPlan.Request(team.id, at: "https://kurs.example/team/api/v1/mark/"))
  }

  @Test("an icon that failed offline is requested once more when online")
  func anIconThatFailedOfflineIsRequestedOnceMoreWhenOnline() throws {
    let plan = Plan()
    var machine = machine(.set(.offline, .flag(true)))
    let request = try #require(plan.looked(at: machine.state, open: nil).first)
    #expect(!plan.received(request, nil))
    #expect(plan.looked(at: machine.state, open: nil).isEmpty)
    _ = machine.send(.set(.offline, .flag(false)))
    #expect(plan.looked(at: machine.state, open: nil) == [request])
    #expect(!plan.received(request, nil))
    // The request failed online too, so the icon isn't requested again.
    #expect(plan.looked(at: machine.state, open: nil).isEmpty)
  }

  @Test("a stored icon is not requested again") func aStoredIconIsNotRequestedAgain() throws {
    let plan = Plan()
    var machine = machine(.set(.offline, .flag(true)))
    let request = try #require(plan.looked(at: machine.state, open: nil).first)
    #expect(plan.received(request, Self.picture))
    _ = machine.send(.set(.offline, .flag(false)))
    #expect(plan.looked(at: machine.state, open: nil).isEmpty)
    #expect(plan.pictures == [.ecb: Self.picture])
  }

  @Test("icons are fetched under the same conditions as rates", arguments: [
    (nil, false, RefreshInterval.timetable, SkipReason.offline),
    (Connectivity(isOnline: false), false, .timetable, .offline),
    (Connectivity(isMetered: true), false, .timetable, .metered),
    (Connectivity(isMetered: true), true, .timetable, nil),
    (Connectivity(), false, .never, .manual),
    (Connectivity(), false, .timetable, nil),
  ] as [(Connectivity?, Bool, RefreshInterval, SkipReason?)])
  func iconsAreFetchedUnderTheSameConditionsAsRates(
    connectivity: Connectivity?, isMeteredAllowed: Bool, interval: RefreshInterval, skipReason: SkipReason?
  ) {
    let machine = machine(
      .set(.refreshOnMetered, .flag(isMeteredAllowed)), .set(.refreshInterval, .text(interval.rawValue)),
      connectivity: connectivity)
    #expect(machine.state.skipReason == skipReason)
  }

  @Test("a picture that isn't square is centred in a transparent square")
  func aPictureThatIsntSquareIsCentredInATransparentSquare() throws {
    let wide = try #require(DecodedImage(width: 3, height: 1, pixels: Array(1...12)))
    let empty = [UInt8](repeating: 0, count: 12)
    #expect(wide.squared == DecodedImage(width: 3, height: 3, pixels: empty + Array(1...12) + empty))
    let tall = try #require(DecodedImage(width: 1, height: 2, pixels: Array(1...8)))
    let none: [UInt8] = [0, 0, 0, 0]
    #expect(tall.squared == DecodedImage(width: 2, height: 2, pixels: [1, 2, 3, 4] + none + [5, 6, 7, 8] + none))
    #expect(Self.picture?.squared == Self.picture)
  }
}

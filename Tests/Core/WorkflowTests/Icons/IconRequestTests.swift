// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursLocalCache
import KursModel
import KursNetwork
import KursStorage
import KursWorkflow
import Synchronization
import TestSupport
import Testing

/// Tests how the settings of icons change the requests for icons.
@Suite struct IconRequestTests {
  static let url = "https://www.ecb.europa.eu/favicon-32.png"

  let folder = TemporaryFolder()
  let clock = StageClock(evening)
  let network = FakeServer(failing: .timedOut)
  let core: Core
  let user: UserDatabase
  let services: AccountServices

  init() async throws {
    var environment = environment(folder)
    (environment.clock, environment.transport) = ({ [clock] in clock.now }, { [network] in network })
    environment.decodePicture = { _, _, _ in DecodedImage(width: 2, height: 1, pixels: [1, 2, 3, 255, 4, 5, 6, 255]) }
    core = try Core(environment)
    user = try core.openUser()
    services = await core.accountServices(of: await core.objects(user))
  }

  func mark() async -> DecodedImage? { await services.icon(.init(.ecb, at: Self.url), side: 64, scale: 1) }

  private static func picture(_ headers: HTTPHeaders = [:], _ bytes: [UInt8] = Pictures.png(3, 2)) -> FakeServer.Answer {
    { _ in HTTPResponse(status: 200, headers: headers, body: bytes, url: "") }
  }

  @Test("two simultaneous requests for an icon send one anonymous request")
  func twoSimultaneousRequestsForAnIconSendOneAnonymousRequest() async throws {
    let named = Mutex<[String]>([])
    network.answer { request in
      named.withLock { $0 += ["Authorization", "Cookie", "Referer"].filter { request.headers[$0] != nil } }
      return HTTPResponse(
        status: 200, headers: ["Content-Type": "application/octet-stream"], body: Pictures.png(3, 2), url: "")
    }
    await core.settings.connectivityChanged(Connectivity())
    async let (first, second) = (mark(), mark())
    let (both, size) = (await (first, second), await mark()?.width)
    #expect(both.0 != nil)
    #expect(both.0 == both.1)
    #expect(size == 2)
    #expect(network.urls == [Self.url])
    #expect(named.withLock { $0 } == [])
    await services.end()
  }

  @Test("a refused icon is not requested again for five minutes")
  func aRefusedIconIsNotRequestedAgainForFiveMinutes() async throws {
    network.answer(Self.picture(["Content-Type": "image/png"], Array("<html><svg/></html>".utf8)))
    await core.settings.connectivityChanged(Connectivity())
    #expect(await mark() == nil)
    clock.advance(seconds: 299)
    #expect(await mark() == nil)
    #expect(network.urls.count == 1)
    network.answer(Self.picture())
    clock.advance(seconds: 1)
    #expect(await mark() != nil)
    await services.end()
  }

  @Test("a site without an icon gets no second request") func aSiteWithoutAnIconGetsNoSecondRequest() async throws {
    network.answer { _ in HTTPResponse(status: 404, url: "") }
    await core.settings.connectivityChanged(Connectivity())
    #expect(await mark() == nil)
    clock.advance(seconds: 300)
    #expect(await mark() == nil)
    #expect(network.urls.count == 1)
    await services.end()
  }

  @Test("icons load only if connection and settings allow requests")
  func iconsLoadOnlyIfConnectionAndSettingsAllowRequests() async throws {
    network.answer(Self.picture())
    #expect(await mark() == nil)
    await core.settings.connectivityChanged(Connectivity(isMetered: true))
    #expect(await mark() == nil)
    await core.settings.connectivityChanged(Connectivity())
    await core.settings.did(.set(.offline, .flag(true)))
    #expect(await mark() == nil)
    #expect(network.urls == [])
    await core.settings.did(.set(.offline, .flag(false)))
    // The skipped requests left no result behind, so the icon is requested at once.
    #expect(await mark() != nil)
    #expect(network.urls.count == 1)
    await services.end()
  }

  @Test("an icon is kept for a month, whatever its HTTP headers say")
  func anIconIsKeptForAMonthWhateverItsHTTPHeadersSay() async throws {
    network.answer(Self.picture(["Cache-Control": "max-age=60", "ETag": "\"7\""]))
    await core.settings.connectivityChanged(Connectivity())
    #expect(await mark() != nil)
    clock.advance(seconds: 30 * 86_400 - 1)
    #expect(await mark() != nil)
    #expect(network.urls.count == 1)
    network.answer { request in
      let status = request.headers["If-None-Match"] == "\"7\"" ? 304 : 500
      return HTTPResponse(status: status, url: "")
    }
    clock.advance(seconds: 1)
    #expect(await mark() != nil)
    #expect(network.urls.count == 2)
    await services.end()
  }

  @Test("removing a member also removes the icon of the member's team")
  func removingAMemberAlsoRemovesTheIconOfTheMembersTeam() async throws {
    network.answer(Self.picture())
    await core.settings.connectivityChanged(Connectivity())
    let ada = MemberID("00000000-0000-4000-8000-aaaaaaaaaaaa", at: "https://kurs.example")
    let team = IconPlan.Request(try #require(Team(of: ada)).id, at: "https://kurs.example/api/v1/mark/")
    for _ in 1...2 { #expect(await services.icon(team, side: 64, scale: 1) != nil) }
    #expect(await mark() != nil)
    #expect(network.urls == [team.address, Self.url])
    let member = Member(id: ada, server: "https://kurs.example", email: "ada@example.org", name: "Ada")
    try await user.save(member, isSignedIn: true, at: evening)
    try await user.startLeaving(member, .sessionEnded, at: evening)
    await services.account.start()
    await services.account.finishRemovals()
    network.answer { _ throws(NetworkError) in throw .timedOut }
    #expect(await services.icon(team, side: 64, scale: 1) == nil)
    #expect(await mark() != nil)
    await services.end()
  }

  @Test("signing out removes the member's pictures but not the providers' icons")
  func signingOutRemovesTheMembersPicturesButNotTheProvidersIcons() async throws {
    network.answer(Self.picture())
    await core.settings.connectivityChanged(Connectivity())
    let (avatar, asAda) = ("https://kurs.example/avatar", core.imageCache(headers: { _ in ["Authorization": "Bearer a"] }))
    _ = try await asAda.image(avatar, member: "ada")
    #expect(await mark() != nil)
    try await services.images.wipe("ada")
    network.answer { _ throws(NetworkError) in throw .timedOut }
    // Reads the disk with a new cache. The old cache still has the decoded picture, which would hide a missing file.
    let marks = try await core.imageCache().image(Self.url)
    #expect((marks.width, marks.height) == (3, 2))
    await #expect(throws: ImageUnavailable.self) { _ = try await asAda.image(avatar, member: "ada") }
    #expect(network.urls == [avatar, Self.url, avatar])
    await services.end()
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursCore
import KursItems
import KursModel
import KursNetwork
import KursStorage
import Testing
import TestSupport

/// Refreshes each provider from its fixtures, with real sockets, libcurl, cache, schemas and checks of the rates.
@Suite struct ProviderRefreshTests {
  /// The responses to a first refresh of each provider that needs no key. `part`: the part of the request's path that
  /// selects the response.
  static let keyless: [(id: String, documents: [(part: String, file: String)])] = [
    ("ecb", [("/", "latest.xml")]), ("frankfurter", [("/", "latest.json")]), ("frankfurter-v2", [("/", "latest.json")]),
    ("boc", [("/", "latest.json")]), ("nbp", [("tables/A", "latest-a.json"), ("tables/B", "latest-b.json"), ("tables/C", "latest-c.json")]),
    ("cbr", [("/", "latest.xml")]), ("nbu", [("/", "span.json")]), ("cnb", [("/", "latest.json")]),
    ("norges-bank", [("/", "latest.csv")]), ("rba", [("/", "latest.csv")]), ("boi", [("/", "span.csv")]),
    ("tcmb", [("/", "latest.xml")]), ("open-er-api", [("/", "latest.json")]), ("floatrates", [("/", "latest.json")]),
    ("nbrb", [("/", "latest.json")]), ("bnr", [("/", "latest.xml")]), ("inforeuro", [("/", "month.json")]),
    ("hmrc", [("/", "month.xml")]), ("us-treasury", [("/", "latest.json")]), ("bazg", [("/", "month.xml")]),
    ("bmf", [("/", "year.csv")]),
    ("coingecko", [("/", "latest.json")]),
  ]
  static let keyed = [
    ("openexchangerates", "/api/latest.json?app_id=s3cret"), ("exchangerate-api", "/v6/s3cret/latest/USD"),
    ("fixer", "/api/latest?access_key=s3cret"), ("fixer-apilayer", "/fixer/latest"),
    ("exchangeratesapi", "/v1/latest?access_key=s3cret"), ("currencylayer", "/live?access_key=s3cret"),
    ("exchangerate-host", "/live?source=USD&access_key=s3cret"),
  ]

  @Test("the refresh tests include every provider, with or without an API key")
  func theRefreshTestsIncludeEveryProviderWithOrWithoutAnAPIKey() {
    let asked = Set(Self.keyless.map(\.id) + Self.keyed.map(\.0))
    #expect(asked == Set(ProviderDefinition.all.map(\.provider.id.name)))
  }

  @Test("a first refresh stores all rates of the provider's response", arguments: keyless.map(\.id))
  func aFirstRefreshStoresAllRatesOfTheProvidersResponse(id: String) async throws {
    let documents = try #require(Self.keyless.first { $0.id == id }).documents
    let folder = TemporaryFolder()
    let served = try documents.map { ($0.part, try Data(contentsOf: URL(filePath: Fixtures.path(id, "\($0.file)")))) }
    let server = try FakeServer.listening()
    let stored = try await Self.serving(folder, server) { request in
      (200, served.first { request.contains($0.0) }?.1 ?? Data())
    } body: { core, address async throws in
      try await core.rates.refresh(ProviderID(id), address: address)
      let waiting = try await core.rates.quarantined()
      #expect(waiting.map(\.suspect) == [])
      return try await Self.lines(in: folder, of: ProviderID(id))
    }
    var expected = Set<String>()
    for document in documents { expected.formUnion(try Self.quotes(id, document.file)) }
    if id == "inforeuro" { expected = Set(expected.map { $0.replacing("2026-03-01", with: "2026-10-01") }) }
    // For the ECB, the stored rates also contain the bundled history. So only the days of the response are compared.
    let days = Set(expected.map { $0.suffix(10) })
    let fetched = id == "ecb" ? stored.filter { days.contains($0.suffix(10)) } : stored
    #expect(fetched.subtracting(expected).sorted() == [])
    #expect(expected.subtracting(fetched).sorted() == [])
    #expect(server.requests.count <= 3)
  }

  @Test("an API key is sent where the provider expects it", arguments: keyed)
  func anAPIKeyIsSentWhereTheProviderExpectsIt(id: String, path: String) async throws {
    let folder = TemporaryFolder()
    let body = try Data(contentsOf: URL(filePath: Fixtures.path(id, "latest.json")))
    let server = try FakeServer.listening()
    let stored = try await Self.serving(folder, server) { _ in (200, body) } body: { core, address async throws in
      try await core.rates.refresh(ProviderID(id), address: address, key: ProviderKey("s3cret"))
      return try await Self.lines(in: folder, of: ProviderID(id))
    }
    #expect(server.urls == [path])
    #expect(server.requests.map { $0.headers["apikey"] } == (path.contains("s3cret") ? [nil] : ["s3cret"]))
    #expect(stored == (try Self.quotes(id, "latest.json")))
    // Nothing stored on disk contains the key.
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let name = files?.nextObject() as? String {
      let bytes = FileManager.default.contents(atPath: folder.path + "/" + name) ?? Data()
      #expect(bytes.range(of: Data("s3cret".utf8)) == nil, "\(name)")
    }
  }

  @Test("an API key is never printed and never sent unencrypted")
  func anAPIKeyIsNeverPrintedAndNeverSentUnencrypted() async throws {
    let key = try #require(ProviderKey("s3cret"))
    #expect(!"\(key) \(String(reflecting: key))".contains("s3cret"))
    #expect(ProviderKey("a&b=c") == nil && ProviderKey("../x") == nil && ProviderKey("") == nil)
    let core = try Core(environment(TemporaryFolder()))
    await #expect(throws: RatesFailure.api(provider: .fixer, .unreachable(.security))) {
      try await core.rates.refresh(.fixer, address: "http://data.fixer.io", key: key)
    }
  }

  @Test("an error inside a response with status 200 fails the refresh")
  func anErrorInsideAResponseWithStatus200FailsTheRefresh() async throws {
    let body = Data(#"{"success":false,"error":{"code":105,"type":"base_currency_access_restricted"}}"#.utf8)
    let folder = TemporaryFolder()
    try await Self.serving(folder) { _ in (200, body) } body: { core, address async throws in
      let expected = RatesFailure.document(
        provider: .fixer, .refusedBySource("base_currency_access_restricted"))
      await #expect(throws: expected) {
        try await core.rates.refresh(.fixer, address: address, key: ProviderKey("s3cret"))
      }
      #expect(try await Self.lines(in: folder, of: .fixer).isEmpty)
    }
  }

  @Test("a provider's error message is shortened, without control characters or API key")
  func aProvidersErrorMessageIsShortenedWithoutControlCharactersOrAPIKey() async throws {
    let word = #"Key s3cret of s3cret is \u001b[31mbad\u0007\r\n"# + String(repeating: "x", count: 5000)
    let body = Data((#"{"success":false,"error":{"type":""# + word + #""}}"#).utf8)
    let folder = TemporaryFolder()
    try await Self.serving(folder) { _ in (200, body) } body: { core, address async throws in
      let failure = await #expect(throws: RatesFailure.self) {
        try await core.rates.refresh(.fixer, address: address, key: ProviderKey("s3cret"))
      }
      if case .document(.fixer, .refusedBySource(let shown)) = failure {
        #expect(shown.hasPrefix("Key ••• of ••• is ␛[31mbad␇↵↵xxx"))
        #expect(shown.count == 121)
      } else {
        Issue.record("refused with \(String(describing: failure))")
      }
    }
  }

  @Test("every occurrence of an API key in a text is masked", arguments: [
    ("a s3cret", "a •••"), ("s3crets3cret", "••••••"), ("nothing", "nothing"), ("", ""), ("S3CRET", "S3CRET"),
  ]) func everyOccurrenceOfAnAPIKeyInATextIsMasked(text: String, shown: String) throws {
    #expect(try #require(ProviderKey("s3cret")).blanked(in: text) == shown)
  }

  @Test("Retry-After is read as seconds and as a date", .fault("Q12"), arguments: [
    ("120", nil, 120), ("Fri, 30 Oct 2026 17:02:30 GMT", "Fri, 30 Oct 2026 17:00:00 GMT", 150), ("soon", nil, nil),
    ("-5", nil, nil), ("Fri, 30 Oct 2026 16:00:00 GMT", "Fri, 30 Oct 2026 17:00:00 GMT", 0),
  ])
  func retryAfterIsReadAsSecondsAndAsADate(retryAfter: String, date: String?, seconds: Int?) async throws {
    var headers: HTTPHeaders = ["Retry-After": retryAfter]
    headers["Date"] = date
    let folder = TemporaryFolder()
    for (status, error) in [
      (429, APIError.tooManyRequests(retryAfter: seconds)),
      (503, seconds.map { .unavailable(retryAfter: $0) } ?? .status(503)),
    ] {
      try await Self.serving(folder, headers: headers) { _ in (status, Data()) } body: {
        core, address async throws -> Void in
        await #expect(throws: RatesFailure.api(provider: .nbp, error)) {
          try await core.rates.refresh(.nbp, address: address)
        }
      }
    }
  }

  @Test("if a provider's second request fails, the first response's rates stay stored")
  func ifAProvidersSecondRequestFailsTheFirstResponsesRatesStayStored() async throws {
    let table = try Data(contentsOf: URL(filePath: Fixtures.path("nbp", "latest-a.json")))
    let folder = TemporaryFolder()
    try await Self.serving(folder) { request in
      request.contains("tables/A") ? (200, table) : (500, Data())
    } body: { core, address async throws -> Void in
      var updates = await core.rates.updates().makeAsyncIterator()
      do {
        try await core.rates.refresh(.nbp, address: address)
        Issue.record("no failure")
      } catch RatesFailure.partly(let changed, .api(.nbp, .status(500))) {
        #expect(changed > 0)
      }
      while let update = await updates.next() {
        if case .newest(.nbp, _) = update { break }
      }
      #expect(try await !core.rates.table(of: .nbp, on: nil).isEmpty)
    }
  }

  @Test("single days for which the server responds 404 count as holidays")
  func singleDaysForWhichTheServerResponds404CountAsHolidays() async throws {
    let sheet = try Data(contentsOf: URL(filePath: Fixtures.path("tcmb", "latest.xml")))
    let dated = String(decoding: sheet, as: UTF8.self).replacing("15.03.2016", with: "27.10.2026")
      .replacing("03/15/2016", with: "10/27/2026")
    // Replaces the values by values close to the bundled rates of that day, so that no rate is quarantined.
    let rates = ["2.8764": "49.7364", "2.8815": "49.8384", "2.5472": "31.4069", "2.5641": "31.6569"]
    let text = rates.reduce(dated) { $0.replacing($1.key, with: $1.value) }
    let (folder, server) = (TemporaryFolder(), try FakeServer.listening())
    try await Self.serving(folder, server) { request in
      request.hasSuffix("today.xml") ? (200, Data(text.utf8)) : (404, Data("<html/>".utf8))
    } body: { core, address async throws in
      #expect(try await core.rates.refresh(.tcmb, address: address).changed == 7)
      #expect(try await core.rates.refresh(.tcmb, address: address).changed == 0)
    }
    #expect(
      server.urls == [
        "/kurlar/today.xml", "/kurlar/202610/30102026.xml", "/kurlar/202610/29102026.xml", "/kurlar/202610/28102026.xml",
        // The server had no rates for any of the days. So the newest rates are requested to check that the URL is
        // right.
        "/kurlar/today.xml",
      ])
  }

  @Test(
    "if the server responds 404 for a whole month, refreshing fails",
    arguments: ["nbp", "tcmb", "norges-bank", "boi", "bnr"])
  func ifTheServerResponds404ForAWholeMonthRefreshingFails(id: String) async throws {
    try await Self.serving(TemporaryFolder()) { _ in (404, Data()) } body: { core, address async throws -> Void in
      await #expect(throws: RatesFailure.api(provider: ProviderID(id), .status(404))) {
        try await core.rates.refresh(ProviderID(id), over: day("2026-10-01")...day("2026-10-31"), address: address)
      }
    }
  }

  @Test("days missing from a file of all past rates count as holidays")
  func daysMissingFromAFileOfAllPastRatesCountAsHolidays() async throws {
    let text = try String(contentsOfFile: Fixtures.path("rba", "latest.csv"), encoding: .utf8)
    let head = text.split(separator: "03-Jan", maxSplits: 1)[0]
    // 5 October, Labour Day in New South Wales, has no rate. The timetable doesn't know this holiday.
    let rows = ["01", "02", "06"].map { "\($0)-Oct-2026,0.6950,61,4.66,109.8," }
    let document = Data((head + rows.joined(separator: "\n") + "\n").utf8)
    try await Self.serving(TemporaryFolder()) { _ in (200, document) } body: { core, address async throws -> Void in
      try await core.rates.refresh(ProviderID("rba"), address: address)
      let route = try await core.rates.ratesInUse(by: .before, on: day("2026-10-06"), of: [ProviderID("rba")]).resolver
        .route(from: currency("AUD"), to: .usd)
      #expect(route.observed == day("2026-10-02"))
    }
  }

  @Test("missing days are requested from the smallest files that have them", arguments: [
    (
      "nbp", 200,
      [
        "/A/2026-07-30/2026-10-30/", "/B/2026-07-30/2026-10-30/", "/C/2026-07-30/2026-10-30/",
        "/A/2026-04-28/2026-07-29/",
      ]
    ),
    ("nbp", 1, ["/A/?", "/B/?"]), ("ecb", 80, ["hist-90d"]), ("ecb", 300, ["startPeriod=2026-01-03&endPeriod=2026-10-30"]),
    ("cbr", 3, ["date_req=30/10/2026", "date_req=29/10/2026", "date_req=28/10/2026"]),
    ("nbu", 2, ["start=20261028&end=20261103"]), ("inforeuro", 29, ["year=2026&month=10"]), ("inforeuro", 30, ["year=2026&month=10"]),
    ("inforeuro", 120, ["year=2026&month=10", "year=2026&month=9", "year=2026&month=8"]),
    ("hmrc", 60, ["monthly_xml_2026-10.xml", "monthly_xml_2026-9.xml"]), ("bazg", 40, ["xmlavgmonth?j=2026&m=10"]),
    ("bmf", 60, ["uu-kurse-2026-csv.csv"]), ("bmf", 310, ["uu-kurse-2026-csv.csv", "uu-kurse-2025-csv.csv"]),
    ("us-treasury", 122, ["record_date%3Agte%3A2026-06-30,record_date%3Alte%3A2026-10-30"]),
    ("inforeuro", 310, ["year=2026&month=10", "year=2026&month=9"]),
    ("frankfurter", 30, ["/v1/2026-09-30..2026-10-30"]), ("bnr", 5, ["10days"]), ("rba", 400, ["f11.1-data.csv"]),
  ])
  func missingDaysAreRequestedFromTheSmallestFilesThatHaveThem(id: String, gap: Int, parts: [String]) throws {
    let endpoints = try #require(ProviderDefinition.endpoints(of: ProviderID(id)))
    let requests = endpoints.requests(closing: gap, today: day("2026-10-30"))
    let paths = requests.map(\.command.path)
    #expect(paths.count >= parts.count)
    for (path, part) in zip(paths, parts) { #expect(path.contains(part), "\(path)") }
    #expect(paths.allSatisfy { !$0.contains("{") })
    #expect(requests.count <= ProviderEndpoints.spansAtOnce + 2)
    #expect(Set(paths).count == paths.count)
  }

  @Test("a web page or a partial response is refused", .fault("J10"), arguments: [
    (200, "text/html; charset=utf-8", APIError.notJSON(offset: 0)), (206, "application/json", .status(206)),
  ] as [(Int, String, APIError)])
  func aWebPageOrAPartialResponseIsRefused(status: Int, type: String, error: APIError) async throws {
    let body = try Data(contentsOf: URL(filePath: Fixtures.path("frankfurter", "latest.json")))
    let folder = TemporaryFolder()
    try await Self.serving(folder, headers: ["Content-Type": type]) { _ in (status, body) } body: {
      core, address async throws -> Void in
      await #expect(throws: RatesFailure.api(provider: .frankfurter, error)) {
        try await core.rates.refresh(.frankfurter, address: address)
      }
      #expect(try await Self.lines(in: folder, of: .frankfurter).isEmpty)
    }
  }
}

extension ProviderRefreshTests {
  static func serving<T: Sendable>(
    _ folder: TemporaryFolder, _ server: FakeServer? = nil, headers: HTTPHeaders = [:], now: Timestamp = evening,
    _ answer: @escaping @Sendable (String) -> (Int, Data),
    body: @Sendable (Core, String) async throws -> T
  ) async throws -> T {
    let server = try server ?? .listening()
    defer { server.stop() }
    server.answer { request in
      let (status, body) = answer(request.url)
      return HTTPResponse(status: status, headers: headers, body: Array(body), url: "")
    }
    var environment = environment(folder)
    environment.clock = { now }
    let network = LiveNetwork(version: "test", cacheFolder: folder.path + "/cache")
    environment.transport = { network.transport }
    return try await body(try Core(environment), server.address)
  }

  static func quotes(_ id: String, _ file: String) throws -> Set<String> {
    let name = file.split(separator: ".").dropLast().joined(separator: ".")
    let text = try String(contentsOfFile: Fixtures.path(id, "\(name).quotes"), encoding: .utf8)
    return Set(text.split(separator: "\n").map(String.init))
  }

  static func lines(in folder: TemporaryFolder, of id: ProviderID) async throws -> Set<String> {
    let database = try RatesDatabase(path: folder.path + "/data/rates.sqlite")
    var lines = Set<String>()
    for pair in try await database.pairs(of: id) {
      for observation in try await database.observations(
        of: id, base: pair.base, counter: pair.counter, side: pair.side, from: day("1990-01-01"), to: day("2030-01-01"))
      {
        let side = pair.side == .middle ? "" : " \(pair.side.rawValue)"
        let unit = observation.unit.exponent ?? .max
        lines.insert("\(pair.base) \(pair.counter) \(unit) \(observation.value.text) \(observation.day)\(side)")
      }
    }
    return lines
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursAPI
public import KursModel

public struct ProviderDefinition: Sendable {
  public let provider: Provider
  public let forms: [DocumentForm]
  public let endpoints: ProviderEndpoints
  public let read: @Sendable (SourceDocument) throws(ItemError) -> any QuoteReader

  public static let all: [ProviderDefinition] = [
    .ecb, .frankfurter, .frankfurterV2, .bankOfCanada, .nbp, .cbr, .nbu, .cnb, .norgesBank, .rba, .bankOfIsrael,
    .tcmb, .openExchangeRateAPI, .floatRates, .nbrb, .bnr, .inforEuro, .hmrc, .usTreasury, .bazg, .bmf,
    .openExchangeRates, .exchangeRateAPI, .fixer, .fixerByAPILayer, .exchangeRatesAPI, .currencyLayer,
    .exchangeRateHost, .coinGecko,
  ]

  init(
    provider: Provider, forms: [DocumentForm], asked endpoints: ProviderEndpoints,
    read: @escaping @Sendable (SourceDocument) throws(ItemError) -> any QuoteReader
  ) {
    (self.provider, self.forms, self.endpoints, self.read) = (provider, forms, endpoints, read)
  }

  /// Reads a server's response. Throws `.empty` for an empty response, and `.page` for a web page.
  public func rates(in document: SourceDocument) throws(ItemError) -> any QuoteReader {
    if document.bytes.isEmpty { throw .empty }
    do throws(ItemError) { return try read(document) } catch {
      throw error == .foreign && document.isPage ? .page : error
    }
  }

  public static func endpoints(of id: ProviderID) -> ProviderEndpoints? {
    all.first { $0.provider.id == id }?.endpoints ?? (id.isTeam ? .team : nil)
  }
}

public enum DocumentForm: String, Hashable, Sendable {
  case json = "JSON"
  case xml = "XML"
  case csv = "CSV"
  case zip = "ZIP"
  case text = "TXT"
}

public struct SourceDocument: Sendable {
  public let bytes: [UInt8]
  /// The response as JSON. Nil if the endpoint has no schema.
  public let json: JSONValue?
  /// The requested day. It is needed for responses that don't contain their day.
  public let day: Day?

  public init(bytes: [UInt8], json: JSONValue? = nil, day: Day? = nil) {
    self.bytes = bytes
    self.json = json
    self.day = day
  }

  /// Whether the bytes are a web page, which servers send if the requested file has moved.
  var isPage: Bool {
    let start = String(decoding: bytes.prefix(64), as: UTF8.self).lowercased()
      .trimmed { $0.isWhitespace || $0 == "\u{FEFF}" }
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// Returns the response as JSON. Throws `.foreign` if it isn't JSON.
  func value() throws(ItemError) -> JSONValue {
    if let json { return json }
    guard let value = try? JSONReader().read(bytes) else { throw .foreign }
    return value
  }
}

extension ProviderDefinition {
  init(
    json provider: Provider, asked endpoints: ProviderEndpoints,
    _ read: @escaping @Sendable (JSONValue, inout QuoteRows) throws(ItemError) -> Void
  ) {
    self.init(provider: provider, forms: [.json], asked: endpoints) { document throws(ItemError) in
      var rows = QuoteRows(provider)
      try read(try document.value(), &rows)
      return WholeDocument(try rows.batch())
    }
  }

  init(
    text provider: Provider, _ form: DocumentForm, asked endpoints: ProviderEndpoints,
    _ read: @escaping @Sendable ([UInt8], inout QuoteRows) throws(ItemError) -> Void
  ) {
    self.init(provider: provider, forms: [form], asked: endpoints) { document throws(ItemError) in
      var rows = QuoteRows(provider)
      try read(document.bytes, &rows)
      return WholeDocument(try rows.batch())
    }
  }
}

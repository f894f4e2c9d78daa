// SPDX-License-Identifier: GPL-3.0-or-later

import JSONSchema
import KursAPI
public import KursModel

public struct DescribedProvider: Sendable {
  public static let limit = 1 << 16

  public let id: ProviderID
  public let bytes: [UInt8]
  let name: String
  let home: Currency
  let address: String
  let key: KeyPlacement
  let latest: [Endpoint]
  let days: (command: Endpoint, atOnce: Int)?
  let history: Endpoint?
  let firstDay: Day
  let carryLimit: Int
  let publication: Publication
  let terms: String
  let layout: DescribedLayout

  private var endpoints: ProviderEndpoints {
    ProviderEndpoints(
      address: address, key: key, latest: latest,
      span: days.map { ProviderEndpoints.Span(command: $0.command, days: $0.atOnce) }, history: history)
  }

  public var items: ProviderDefinition {
    let provider = Provider(
      id: id, publisher: name, home: home, firstDay: firstDay, carryLimit: carryLimit, terms: terms,
      direction: layout.direction, basis: layout.values[.middle] == nil ? .midOfBuyingAndSelling : .published,
      publication: publication)
    return ProviderDefinition(provider: provider, forms: [layout.format.form], asked: endpoints) {
      [layout] document throws(ItemError) in
      var rows = QuoteRows(provider)
      try layout.read(document, into: &rows)
      return WholeDocument(try rows.batch())
    }
  }
}

public struct ProviderFileFault: Error, Hashable, Sendable {
  public enum Expected: String, Hashable, Sendable, CaseIterable {
    case json, version, identifier, name, currency, address, path, placeholder, format, place, column, dayForm,
      direction
    case key, number, mark, rhythm, day
    case known
    case pair
    case shorter
  }

  /// A JSON pointer to the fault. Empty if the fault concerns the whole file.
  public let place: String
  public let expected: Expected

  public init(_ expected: Expected, at place: String) {
    (self.expected, self.place) = (expected, place)
  }
}

extension DescribedProvider {
  /// Reads a provider file strictly. Unknown members are errors.
  public init(_ bytes: [UInt8]) throws(ProviderFileFault) {
    let file = try ProviderFile(bytes)
    let name = try file.required("id", .identifier)
    guard let id = ProviderID(name: name), name.utf8.count <= 32, !id.isTeam, name != "team",
      !ProviderDefinition.all.contains(where: { $0.provider.id == id })
    else { throw file.fault(.identifier, "id") }
    (self.id, self.bytes) = (id, bytes)
    self.name = try file.required("name", .name)
    guard (1...80).contains(self.name.count), self.name.unicodeScalars.allSatisfy({ !$0.properties.isBidiControl }),
      self.name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw file.fault(.name, "name") }
    guard let home = Currency(try file.required("home", .currency)) else { throw file.fault(.currency, "home") }
    self.home = home
    guard let address = ServerAddress(try file.required("address", .address)), address.text.contains("://") else {
      throw file.fault(.address, "address")
    }
    self.address = address.text
    key = try file.keyPlacement()
    layout = try file.layout()
    let takesKey = key == .path
    var latest: [Endpoint] = []
    if let paths = file.value["latest"]?.array {
      guard (1...4).contains(paths.count) else { throw file.fault(.path, "latest") }
      for (index, path) in paths.enumerated() {
        let place = "latest/\(index)"
        guard let path = path.string,
          let command = try file.command(
            place, as: index == 0 ? "latest" : "latest-\(index)", layout.format, takesKey: takesKey, at: path)
        else { throw file.fault(.path, place) }
        latest.append(command)
      }
    } else if let command = try file.command("latest", as: "latest", layout.format, takesKey: takesKey) {
      latest = [command]
    }
    self.latest = latest
    let atOnce = try file.number("days-at-once", 1...3660, else: 1)
    days = try file.command("days", as: "days", layout.format, takesKey: takesKey).map { ($0, atOnce) }
    history = try file.command("history", as: "history", layout.format, takesKey: takesKey)
    guard !latest.isEmpty || days != nil || history != nil else { throw file.fault(.path, "latest") }
    carryLimit = try file.number("carry", 1...800, else: 14)
    publication = try file.publication()
    let first = try file.text("first-day", .day)
    guard let firstDay = first.map({ Day(iso: $0) }) ?? Day(number: 0) else { throw file.fault(.day, "first-day") }
    self.firstDay = firstDay
    terms = try file.text("terms", .address) ?? ""
    guard terms.isEmpty || terms.hasPrefix("https://") && terms.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw file.fault(.address, "terms")
    }
  }
}

extension ProviderFile {
  /// Reads the key's position in a request: `query:access_key`, `header:X-Key`, or `path` if paths contain `{key}`.
  fileprivate func keyPlacement() throws(ProviderFileFault) -> KeyPlacement {
    guard let text = try text("key", .key) else { return .none }
    if text == "path" { return .path }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, (1...64).contains(parts[1].utf8.count),
      parts[1].utf8.allSatisfy({ byte in
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8.contains(byte)
      })
    else { throw fault(.key, "key") }
    switch parts[0] {
    case "query": return .query(parts[1])
    // The connection sets the headers in this list itself, so none of them can contain a key.
    case "header"
    where !["host", "accept", "cookie", "connection", "cache-control", "content-length", "transfer-encoding"].contains(
      parts[1].lowercased()):
      return .header(parts[1])
    default: throw fault(.key, "key")
    }
  }

  fileprivate func publication() throws(ProviderFileFault) -> Publication {
    let rhythms: [String: Publication.Rhythm] = [
      "hourly": .hourly, "daily": .daily, "working-days": .workingDays, "monthly": .monthly,
      "irregularly": .irregular,
    ]
    return Publication(try word("comes-out", rhythms, .rhythm) ?? .irregular, hours: 0...24, grace: 2)
  }

  fileprivate func layout() throws(ProviderFileFault) -> DescribedLayout {
    guard let format = DescribedLayout.Format(rawValue: try required("format", .format)) else {
      throw fault(.format, "format")
    }
    let rows = try rows(of: format)
    let stars = rows.filter { $0 == "*" }.count
    let both = has("base") || has("quote")
    guard both != has("currency"), !both || !has("direction") else { throw fault(.pair, "currency") }
    let directions: [String: Provider.Direction] = ["home-per-other": .homePerOther, "others-per-home": .othersPerHome]
    let direction = both ? .statedPerRow : try word("direction", directions, .direction)
    guard let direction else { throw fault(.direction, "direction") }
    guard let dayForm = DescribedDay(try text("day-form", .dayForm) ?? "yyyy-MM-dd") else {
      throw fault(.dayForm, "day-form")
    }
    let comma = try word("decimal", [".": false, ",": true], .mark) ?? false
    let separators = [
      ",": UInt8(ascii: ","), ";": UInt8(ascii: ";"), "|": UInt8(ascii: "|"), "tab": UInt8(ascii: "\t"),
    ]
    for name in ["separator", "skip"] where format != .csv && has(name) { throw fault(.known, name) }
    return DescribedLayout(
      format: format, rows: rows, currency: both ? nil : try place("currency", format, stars),
      pair: both ? (try place("base", format, stars), try place("quote", format, stars)) : nil,
      values: try values(format, stars),
      unit: try place("unit", format, stars, else: .fixed("1")), day: try place("day", format, stars, else: .asked),
      dayForm: dayForm, direction: direction, hasDecimalComma: comma,
      separator: try word("separator", separators, .mark) ?? separators[","] ?? 0x2C,
      skipped: try number("skip", 0...100, else: 0))
  }

  /// Reads the locations of the middle, buying and selling rates. Without the middle rate, both others are required.
  private func values(
    _ format: DescribedLayout.Format, _ stars: Int
  ) throws(ProviderFileFault) -> [QuoteSide: DescribedPlace] {
    var values: [QuoteSide: DescribedPlace] = [:]
    for side in [QuoteSide.buying, .selling] where has(side.rawValue) {
      if format == .csv, stars > 0 { throw fault(.known, side.rawValue) }
      values[side] = try place(side.rawValue, format, stars)
    }
    if values.count == 2, !has("value") { return values }
    if values.count == 1, !has("value") { throw fault(format == .csv ? .column : .place, "value") }
    values[.middle] = try place("value", format, stars, else: .row([]))
    return values
  }

  private func rows(of format: DescribedLayout.Format) throws(ProviderFileFault) -> [String] {
    let text = try text("rows", .place)
    if format == .csv {
      guard text == nil || text == "*" else { throw fault(.place, "rows") }
      return text == nil ? [] : ["*"]
    }
    guard let text, text.hasPrefix("/"), let steps = DescribedPlace.steps(text.dropFirst()) else {
      throw fault(.place, "rows")
    }
    return steps
  }

  private func place(
    _ name: String, _ format: DescribedLayout.Format, _ stars: Int, else other: DescribedPlace? = nil
  ) throws(ProviderFileFault) -> DescribedPlace {
    let expected: ProviderFileFault.Expected = format == .csv ? .column : .place
    guard let member = value[name] else {
      if let other, format != .csv || name != "value" || stars > 0 { return other }
      throw fault(expected, name)
    }
    if let number = member.number {
      guard let integer = number.integer, integer > 0 else { throw fault(expected, name) }
      return name == "unit" ? .fixed(number.text) : format == .csv ? .row([String(integer)]) : try refuse(name)
    }
    guard let text = member.string, text.utf8.count <= 256 else { throw fault(expected, name) }
    if text == "asked", name != "day" { throw fault(expected, name) }
    if format == .csv {
      if text == "asked" { return .asked }
      if stars > 0, text == "*1" { return .star(1) }
      if stars > 0, text.isEmpty { return .row([]) }
      guard !text.isEmpty else { throw fault(expected, name) }
      return .row([text])
    }
    guard let place = DescribedPlace(text) else { throw fault(expected, name) }
    if case .star(let star) = place, star > stars { throw fault(expected, name) }
    return place
  }

  private func refuse(_ name: String) throws(ProviderFileFault) -> DescribedPlace { throw fault(.place, name) }
}

private struct ProviderFile {
  static let known: Set<String> = [
    "kurs-provider", "id", "name", "home", "address", "latest", "days", "days-at-once", "history", "format", "rows",
    "currency", "base", "quote", "value", "buying", "selling", "unit", "day", "day-form", "decimal", "separator", "skip",
    "direction", "key", "first-day", "carry", "comes-out", "terms",
  ]

  let value: JSONValue

  init(_ bytes: [UInt8]) throws(ProviderFileFault) {
    guard bytes.count <= DescribedProvider.limit else { throw ProviderFileFault(.shorter, at: "") }  // guards S23
    do { value = try JSONReader().read(bytes) } catch { throw ProviderFileFault(.json, at: "byte \(error.offset)") }
    guard let members = value.object?.members else { throw ProviderFileFault(.json, at: "") }
    guard value["kurs-provider"]?.number?.integer == 1 else { throw ProviderFileFault(.version, at: "/kurs-provider") }
    for member in members where !Self.known.contains(member.key) {
      throw ProviderFileFault(.known, at: "/" + String(member.key.prefix(64)))
    }
  }

  func has(_ name: String) -> Bool { value[name] != nil }

  func text(_ name: String, _ expected: ProviderFileFault.Expected) throws(ProviderFileFault) -> String? {
    guard let member = value[name] else { return nil }
    guard let text = member.string, text.utf8.count <= 2048 else { throw fault(expected, name) }
    return text
  }

  func required(_ name: String, _ expected: ProviderFileFault.Expected) throws(ProviderFileFault) -> String {
    guard let text = try text(name, expected) else { throw fault(expected, name) }
    return text
  }

  func number(_ name: String, _ range: ClosedRange<Int>, else other: Int) throws(ProviderFileFault) -> Int {
    guard let member = value[name] else { return other }
    guard let number = member.number?.integer, range.contains(number) else { throw fault(.number, name) }
    return number
  }

  func word<T>(
    _ name: String, _ words: [String: T], _ expected: ProviderFileFault.Expected
  ) throws(ProviderFileFault) -> T? {
    guard let text = try text(name, expected) else { return nil }
    guard let meaning = words[text] else { throw fault(expected, name) }
    return meaning
  }

  /// Reads an endpoint. Its path can't lead to another host. Braces in the path contain a day or the key.
  func command(
    _ name: String, as kind: String, _ format: DescribedLayout.Format, takesKey: Bool, at path: String? = nil
  ) throws(ProviderFileFault) -> Endpoint? {
    var written = path
    if written == nil { written = try text(name, .path) }
    guard let path = written else { return nil }
    guard path.hasPrefix("/"), !path.hasPrefix("//"), !path.contains("\\"), !path.contains("#"),
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw fault(.path, name) }
    var marks = Set<String>()
    for part in path.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: "}") else { throw fault(.placeholder, name) }
      let words = part[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard ["from", "to"].contains(words[0]) || words == ["key"] && takesKey,
        words.count == 1 || !words[1].isEmpty && words[1].allSatisfy({ "yMd-./_".contains($0) })
      else { throw fault(.placeholder, name) }
      marks.insert(words[0])
    }
    guard kind != "days" || marks.contains("from"), !takesKey || marks.contains("key") else {
      throw fault(.placeholder, name)
    }
    // Status 404 means no data, because a bank may have no table for a weekend.
    return Endpoint(
      kind, path: path, accept: format.accept, size: kind == "history" ? .history : .document,
      nothingStatus: kind == "days" ? 404 : nil, staysAtHost: true)
  }

  func fault(_ expected: ProviderFileFault.Expected, _ name: String) -> ProviderFileFault {
    ProviderFileFault(expected, at: "/" + name)
  }
}

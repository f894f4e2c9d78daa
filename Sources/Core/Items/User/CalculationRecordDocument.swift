// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
public import KursModel

/// A saved calculation as JSON, used in the database and the sync. Numbers are written as fractions such as `7/3`.
public enum CalculationRecordDocument {
  static let version = 2

  private static let names: Set<String> = [
    "version", "text", "lines", "result", "targets", "day", "default", "rule", "fee", "cash", "kept", "rates", "total",
    "no-targets",
  ]

  /// Writes a record as JSON. Copies JSON members that only a newer Kurs knows from `stored`, the text to be replaced.
  public static func text(of record: CalculationRecord, replacing stored: String? = nil) -> String {
    let total: JSONValue = record.total.map(json) ?? .null
    let fee: JSONValue =
      record.fee.map { .of([("share", .string($0.share.fraction)), ("direction", .string(name(of: $0.direction)))]) }
      ?? .null
    let rule: [(String, JSONValue)] = record.rule.map { [("rule", .string($0.name))] } ?? []
    let noTargets: [(String, JSONValue)] = record.hasNoTargets ? [("no-targets", true)] : []
    let before = stored.flatMap { try? JSONReader().read(Array($0.utf8)) }
    let lines = lines(of: record, before?["lines"]?.array ?? [])
    return JSONWriter().text(
      of: .of([
        ("version", .number(JSONNumber(version))), ("text", .string(record.text)), ("lines", .array(lines)),
        ("result", .string(record.result.code)), ("targets", .array(record.targets.map { .string($0.code) })),
        ("day", .of(record.day)), ("default", .of(record.defaultCurrency)), ("fee", fee),
        ("cash", .bool(record.isRoundedToCash)), ("kept", .string("\(record.savedAt.milliseconds)")),
        ("rates", .array(record.rates.map(UsedRateDocument.json))), ("total", total),
      ] + rule + noTargets + unknown(in: before, names)))
  }

  /// Returns the lines as JSON. Copies JSON members that only a newer Kurs knows from the `stored` lines.
  private static func lines(of record: CalculationRecord, _ stored: [JSONValue]) -> [JSONValue] {
    var others = stored.compactMap { value -> (identity: String, members: [(String, JSONValue)])? in
      let members = unknown(in: value, RecordedLineDocument.names)
      guard !members.isEmpty, let line = try? RecordedLineDocument.read(Fields(value: value, place: "")) else { return nil }
      return (line.identity, members)
    }
    return record.lines.map { line in
      let json = RecordedLineDocument.json(line)
      guard let place = others.firstIndex(where: { $0.identity == line.identity }) else { return json }
      return .of((json.object?.members ?? []).map { ($0.key, $0.value) } + others.remove(at: place).members)
    }
  }

  private static func unknown(in value: JSONValue?, _ names: Set<String>) -> [(String, JSONValue)] {
    (value?.object?.members ?? []).filter { !names.contains($0.key) }.map { ($0.key, $0.value) }
  }

  /// Reads a record. Ignores unknown JSON keys, but throws for a record of a newer version.
  public static func read(_ text: String) throws(ItemError) -> CalculationRecord {
    let value: JSONValue
    do { value = try JSONReader().read(Array(text.utf8)) } catch {
      throw .unreadable(place: "\(error.offset)", found: "")
    }
    let fields = Fields(value: value, place: "")
    guard (value["version"]?.number?.integer ?? 1) <= version else {
      throw .unreadable(place: "/version", found: value["version"]?.number?.text ?? "")
    }
    guard let kept = Int64(try fields.text("kept")) else {
      throw .unreadable(place: "/kept", found: try fields.text("kept"))
    }
    var record = CalculationRecord(
      text: try fields.text("text"), lines: try fields.each("lines", RecordedLineDocument.read),
      result: try fields.currency("result"), targets: fields.list("targets").compactMap { Currency($0) },
      day: try fields.present("day")?.day("day"), defaultCurrency: try fields.present("default")?.currency("default"),
      rule: try rule(fields), fee: try fields.inside("fee").map(fee), isRoundedToCash: value["cash"]?.bool ?? false,
      savedAt: Timestamp(milliseconds: kept), rates: try fields.each("rates", UsedRateDocument.read),
      total: try fields.inside("total").map(total))
    record.hasNoTargets = value["no-targets"]?.bool ?? false
    return record
  }

  /// Reads the rule by which rates are chosen. Throws for an unknown rule, because it could give another amount.
  private static func rule(_ fields: Fields) throws(ItemError) -> NamedRule? {
    guard fields.value["rule"] != nil else { return nil }
    let name = try fields.text("rule")
    guard let rule = NamedRule(name) else { throw .unreadable(place: "/rule", found: name) }
    return rule
  }

  private static func json(_ total: CalculationValue) -> JSONValue {
    switch total {
    case .money(let money): .of(money)
    case .number(let number): .of([("amount", .string(number.fraction))])
    case .percent(let share): .of([("percent", .string(share.fraction))])
    }
  }

  private static func total(_ fields: Fields) throws(ItemError) -> CalculationValue {
    if fields.value["currency"] != nil { return .money(try fields.money()) }
    if fields.value["percent"] != nil { return .percent(try fields.fraction("percent")) }
    return .number(try fields.fraction("amount"))
  }

  private static func fee(_ fields: Fields) throws(ItemError) -> Fee {
    let (share, direction) = (try fields.fraction("share"), try fields.text("direction"))
    guard let fee = Fee(percent: share * Rational(100), direction: direction == name(of: .iPay) ? .iPay : .iReceive)
    else { throw .unreadable(place: "\(fields.place)/share", found: share.fraction) }
    return fee
  }

  private static func name(of direction: Fee.Direction) -> String {
    switch direction {
    case .iPay: "pay"
    case .iReceive: "receive"
    }
  }
}

private enum RecordedLineDocument {
  static let names: Set<String> = [
    "sign", "text", "portable", "currency", "day", "note", "exact", "form", "unread",
  ]

  static func json(_ line: RecordedLine) -> JSONValue {
    .of([
      ("sign", line.sign == .minus ? "-" : "+"), ("text", .string(line.text)), ("portable", .string(line.portable)),
      ("currency", .of(line.currency)), ("day", .of(line.day)), ("note", .string(line.note)),
      ("exact", line.exact.map(JSONValue.of) ?? .null), ("form", line.form.isEmpty ? .null : .string(line.form)),
      ("unread", line.isUnread ? .bool(true) : .null),
    ])
  }

  static func read(_ fields: Fields) throws(ItemError) -> RecordedLine {
    RecordedLine(
      sign: try fields.text("sign") == "-" ? .minus : .plus, text: try fields.text("text"),
      portable: try fields.text("portable"), currency: try fields.present("currency")?.currency("currency"),
      day: try fields.present("day")?.day("day"), note: try fields.text("note"),
      exact: try fields.inside("exact")?.money(), form: fields.value["form"]?.string ?? "",
      isUnread: fields.value["unread"]?.bool ?? false)
  }
}

private enum UsedRateDocument {
  static func json(_ used: UsedRate) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("from", .of(used.from)), ("to", .of(used.to)), ("asked", .of(used.requestedDay)),
      ("value", .string(used.value.fraction)),
    ]
    members.append(("day", .of(used.rate.day)))
    if let own = used.rate.own {
      members.append(("own", json(own)))
    } else {
      members.append(("steps", .array(used.rate.legs.map(json))))
    }
    return .of(members)
  }

  static func read(_ fields: Fields) throws(ItemError) -> UsedRate {
    let (from, to, value) = (
      try fields.currency("from"), try fields.currency("to"), try fields.fraction("value")
    )
    let asked = try fields.present("asked")?.day("asked")
    let legs: [ConversionPath.Leg]
    if let own = try fields.inside("own") {
      legs = [.own(try ownRate(own))]
    } else {
      legs = try fields.each("steps", leg)
    }
    // Accept a custom rate without a day, because older versions of Kurs stored no day for custom rates.
    let isDated = fields.value["day"] != nil || legs.first?.basis != .own
    let day = isDated ? try fields.day("day") : asked ?? Day(number: 0)
    guard let rate = ConversionPath(from: from, to: to, day: day, legs: legs, value: value) else {
      throw .unreadable(place: "\(fields.place)/value", found: value.fraction)
    }
    return UsedRate(from: from, to: to, requestedDay: asked, rate: rate)
  }

  private static func ownRate(_ fields: Fields) throws(ItemError) -> CustomRate {
    let own = CustomRate(
      from: try fields.currency("from"), to: try fields.currency("to"), value: try fields.fraction("value"),
      note: try fields.text("note"), expires: try fields.present("expires")?.day("expires"))
    guard let own else { throw .unreadable(place: fields.place, found: "") }
    return own
  }

  private static func json(_ own: CustomRate) -> JSONValue {
    .of([
      ("from", .of(own.from)), ("to", .of(own.to)), ("value", .string(own.value.fraction)),
      ("note", .string(own.note)), ("expires", .of(own.expires)),
    ])
  }

  private static func json(_ leg: ConversionPath.Leg) -> JSONValue {
    switch leg {
    case .own(let own): json(own)
    case .quote(let quote): json(quote)
    case .law(let law):
      .of([
        ("law", .string(name(of: law.kind))), ("retired", .of(law.retired)), ("successor", .of(law.successor)),
        ("factor", .string(law.factor.fraction)), ("from", .of(law.from)), ("until", .of(law.until)),
        ("source", .string(law.source)),
      ])
    }
  }

  private static func json(_ quote: Quote) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("provider", .string(quote.provider.name)), ("base", .of(quote.base)), ("counter", .of(quote.counter)),
      ("day", .of(quote.observation.day)), ("value", .string(quote.observation.value.text)),
      // Write powers of ten as `unitExponent`, because older versions of Kurs don't read `unit`.
      quote.observation.unit.exponent.map { ("unitExponent", .string("\($0)")) }
        ?? ("unit", .string("\(quote.observation.unit.number)")),
    ]
    // Leave out `side` for a middle rate, because older versions of Kurs know only middle rates and no `side`.
    if quote.side != .middle { members.append(("side", .string(quote.side.rawValue))) }
    if let mean = quote.mean {
      members.append(
        (
          "mean",
          .of([
            ("from", .of(mean.days.lowerBound)), ("until", .of(mean.days.upperBound)),
            ("count", .string("\(mean.count)")), ("value", .string(mean.value.fraction)),
          ])
        ))
    }
    return .of(members)
  }

  private static func leg(_ fields: Fields) throws(ItemError) -> ConversionPath.Leg {
    if fields.value["law"] != nil { return .law(try law(fields)) }
    let observation = Observation(
      day: try fields.day("day"), value: try fields.number("value"), unit: try unit(fields))
    var quote = Quote(
      provider: ProviderID(try fields.text("provider")), base: try fields.currency("base"),
      counter: try fields.currency("counter"), side: try side(fields), observation: observation)
    quote.mean = try fields.inside("mean").map(mean)
    return .quote(quote)
  }

  private static func mean(_ fields: Fields) throws(ItemError) -> Mean {
    let (from, until, count) = (try fields.day("from"), try fields.day("until"), try fields.text("count"))
    guard from <= until, let number = Int(count), number > 0 else {
      throw .unreadable(place: "\(fields.place)/count", found: count)
    }
    return Mean(days: from...until, count: number, value: try fields.fraction("value"))
  }

  private static func side(_ fields: Fields) throws(ItemError) -> QuoteSide {
    if fields.value["side"] == nil { return .middle }
    let text = try fields.text("side")
    guard let side = QuoteSide(rawValue: text) else {
      throw .unreadable(place: "\(fields.place)/side", found: text)
    }
    return side
  }

  private static func unit(_ fields: Fields) throws(ItemError) -> QuoteUnit {
    let name = fields.value["unit"] == nil ? "unitExponent" : "unit"
    let text = try fields.text(name)
    let unit = name == "unit" ? UInt32(text).flatMap { QuoteUnit($0) } : UInt8(text).flatMap { QuoteUnit(exponent: $0) }
    guard let unit else { throw .unreadable(place: "\(fields.place)/\(name)", found: text) }
    return unit
  }

  private static func law(_ fields: Fields) throws(ItemError) -> LegalRate {
    let text = try fields.text("law")
    let kinds = [LegalRate.Kind.euroChangeover, .redenomination, .peg]
    guard let kind = kinds.first(where: { name(of: $0) == text }) else {
      throw .unreadable(place: "\(fields.place)/law", found: text)
    }
    return LegalRate(
      kind: kind, retired: try fields.currency("retired"), successor: try fields.currency("successor"),
      factor: try fields.fraction("factor"), from: try fields.day("from"),
      until: try fields.present("until")?.day("until"), source: try fields.text("source"))
  }

  private static func name(of kind: LegalRate.Kind) -> String {
    switch kind {
    case .euroChangeover: "euro"
    case .redenomination: "redenomination"
    case .peg: "peg"
    }
  }
}

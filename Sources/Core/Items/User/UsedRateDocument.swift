// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

enum UsedRateDocument {
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

// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

/// A rate that a calculation used, as JSON: its exact value and each fact it was made from.
enum UsedRateItem {
  static func json(_ used: UsedRate) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("from", .of(used.from)), ("to", .of(used.to)), ("asked", .of(used.asked)),
      ("value", .string(used.value.fraction)),
    ]
    switch used.rate {
    case .published(let rate):
      members += [("day", .of(rate.day)), ("steps", .array(rate.steps.map(json)))]
    case .own(let own, _):
      members.append(
        (
          "own",
          .of([
            ("from", .of(own.from)), ("to", .of(own.to)), ("value", .string(own.value.fraction)),
            ("note", .string(own.note)), ("expires", .of(own.expires)),
          ])
        ))
    }
    return .of(members)
  }

  static func read(_ fields: Fields) throws(ItemError) -> UsedRate {
    let (from, to, value) = (
      try fields.currency("from"), try fields.currency("to"), try fields.fraction("value")
    )
    let rate: AppliedRate
    if let own = try fields.inside("own") {
      rate = .own(try ownRate(own), value: value)
    } else {
      let steps = try fields.each("steps", step)
      guard let cross = CrossRate(from: from, to: to, day: try fields.day("day"), steps: steps, value: value) else {
        throw .unreadable(place: "\(fields.place)/value", found: value.fraction)
      }
      rate = .published(cross)
    }
    return UsedRate(from: from, to: to, asked: try fields.present("asked")?.day("asked"), rate: rate)
  }

  private static func ownRate(_ fields: Fields) throws(ItemError) -> OwnRate {
    let own = OwnRate(
      from: try fields.currency("from"), to: try fields.currency("to"), value: try fields.fraction("value"),
      note: try fields.text("note"), expires: try fields.present("expires")?.day("expires"))
    guard let own else { throw .unreadable(place: fields.place, found: "") }
    return own
  }

  private static func json(_ step: CrossRate.Step) -> JSONValue {
    switch step {
    case .quote(let quote):
      .of([
        ("provider", .string(quote.provider.name)), ("base", .of(quote.base)), ("counter", .of(quote.counter)),
        ("day", .of(quote.observation.day)), ("value", .string(quote.observation.value.text)),
        // Most units are powers of ten, and an older Kurs knows no other.
        quote.observation.unit.exponent.map { ("unitExponent", .string("\($0)")) }
          ?? ("unit", .string("\(quote.observation.unit.number)")),
      ])
    case .law(let law):
      .of([
        ("law", .string(name(of: law.kind))), ("retired", .of(law.retired)), ("successor", .of(law.successor)),
        ("factor", .string(law.factor.fraction)), ("from", .of(law.from)), ("until", .of(law.until)),
        ("source", .string(law.source)),
      ])
    }
  }

  private static func step(_ fields: Fields) throws(ItemError) -> CrossRate.Step {
    if fields.value["law"] != nil { return .law(try law(fields)) }
    let observation = Observation(
      day: try fields.day("day"), value: try fields.number("value"), unit: try unit(fields))
    return .quote(
      Quote(
        provider: ProviderID(try fields.text("provider")), base: try fields.currency("base"),
        counter: try fields.currency("counter"), observation: observation))
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

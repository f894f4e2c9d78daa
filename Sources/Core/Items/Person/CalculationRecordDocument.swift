// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
public import KursModel

/// A saved calculation as JSON, in storage and between machines. Numbers are fractions.
public enum CalculationRecordDocument {
  public static func text(of record: CalculationRecord) -> String {
    let total: JSONValue = record.total.map(json) ?? .null
    let fee: JSONValue =
      record.fee.map { .of([("share", .string($0.share.fraction)), ("direction", .string(name(of: $0.direction)))]) }
      ?? .null
    // A list without a rule is written as in an older Kurs.
    let rule: [(String, JSONValue)] = record.rule.map { [("rule", .string($0.name))] } ?? []
    return JSONWriter().text(
      of: .of([
        ("version", 1), ("text", .string(record.text)), ("lines", .array(record.lines.map(RecordedLineDocument.json))),
        ("result", .string(record.result.code)), ("targets", .array(record.targets.map { .string($0.code) })),
        ("day", .of(record.day)), ("default", .of(record.defaultCurrency)), ("fee", fee),
        ("cash", .bool(record.isRoundedToCash)), ("kept", .string("\(record.kept.milliseconds)")),
        ("rates", .array(record.rates.map(UsedRateDocument.json))), ("total", total),
      ] + rule))
  }

  /// Members of a newer Kurs are ignored.
  public static func read(_ text: String) throws(ItemError) -> CalculationRecord {
    let value: JSONValue
    do { value = try JSONReader().read(Array(text.utf8)) } catch {
      throw .unreadable(place: "\(error.offset)", found: "")
    }
    let fields = Fields(value: value, place: "")
    guard let kept = Int64(try fields.text("kept")) else {
      throw .unreadable(place: "/kept", found: try fields.text("kept"))
    }
    return CalculationRecord(
      text: try fields.text("text"), lines: try fields.each("lines", RecordedLineDocument.read),
      result: try fields.currency("result"), targets: fields.list("targets").compactMap { Currency($0) },
      day: try fields.present("day")?.day("day"), defaultCurrency: try fields.present("default")?.currency("default"),
      rule: try rule(fields), fee: try fields.inside("fee").map(fee), isRoundedToCash: value["cash"]?.bool ?? false,
      kept: Timestamp(milliseconds: kept), rates: try fields.each("rates", UsedRateDocument.read),
      total: try fields.inside("total").map(total))
  }

  /// Another rule would be another amount, so one of a newer Kurs is not ignored.
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

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

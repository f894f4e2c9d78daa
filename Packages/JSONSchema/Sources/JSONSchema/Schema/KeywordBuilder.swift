// SPDX-License-Identifier: GPL-3.0-or-later

struct KeywordBuilder {
  let object: JSONObject
  let place: SchemaIndex.Place
  let location: String
  let dialect: Dialect
  let compiler: SchemaCompiler
  var keywords: [SchemaKeyword] = []

  init(
    _ object: JSONObject, at place: SchemaIndex.Place, _ location: String, _ dialect: Dialect,
    _ compiler: SchemaCompiler
  ) {
    self.object = object
    self.place = place
    self.location = location
    self.dialect = dialect
    self.compiler = compiler
  }

  /// Puts cheap keywords first, and those that depend on others last.
  mutating func build() throws(SchemaError) -> [SchemaKeyword] {
    if dialect.hasValidation { try addAssertions() }
    try addFormat()
    try addReferences()
    if dialect.hasApplicators { try addApplicators() }
    if dialect.hasUnevaluated { try addUnevaluated() }
    return keywords
  }

  func invalid(_ keyword: String) -> SchemaError {
    .invalidKeyword(at: JSONPointer.appending(keyword, to: location))
  }
}

extension KeywordBuilder {
  private mutating func addAssertions() throws(SchemaError) {
    if let type = object["type"] { keywords.append(.type(try types(type))) }
    if let value = object["const"] { keywords.append(.const(value)) }
    if let value = object["enum"] {
      guard let values = value.array else { throw invalid("enum") }
      keywords.append(.enumeration(Set(values)))
    }
    if let value = object["multipleOf"] {
      guard let number = value.number, number.signum > 0 else { throw invalid("multipleOf") }
      keywords.append(.multipleOf(number))
    }
    for bound in NumberBound.allCases {
      guard let value = object[bound.rawValue] else { continue }
      guard let number = value.number else { throw invalid(bound.rawValue) }
      keywords.append(.bound(bound, number))
    }
    for bound in SizeBound.allCases {
      if let size = try count(bound.rawValue) { keywords.append(.size(bound, size)) }
    }
    if let value = object["pattern"] {
      guard let source = value.string else { throw invalid("pattern") }
      keywords.append(.pattern(try pattern(source, in: "pattern")))
    }
    if let value = object["uniqueItems"] {
      guard let flag = value.bool else { throw invalid("uniqueItems") }
      if flag { keywords.append(.uniqueItems) }
    }
    if let value = object["required"] { keywords.append(.required(try names(value, in: "required"))) }
    if let value = object["dependentRequired"] {
      guard let map = value.object else { throw invalid("dependentRequired") }
      var dependencies: [(key: String, names: [String])] = []
      for member in map.members {
        dependencies.append((member.key, try names(member.value, in: "dependentRequired")))
      }
      keywords.append(.dependentRequired(dependencies))
    }
  }

  private func types(_ value: JSONValue) throws(SchemaError) -> Set<InstanceType> {
    let names = value.array ?? [value]
    let types = names.compactMap { $0.string.flatMap(InstanceType.init) }
    guard types.count == names.count, !types.isEmpty else { throw invalid("type") }
    return Set(types)
  }

  private func names(_ value: JSONValue, in keyword: String) throws(SchemaError) -> [String] {
    guard let list = value.array else { throw invalid(keyword) }
    let names = list.compactMap(\.string)
    guard names.count == list.count else { throw invalid(keyword) }
    return names
  }

  /// Returns a keyword's count, which may be written `2.0`. A count beyond `Int` becomes the largest `Int`.
  func count(_ keyword: String) throws(SchemaError) -> Int? {
    guard let value = object[keyword] else { return nil }
    guard let number = value.number, number.isInteger, number.signum >= 0 else { throw invalid(keyword) }
    return number.integer ?? Int.max
  }

  func pattern(_ source: String, in keyword: String) throws(SchemaError) -> Pattern {
    do throws(Pattern.Fault) {
      return try Pattern(source)
    } catch {
      throw .unusablePattern(error, at: JSONPointer.appending(keyword, to: location))
    }
  }

  private mutating func addFormat() throws(SchemaError) {
    guard let value = object["format"] else { return }
    guard let name = value.string else { throw invalid("format") }
    guard compiler.options.assertsFormat || dialect.assertsFormat else { return }
    if let format = Format(rawValue: name) { keywords.append(.format(format)) }
  }
}

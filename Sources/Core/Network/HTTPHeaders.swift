// SPDX-License-Identifier: GPL-3.0-or-later

/// The header fields in order, including duplicates. Names are compared without regard to case.
public struct HTTPHeaders: Hashable, Sendable {
  public struct Field: Hashable, Sendable {
    public let name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public private(set) var fields: [Field] = []

  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first field with this name. A new value replaces all fields with this name, and nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameFieldName(as: name) }?.value }
    set {
      let position = fields.firstIndex { $0.name.isSameFieldName(as: name) }
      remove(name)
      guard let newValue else { return }
      fields.insert(Field(name: name, value: newValue), at: position ?? fields.endIndex)
    }
  }

  public func values(_ name: String) -> [String] {
    fields.filter { $0.name.isSameFieldName(as: name) }.map(\.value)
  }

  /// Returns all values of fields with this name as one comma-separated list (RFC 9110 section 5.3).
  public func combined(_ name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Appends a continuation line, which is obsolete, to the last field (RFC 9112 section 5.2).
  mutating func extendLast(with text: String) {
    guard let last = fields.indices.last else { return }
    fields[last].value += fields[last].value.isEmpty ? text : " " + text
  }

  public func without(_ names: [String]) -> HTTPHeaders {
    HTTPHeaders(fields.filter { field in !names.contains { field.name.isSameFieldName(as: $0) } })
  }

  public mutating func remove(_ name: String) {
    fields.removeAll { $0.name.isSameFieldName(as: name) }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }
}

extension HTTPHeaders: Sequence {
  public func makeIterator() -> IndexingIterator<[Field]> {
    fields.makeIterator()
  }
}

extension String {
  public func isSameFieldName(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && zip(utf8, other.utf8).allSatisfy { $0 == $1 || $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    (65...90).contains(self) ? self | 0x20 : self
  }
}

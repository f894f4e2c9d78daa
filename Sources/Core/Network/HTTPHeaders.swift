// SPDX-License-Identifier: GPL-3.0-or-later

/// Header fields in the order they came, duplicates kept, found by name without regard to case.
public struct HTTPHeaders: Hashable, Sendable {
  /// One header line.
  public struct Field: Hashable, Sendable {
    /// The name as written by its sender.
    public let name: String
    /// The value without surrounding white space.
    public var value: String

    /// Makes a field as it is to be sent.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All fields, in order.
  public private(set) var fields: [Field] = []

  /// Takes fields in their order.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The value of the first field of that name; setting it replaces all of that name, nil removes them.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.isSameFieldName(as: name) }?.value }
    set {
      let position = fields.firstIndex { $0.name.isSameFieldName(as: name) }
      remove(name)
      guard let newValue else { return }
      fields.insert(Field(name: name, value: newValue), at: position ?? fields.endIndex)
    }
  }

  /// The values of all fields of that name, in order.
  public func values(_ name: String) -> [String] {
    fields.filter { $0.name.isSameFieldName(as: name) }.map(\.value)
  }

  /// All values of that name joined as one comma-separated list (RFC 9110 section 5.3).
  public func combined(_ name: String) -> String? {
    let values = values(name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// Appends a field and leaves others of that name alone.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Continues the value of the last field, as an obsolete folded line does (RFC 9112 section 5.2).
  mutating func extendLast(with text: String) {
    guard let last = fields.indices.last else { return }
    fields[last].value += fields[last].value.isEmpty ? text : " " + text
  }

  /// Removes all fields of that name.
  public mutating func remove(_ name: String) {
    fields.removeAll { $0.name.isSameFieldName(as: name) }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Takes `["Accept": "application/json"]`, order and duplicates kept.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }
}

extension HTTPHeaders: Sequence {
  /// Walks the fields in order.
  public func makeIterator() -> IndexingIterator<[Field]> {
    fields.makeIterator()
  }
}

extension String {
  /// Compares field names: ASCII letters without regard to case, all else exactly.
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

// SPDX-License-Identifier: GPL-3.0-or-later

/// An object of a `.ui` file, found by its id: `@Child("rate") private var rate: Label`. `Builder.bind` sets it.
@MainActor
@propertyWrapper
public final class Child<Wrapper: Object>: AnyChild {
  private let id: String
  private var object: Wrapper?

  public init(_ id: String) { self.id = id }

  public var wrappedValue: Wrapper {
    guard let object else { preconditionFailure("The child \"\(id)\" is used before Builder.bind found it.") }
    return object
  }

  override func find(in builder: Builder) throws(BuilderError) { object = try builder.object(id) }
}

/// The base class of all `Child` types. A protocol would be slow, because casts to protocols search all conformances.
@MainActor
public class AnyChild {
  func find(in builder: Builder) throws(BuilderError) {}
}

extension Builder {
  /// Sets each `@Child` of `owner`. Throws if the `.ui` file has no object with the child's id and type.
  public func bind(_ owner: AnyObject) throws(BuilderError) {
    // Only names with an underscore matter, because the compiler stores a wrapped property under such a name.
    for case (let name?, let value) in Mirror(reflecting: owner).children where name.hasPrefix("_") {
      if let child = value as? AnyChild { try child.find(in: self) }
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A catalogue of glibc's gettext in the person's language.
///
/// Swift's module of glibc leaves libintl.h out; the functions are in the C library all the same.
public struct MessageCatalogue: Sendable {
  private typealias Texts = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
  private typealias Plural = @convention(c) (
    UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, UInt
  ) -> UnsafePointer<CChar>?

  private let domain: String
  private let lookup: Texts
  private let plural: Plural

  /// `folder`: where the catalogues are; nil for gettext's own place.
  public init?(_ domain: String, folder: String? = nil) {
    guard let bind = dlsym(nil, "bindtextdomain"), let codeset = dlsym(nil, "bind_textdomain_codeset"),
      let lookup = dlsym(nil, "dgettext"), let plural = dlsym(nil, "dngettext")
    else { return nil }
    // A program with windows has taken up its locale before, and other threads look at it by now.
    if let locale = setlocale(LC_MESSAGES, nil), strcmp(locale, "C") == 0 {
      setlocale(LC_MESSAGES, "")
      setlocale(LC_TIME, "")
    }
    if let folder { _ = unsafeBitCast(bind, to: Texts.self)(domain, folder) }
    _ = unsafeBitCast(codeset, to: Texts.self)(domain, "UTF-8")
    self.domain = domain
    self.lookup = unsafeBitCast(lookup, to: Texts.self)
    self.plural = unsafeBitCast(plural, to: Plural.self)
  }

  // gettext hands back the very pointer it was given when there is no translation: the copy is made while the
  // argument still lives.

  /// The translation of a text, or the text itself.
  public func text(_ text: String) -> String {
    // The empty key is the catalogue's own header.
    text.isEmpty ? "" : text.withCString { lookup(domain, $0).map { String(cString: $0) } ?? text }
  }

  /// The translation that fits `n` things.
  public func text(_ one: String, _ many: String, _ n: Int) -> String {
    one.withCString { one in
      many.withCString { many in plural(domain, one, many, n.magnitude).map { String(cString: $0) } ?? "" }
    }
  }
}

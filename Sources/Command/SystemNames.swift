// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursCore

extension CurrencyCatalogue {
  /// Currencies by their names in the terminal's language, out of the system's iso-codes, and by the English ones.
  var systemNames: [String: Currency] {
    // Swift's module of glibc leaves libintl.h out; the functions are in the C library all the same.
    typealias Lookup = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
    setlocale(LC_MESSAGES, "")
    guard let codeset = dlsym(nil, "bind_textdomain_codeset"), let lookup = dlsym(nil, "dgettext") else {
      return names()
    }
    _ = unsafeBitCast(codeset, to: Lookup.self)("iso_4217", "UTF-8")
    let translate = unsafeBitCast(lookup, to: Lookup.self)
    return names { name in
      // The empty key is the catalogue's own header.
      name.isEmpty ? "" : name.withCString { translate("iso_4217", $0).map { String(cString: $0) } ?? name }
    }
  }
}

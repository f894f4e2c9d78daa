// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import Glibc
import KursCore

// xgettext finds calls of these functions by name. The first argument must be one plain literal on one line.

/// Returns the translated sentence. The values replace their names, such as `{name}`.
public func tr(_ text: StaticString, _ values: [String: String] = [:]) -> String {
  ownWording.fill(ownCatalogue?.text("\(text)") ?? "\(text)", values)
}

/// Returns a translation for a context, because one English word may have several translations.
public func trc(_ context: StaticString, _ text: StaticString) -> String {
  let key = "\(context)\u{4}\(text)"
  // Without a translation, gettext returns the key with the context. Then `text` is returned without the context.
  guard let found = ownCatalogue?.text(key), found != key else { return "\(text)" }
  return found
}

public func trn(_ one: StaticString, _ many: StaticString, _ n: Int, _ values: [String: String] = [:]) -> String {
  let text = ownCatalogue?.text("\(one)", "\(many)", n) ?? (n == 1 ? "\(one)" : "\(many)")
  return ownWording.fill(text, values.merging(["n": inOwnDigits(String(n))]) { given, _ in given })
}

/// The program's translations, opened on first use, because most terminal commands print no sentence.
public let ownCatalogue = MessageCatalogue(
  "kurs",
  folder: ResourceLocator.localeFolder(
    environment: ProcessInfo.processInfo.environment,
    executable: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"))

/// Translations through glibc's gettext. Swift's Glibc module lacks libintl.h, but the C library has the functions.
public struct MessageCatalogue: Sendable {
  private typealias Texts = @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> UnsafePointer<CChar>?
  private typealias Plural = @convention(c) (
    UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>, UInt
  ) -> UnsafePointer<CChar>?

  private let domain: String
  private let lookup: Texts
  private let plural: Plural

  /// Opens the translations of a domain. `folder`: the folder of all languages. Nil selects gettext's default.
  public init?(_ domain: String, folder: String? = nil) {
    guard let bind = dlsym(nil, "bindtextdomain"), let codeset = dlsym(nil, "bind_textdomain_codeset"),
      let lookup = dlsym(nil, "dgettext"), let plural = dlsym(nil, "dngettext")
    else { return nil }
    // Sets the locale only if it is still "C". A program with windows has set it, and other threads may be reading it.
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

  // Without a translation, gettext returns the pointer it was given, so the text is copied while the argument exists.

  public func text(_ text: String) -> String {
    // For an empty key, gettext would return the header of the translations.
    text.isEmpty ? "" : text.withCString { lookup(domain, $0).map { String(cString: $0) } ?? text }
  }

  public func text(_ one: String, _ many: String, _ n: Int) -> String {
    one.withCString { one in
      many.withCString { many in plural(domain, one, many, n.magnitude).map { String(cString: $0) } ?? "" }
    }
  }
}

/// The names of months: from glibc, or translations of Kurs if glibc lacks the locale and has only English names.
public enum MonthNames {
  /// Returns a month's full name as part of a date. 1 is January.
  public static func name(_ month: Int) -> String {
    switch month {
    case 1: known(MON_1) ?? tr("January")
    case 2: known(MON_2) ?? tr("February")
    case 3: known(MON_3) ?? tr("March")
    case 4: known(MON_4) ?? tr("April")
    case 5: known(MON_5) ?? tr("May")
    case 6: known(MON_6) ?? tr("June")
    case 7: known(MON_7) ?? tr("July")
    case 8: known(MON_8) ?? tr("August")
    case 9: known(MON_9) ?? tr("September")
    case 10: known(MON_10) ?? tr("October")
    case 11: known(MON_11) ?? tr("November")
    case 12: known(MON_12) ?? tr("December")
    default: ""
    }
  }

  /// Returns the short name of a month, as below a chart. 1 is January.
  public static func shortName(_ month: Int) -> String {
    // Translators: short names of the months, as below a chart.
    switch month {
    case 1: known(ABMON_1) ?? tr("Jan")
    case 2: known(ABMON_2) ?? tr("Feb")
    case 3: known(ABMON_3) ?? tr("Mar")
    case 4: known(ABMON_4) ?? tr("Apr")
    case 5: known(ABMON_5) ?? tr("May")
    case 6: known(ABMON_6) ?? tr("Jun")
    case 7: known(ABMON_7) ?? tr("Jul")
    case 8: known(ABMON_8) ?? tr("Aug")
    case 9: known(ABMON_9) ?? tr("Sep")
    case 10: known(ABMON_10) ?? tr("Oct")
    case 11: known(ABMON_11) ?? tr("Nov")
    case 12: known(ABMON_12) ?? tr("Dec")
    default: ""
    }
  }

  private static func known(_ item: Int) -> String? {
    text(MON_1) == "January" ? nil : text(item)
  }

  private static func text(_ item: Int) -> String? {
    nl_langinfo(nl_item(item)).map { String(cString: $0) }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Glibc
import KursCore
import KursWords

struct Failure: Error, CustomStringConvertible {
  let code: ExitCode
  let description: String
}

extension Failure {
  /// Creates the message for an error of a command or the core. Nil for the parser's errors, which include a message.
  init?(any error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CommandFailure: self.init(error)
    case let error as RateError: self.init(error)
    case let error as RatesFailure: self.init(error)
    case let error as StartFailure: self.init(error)
    case let error as StorageError: self.init(error)
    case let error as FileFailure: self.init(error)
    case let error as BackupFault: self.init(error)
    case let error as TableFault: self.init(error)
    case let error as SeriesFault: self.init(error)
    case let error as AccountCallFailure: self.init(error)
    case let error as ProviderFileFault: self.init(.badData, KursWords.sentence(for: error))
    default: return nil
    }
  }
}

enum CommandFailure: Error {
  case noHome
  case unknownCurrency(String)
  case subunit(String, of: Currency)
  case unreadableAmount(String)
  case emptyArgument
  case unreadableDay(String)
  case unknownPicture(String)
  case noCairo
  case unknownSetting(String)
  case unreadableSetting(String, String)
  case noKey(ProviderID)
  case unreadableKey
  case noPassword
  case passwordsDiffer
  case worksOffline
  case noServer
  case noTeam
  case teamFile
  case unknownAccount(String)
  case severalAccounts(String, [String])
  case unreadableFile(String)
  /// The argument at this position, counted from 1, isn't UTF-8.
  case unreadableArgument(Int)
}

extension ExitCode {
  static let usage = ExitCode(64)
  static let badData = ExitCode(65)
  static let unreadable = ExitCode(66)
  static let unavailable = ExitCode(69)
  static let unwritable = ExitCode(74)
}

extension BrowserFailure {
  fileprivate var code: ExitCode {
    switch self {
    case .notOffered, .denied, .responseRejected, .foreignResponse: .failure
    case .providerUnreachable, .providerUnusable, .noPort, .notOpened, .failed, .timedOut: .unavailable
    }
  }
}

extension Failure {
  init(_ error: SignInFailure, _ form: SignIn) {
    let code: ExitCode
    switch error {
    case .addressUnusable, .emailInvalid, .passwordWeak: code = .usage
    case .refused, .registrationClosed, .invitationNeeded, .emailTaken, .codeRefused: code = .failure
    case .browser(let failure): code = failure.code
    case .call(let failure):
      self.init(failure)
      return
    default: code = .unavailable
    }
    self.init(code: code, description: Self.sentence(for: error, form))
  }

  init(_ error: SignOutFailure, keepingData: Bool) {
    switch error {
    case .keyring(.locked) where !keepingData:
      self.init(
        .unavailable,
        tr(
          "The account's data was deleted on this computer, but the keyring is locked. Unlock it, then run this command again."
        ))
    case .keyring, .storage, .notSaved: self.init(.unavailable, KursWords.sentence(for: error))
    }
  }

  init(_ error: AuthFailure) {
    switch error {
    case .signedOut: self.init(.failure, tr("You are not signed in. Sign in with \"kurs-cli account sign-in\"."))
    case .unavailable:
      self.init(.unavailable, tr("Can't reach the account server. Your saved data is unchanged."))
    case .busy: self.init(.unavailable, tr("Too many requests to the account server. Try again later."))
    }
  }

  private static func sentence(for error: SignInFailure, _ form: SignIn) -> String {
    let parts = ["server": form.server, "email": form.email]
    return switch error {
    case .registrationClosed: tr("{server} doesn't accept new accounts. Contact its operator.", parts)
    case .invitationNeeded where form.invitation.isEmpty:
      tr("{server} requires an invitation. Use --invitation CODE.", parts)
    case .invitationNeeded:
      tr("{server} rejected this invitation, or it was already used. Ask the operator for another.", parts)
    case .emailTaken where !form.email.isEmpty:
      tr("An account for {email} already exists. Sign in with \"kurs-cli account sign-in\".", parts)
    case .emailInvalid: tr("\"{email}\" is not an email address.", parts)
    case .unreachable: tr("Can't reach {server}. Check its address, or try again later.", parts)
    case .insecure: tr("The secure connection to {server} failed. Nothing was sent. Check its address.", parts)
    case .serverFault(let status):
      tr("The request to {server} failed (status {n}). Try again later.", parts.merging(["n": String(status)]) { $1 })
    case .malformedAnswer: tr("Can't read the response of {server}. Check its address, or try again later.", parts)
    case .addressUnusable: tr("Can't use \"{server}\". Enter an https address without a path.", parts)
    case .busy: tr("Another sign-in is in progress. Wait until it ends, then try again.")
    case .browser(.failed(let code)) where !code.isEmpty:
      tr("The sign-in site reported an error: {reason}. Try again later.", ["reason": code])
    case .call(let failure): Failure(failure).description
    case .storage: tr("Can't read or save the account. Check the data folder and the disk.")
    case .refused, .codeRefused, .emailTaken, .passwordWeak, .tooManyAttempts, .proxy, .cancelled, .browser:
      KursWords.sentence(for: error)
    }
  }
}

extension SignOutReason {
  var words: String {
    switch self {
    case .user: "you signed out"
    case .wrongPassword: "the password has changed"
    case .sessionEnded: "the account server signed you out"
    case .tokenReused: "the sign-in was used on two computers at once, so it may have been stolen"
    case .accountDeleted: "the account was deleted"
    }
  }
}

extension AccountState {
  var sentence: String {
    let who = member.map { "\($0.calling) at \($0.server)" } ?? ""
    return switch phase {
    case .checking: "Kurs is checking your sign-in."
    case .locked where keyringFailure == .locked: "The keyring is locked, so \(who) can't be signed in. Unlock it."
    case .locked where keyringFailure == .refused:
      "The keyring refused access, so \(who) can't be signed in. Try again."
    case .locked where keyringFailure == .noService: "No keyring is running, so \(who) can't be signed in. Start one."
    case .locked: "The keyring doesn't respond, so \(who) can't be signed in. Try again."
    case .signedOut(nil) where member != nil: "\(who): signed out. The data is still on this computer."
    case .signedOut(nil): "You are not signed in."
    case .signedOut(let reason?): "You are not signed in: \(reason.words)."
    case .signingIn: "Signing in."
    case .signedIn: "Signed in: \(who)."
    case .offline(false): "\(who): offline. Stored data is used."
    case .offline(true): "\(who): sign in again with your password. Stored data stays."
    case .waiting: "\(who): too many attempts. Kurs tries again in a minute."
    case .signingOut: "Signing out."
    }
  }

  var serviceSentences: [String] {
    let parts = ["message": service.message]
    return (neededRelease.map { [KursWords.sentence(tooOld: $0)] } ?? [])
      + (service.message.isEmpty ? [] : [tr("Message from the operator: {message}", parts)])
  }

  var json: JSONValue {
    var fields = JSONObject([
      ("state", .string(word)), ("member", member?.json ?? .null),
      ("members", .array(members.map(\.json))), ("remembered", .bool(isRemembered)),
    ])
    if !service.message.isEmpty { fields["message"] = .string(service.message) }
    fields["neededRelease"] = neededRelease.map { .string($0.description) }
    return .object(fields)
  }

  private var word: String {
    switch phase {
    case .checking: "checking"
    case .locked: keyringFailure == .noService ? "no-keyring" : "locked"
    case .signedOut: "signed-out"
    case .signingIn: "signing-in"
    case .signedIn: "signed-in"
    case .offline: "offline"
    case .waiting: "waiting"
    case .signingOut: "signing-out"
    }
  }
}

extension Member {
  fileprivate var calling: String { [email, name].first { !$0.isEmpty } ?? "an account without a name" }

  fileprivate var json: JSONValue {
    [
      "id": .string(id.text), "server": .string(server), "email": .string(email), "name": .string(name),
    ]
  }
}

extension Failure {
  init(_ error: CalculationError, in text: String) {
    if case .rate(let rate) = error.reason {
      self.init(rate)
      return
    }
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<min(error.range.lowerBound, bytes.count)], as: UTF8.self)
    let parts = [
      "reason": Self.sentence(for: error.reason), "n": String(before.count + 1), "text": String(text.prefix(80)),
    ]
    self.init(code: .usage, description: tr("Character {n} of \"{text}\": {reason}", parts))
  }

  init(amount error: CalculationError, _ text: String) {
    switch error.reason {
    case .noAmount: self.init(CommandFailure.emptyArgument)
    case .unknownWord:
      self.init(
        .usage, tr("\"{text}\" is not an amount. Write it as 1234.56, 2k or fifty.", ["text": text.harmless(limit: 60)])
      )
    default: self.init(error, in: text)
    }
  }

  init(currency error: CalculationError, _ text: String) {
    switch error.reason {
    case .undecidedCurrency: self.init(code: .usage, description: Self.sentence(for: error.reason))
    case .unknownWord(let word): self.init(CommandFailure.unknownCurrency(word))
    default: self.init(CommandFailure.unknownCurrency(text))
    }
  }

  private static func sentence(for reason: CalculationError.Reason) -> String {
    KursWords.sentence(
      for: reason, noAmount: tr("The amount is missing."),
      notANumber: tr("This is not a number in your locale's format. To write 1234.56, use --numbers plain."),
      textTooLong: { tr("The text is longer than {n} bytes. Shorten it.", ["n": String($0)]) },
      tooManyLines: { tr("The text has more than {n} lines. Remove some lines.", ["n": String($0)]) },
      quoted: { "\"\($0)\"" }, rate: { Failure($0).description })
  }
}

extension Failure {
  static func sentences(for reading: SettingsReading) -> [String] {
    var sentences = reading.problems.map { problem in
      switch problem {
      case .notReadable(let path):
        tr("Can't read the settings in {path}, so the defaults are used. Check the file's permissions.", ["path": path])
      case .tooLarge(let limit):
        tr("The settings file is longer than {n} bytes. Using the defaults. Shorten the file.", ["n": String(limit)])
      case .line(let number):
        tr("Can't read line {n} of the settings. Correct that line. The other lines are used.", ["n": String(number)])
      case .value(let key):
        tr("The setting {name} has an invalid value. Using the default.", ["name": "\(key)"])
      }
    }
    if let recovered = reading.recoveredFile {
      sentences.append(tr("The previous settings were saved as {path}.", ["path": recovered]))
    }
    return sentences
  }

  static func sentence(forSaveError error: StorageError) -> String {
    switch error {
    case .diskFull: return tr("The disk is full. Nothing can be saved. Free some space, then try again.")
    case .littleRoom:
      return tr("The disk is nearly full, so Kurs doesn't store older rates. Free some space for your own data.")
    default: break
    }
    return tr("Can't write to Kurs's data folder. Nothing can be saved. Check its permissions.")
  }

  init(_ error: FileFailure) {
    self.init(.unwritable, KursWords.sentence(for: error))
  }

  init(output fault: Int32) {
    switch fault {
    case ENOSPC, EDQUOT:
      self.init(.unwritable, tr("The disk is full. Output is incomplete. Free some space, then try again."))
    default: self.init(.unwritable, tr("Can't write to standard output. Output is incomplete."))
    }
  }

  init(_ error: StorageError) {
    switch error {
    case .notWritable(let path):
      self.init(.unwritable, tr("Can't write to {path}. Choose another folder with --data-dir.", ["path": path]))
    case .notReadable(let path):
      self.init(.unreadable, tr("Can't read {path}. Check its permissions and the disk.", ["path": path]))
    case .diskFull(let path):
      self.init(
        .unwritable, tr("The disk is full, so {path} was not saved. Free some space, then try again.", ["path": path]))
    case .littleRoom(let path):
      self.init(
        .unwritable,
        tr("The disk is nearly full, so {path} was not changed. Free some space, then try again.", ["path": path]))
    case .writableByOthers(let path):
      self.init(
        .unwritable,
        tr(
          "Other users can write to {path}, so Kurs saves nothing there. Run chmod 700, or choose another folder with --data-dir.",
          ["path": path]))
    case .newer(let path):
      self.init(
        .badData,
        tr("{path} comes from a newer version of Kurs. Use that version. Nothing was changed.", ["path": path]))
    case .notUpgraded(let path, let copy?):
      self.init(
        .badData,
        tr(
          "Can't convert {path} to this version of Kurs. Keep using the earlier version. A copy was saved as {copy}.",
          ["path": path, "copy": copy]))
    case .notUpgraded(let path, nil):
      self.init(
        .badData,
        tr("Can't convert {path} to this version of Kurs. Keep using the earlier version.", ["path": path]))
    case .damaged(let path):
      self.init(.badData, tr("{path} is damaged. Check the disk, then start Kurs again.", ["path": path]))
    case .busy(let path):
      self.init(.unreadable, tr("Another program is using {path}. Try again in a moment.", ["path": path]))
    case .damagedSegment(let provider, let base, let counter, let year):
      self.init(
        .badData,
        tr(
          "Stored rates of {provider} for {base}/{counter} in {year} are damaged. Start Kurs to repair them.",
          [
            "provider": "\(provider)", "base": "\(base)", "counter": "\(counter)", "year": String(year),
          ]))
    case .failed(let path, let code):
      self.init(
        .badData,
        tr("Can't read or write {path} (SQLite code {n}). Check the disk.", ["path": path, "n": String(code)]))
    }
  }

  init(_ error: BackupFault) {
    switch error {
    case .file(let failure): self.init(failure)
    case .tooLarge: self.init(.badData, tr("The file is too large to be a backup. Choose another file."))
    case .notJSON(let offset):
      self.init(.badData, tr("The file is not valid JSON (byte {n}). Choose another backup.", ["n": String(offset)]))
    case .notReadable, .schemaMissing: self.init(.unreadable, KursWords.sentence(for: error))
    case .foreign, .later, .unreadable: self.init(.badData, KursWords.sentence(for: error))
    case .storage(let error): self.init(error)
    case .settingsNotSaved: self.init(.unwritable, KursWords.sentence(for: error))
    }
  }
}

extension Failure {
  init(_ error: RatesFailure) {
    switch error {
    case .rate(let error): self.init(error)
    case .storage(let error): self.init(error)
    case .document(let provider, let error):
      self.init(error == .empty ? .unavailable : .badData, Self.sentence(for: error, of: provider))
    case .api(let provider, let error):
      self.init(
        .unavailable,
        tr(
          "Can't update {provider}. {reason} The stored rates were kept.",
          ["provider": provider.name, "reason": Self.reason(error)]))
    case .unknownProvider(let name):
      let names = ProviderDefinition.all.map(\.provider.id.name)
      let known = names.joined(separator: ", ")
      if let near = Similar.nearest(to: name, among: names) {
        self.init(
          .usage,
          tr(
            "Unknown provider \"{name}\". Perhaps you mean {other}. For the list, run \"kurs-cli providers\".",
            ["name": name, "other": near]))
        return
      }
      self.init(.usage, tr("Unknown provider \"{name}\". Choose one of {names}.", ["name": name, "names": known]))
    case .future(let provider, let day):
      self.init(
        .badData,
        tr(
          "The rates of {provider} are dated {day}, which is in the future. Nothing was stored. Check this computer's clock.",
          ["provider": provider.name, "day": day.description]))
    case .overdue(let provider, let since):
      self.init(
        .unavailable,
        tr(
          "New rates of {provider} have been overdue since {day}. The provider's address may have changed. Update Kurs, or use --base-url.",
          ["provider": provider.name, "day": since.description]))
    case .fileNotReadable(let path): self.init(CommandFailure.unreadableFile(path))
    case .partly(let changed, let error):
      let failure = Failure(error)
      self.init(
        code: failure.code,
        description: trn(
          "{n} rate was stored. The next table could not be read: {reason}",
          "{n} rates were stored. The next table could not be read: {reason}",
          changed, ["reason": failure.description]))
    case .damagedSeries(let id):
      self.init(
        .badData,
        tr(
          "Your rates \"{name}\" are damaged on the disk. Import the table or add the provider again.",
          ["name": id.name]))
    }
  }

  private static func sentence(for error: ItemError, of id: ProviderID) -> String {
    var parts = ["provider": id.name, "forms": ProviderDefinition.forms(of: id)]
    switch error {
    case .foreign:
      return tr(
        "The response of {provider} is not a table of rates. Expected: {forms}. The stored rates were kept. Update Kurs, or try again later.",
        parts)
    case .page:
      return tr(
        "{provider} sent a web page instead of rates. Its address may have changed, so update Kurs. The stored rates were kept.",
        parts)
    case .truncated:
      return tr(
        "The response of {provider} is incomplete. Expected: {forms}. The stored rates were kept. Try again later.",
        parts)
    case .damaged:
      return tr(
        "The compressed file of {provider} is damaged. Expected: {forms}. The stored rates were kept. Try again later.",
        parts)
    case .tooLarge(let limit):
      parts["n"] = String(limit)
      return tr(
        "The response of {provider} is longer than {n} bytes. Expected: {forms}. The stored rates were kept. Update Kurs, or try again later.",
        parts)
    case .empty:
      return tr(
        "The response of {provider} has no rates. Expected: {forms} with rates. The stored rates were kept. Try again later.",
        parts)
    case .unreadable(let place, let found, let expected):
      parts.merge(["place": place, "found": found, "expected": word(for: expected)]) { $1 }
      return found.isEmpty
        ? tr(
          "Can't read the rates of {provider} at {place}. Expected: {expected}. The stored rates were kept. Update Kurs, or try again later.",
          parts)
        : tr(
          "Can't read the rates of {provider} at {place}. Expected: {expected}. Found: \"{found}\". The stored rates were kept. Update Kurs, or try again later.",
          parts)
    case .refusedBySource(let message):
      parts["message"] = message
      return tr(
        "{provider} refused the request: \"{message}\". The stored rates were kept. Try again later.", parts)
    }
  }

  private static var offline: String {
    tr("Kurs is set to work offline. To go online, run \"kurs-cli settings set offline false\".")
  }

  private static func reason(_ error: APIError) -> String {
    switch error {
    case .unreachable(.library): tr("This computer's libcurl doesn't support TLS. Install one that does.")
    case .unreachable(.switchedOff): offline
    case .unreachable(.security): tr("The secure connection to the provider failed. Check this computer's clock.")
    case .unreachable(.address):
      tr("The provider's address is not valid. Correct --base-url or the setting \"addresses\".")
    case .unreachable(.redirectWithKey):
      tr("The provider redirects to another server. Kurs didn't send your key there. Check its address.")
    case .unreachable(.redirect):
      tr("The provider redirects too often, or to an address that is not allowed. Check its address.")
    case .unreachable(.proxy(let proxy, let status?)):
      tr(
        "The proxy {proxy} refused the connection (status {n}). Check your proxy settings.",
        ["proxy": proxy, "n": String(status)])
    case .unreachable(.proxy(let proxy, nil)):
      tr("Can't reach the proxy {proxy}. Check your proxy settings.", ["proxy": proxy])
    case .unreachable: tr("The provider's server is not available. Try again later.")
    case .timedOut: tr("The provider's server didn't respond in time. Try again later.")
    case .cancelled: tr("You cancelled the request.")
    case .tooLarge(let limit):
      tr("The provider's response is longer than {n} bytes. Update Kurs, or try again later.", ["n": String(limit)])
    case .broken: tr("The provider's response is incomplete. Try again later.")
    case .tooManyRequests(let seconds?):
      trn(
        "Too many requests. Wait {n} second, then try again.", "Too many requests. Wait {n} seconds, then try again.",
        seconds)
    case .tooManyRequests(nil): tr("Too many requests. Try again later.")
    case .unavailable(let seconds):
      trn(
        "The provider is out of service. Wait {n} second.", "The provider is out of service. Wait {n} seconds.",
        seconds)
    case .status(let status):
      tr("The request to the provider failed (status {n}). Try again later.", ["n": String(status)])
    case .notJSON(let offset):
      tr("The provider's response is not valid JSON at byte {n}. Try again later.", ["n": String(offset)])
    case .refused(_, let path, let keyword):
      tr(
        "The provider's response has an unexpected form at \"{place}\" (rule \"{keyword}\"). Update Kurs.",
        ["keyword": keyword, "place": path.harmless(limit: 120)])
    case .schemaMissing(let name): tr("The file {name} is missing. Install Kurs again.", ["name": name])
    case .unknownProvider(let name): tr("Unknown provider {name}.", ["name": name])
    }
  }
}

extension Failure {
  init(_ fault: TableFault, ofSeries: Bool = false) {
    let columns = { (names: [String]) in names.map { "\"\($0)\"" }.joined(separator: ", ") }
    if case .unreadable(let path) = fault {
      self.init(CommandFailure.unreadableFile(path))
      return
    }
    if let shared = KursWords.sentence(for: fault) {
      self.init(.badData, shared)
      return
    }
    switch fault {
    case .unreadable, .empty, .notText, .foreign, .noColumns, .rowTooLong, .openQuote, .tooManyCells:
      self.init(.badData, "")
    case .noDay(let row, let column, let text):
      let parts = ["row": String(row), "column": "\"\(column)\"", "text": "\"\(text)\""]
      self.init(
        .badData,
        ofSeries
          ? tr(
            "Row {row}, column {column}: {text} is not a date. Name the right column with --date.",
            parts)
          : tr(
            "Row {row}, column {column}: {text} is not a date. Name the right column with --date, or use --latest.",
            parts))
    case .severalTables(let names):
      self.init(
        .badData, tr("The file has several tables. Choose one with --table: {names}.", ["names": columns(names)]))
    case .noTable(let name, []):
      self.init(
        .badData, tr("Unknown table \"{name}\". The file has only one table. Leave out --table.", ["name": name]))
    case .noTable(let name, let names):
      self.init(
        .badData, tr("Unknown table \"{name}\". The file has: {names}.", ["name": name, "names": columns(names)]))
    case .noColumn(let name, let names):
      if let near = Similar.nearest(to: name, among: names) {
        let parts = ["name": name, "other": near, "columns": columns(names)]
        self.init(
          .badData, tr("Unknown column \"{name}\". Perhaps you mean \"{other}\". The table has: {columns}.", parts))
        return
      }
      self.init(
        .badData,
        tr("Unknown column \"{name}\". The table has: {columns}.", ["name": name, "columns": columns(names)]))
    case .unclear(let kind, let names):
      let parts = ["option": ofSeries && kind == .amount ? "--rate" : kind.option, "columns": columns(names)]
      let isAmount = kind == .amount && !ofSeries && names.count > 1
      self.init(
        .badData,
        isAmount
          ? tr(
            "Which column do you mean? Name one with {option}, or two as \"DEBIT,CREDIT\". The columns are: {columns}.",
            parts)
          : tr("Which column do you mean? Name it with {option}. The columns are: {columns}.", parts))
    case .noCurrency where ofSeries:
      self.init(.badData, tr("The base currency is missing. Name it, or its column, with --from."))
    case .noTarget where ofSeries:
      self.init(.badData, tr("The currency of the rates is missing. Name it, or its column, with --to."))
    case .noCurrency:
      self.init(.badData, tr("The currency of the amounts is missing. Name it, or its column, with --from."))
    case .noTarget: self.init(.usage, tr("Name the currency to convert to with --to."))
    }
  }

  init(_ fault: SpreadsheetReadFault) {
    switch fault {
    case .foreign: self.init(.badData, tr("Kurs can't read this kind of spreadsheet. Save it as .xlsx, .ods or CSV."))
    case .encrypted: self.init(.badData, tr("The file is protected with a password. Save it without a password."))
    case .damaged: self.init(.badData, tr("The spreadsheet is damaged. Save it again, or as CSV."))
    case .tooLarge(let bytes):
      self.init(
        .badData, tr("The spreadsheet is larger than {n} MiB. Save the sheet as CSV.", ["n": String(bytes >> 20)]))
    case .noSheet(let name, let names):
      let parts = ["name": name, "names": names.map { "\"\($0)\"" }.joined(separator: ", ")]
      self.init(.badData, tr("Unknown sheet \"{name}\". The file has: {names}.", parts))
    case .empty: self.init(.badData, tr("The sheet is empty. Choose another with --sheet."))
    }
  }

  init(_ fault: SeriesFault) {
    let reason = Self.reason(fault.reason)
    guard fault.row > 0 else {
      self.init(.badData, reason)
      return
    }
    var parts = ["row": String(fault.row), "reason": reason]
    guard let column = fault.column else {
      self.init(.badData, tr("Row {row}: {reason} Nothing was imported.", parts))
      return
    }
    parts["column"] = "\"\(column)\""
    self.init(.badData, tr("Row {row}, column {column}: {reason} Nothing was imported.", parts))
  }

  private static func reason(_ reason: SeriesFault.Reason) -> String {
    switch reason {
    case .row(let reason, let dates): Failure(reason, dates).description
    case .noDays: tr("No date column found. Name it with --date.")
    case .notPositive: tr("A rate must be above zero and have at most 18 digits.")
    case .future: tr("This date is in the future.")
    case .outsideLife(let currency):
      tr("{code} was not in use on this date.", ["code": currency.code])
    case .outOfRange: tr("This rate is too large or too small.")
    case .twice(let day): tr("The file has another rate for {day}. Remove one of them.", ["day": day.description])
    case .contradiction(let base, let counter):
      tr(
        "The rates {from}/{to} and {to}/{from} of this day contradict each other. Correct one of them.",
        ["from": base.code, "to": counter.code])
    case .unit(let text): tr("\"{text}\" is not a number of units such as 1 or 100.", ["text": text])
    case .mixed(let base, let counter):
      tr(
        "All rows must have one currency in common, but {from}/{to} doesn't have it.",
        ["from": base.code, "to": counter.code])
    case .same: tr("Both currencies are the same.")
    case .tooManyFields(let count, let expected):
      tr(
        "This row has {n} fields, but the first row has {expected}. Put numbers that contain a comma in quotation marks.",
        ["expected": String(expected), "n": String(count)])
    case .tooLong(let limit): tr("The table has more than {n} rows. Import fewer rows.", ["n": String(limit)])
    }
  }

  init(_ reason: RowFault.Reason, _ form: TableForm) { self.init(reason, form.dates) }

  private init(_ reason: RowFault.Reason, _ dates: DateOrder) {
    self.init(
      .badData,
      KursWords.sentence(
        for: reason, dates, amount: { Failure($0, in: $1).description }, rate: { Failure($0).description }))
  }

  static func sentence(for outcome: TableOutcome, _ row: Int, _ fault: RowFault, _ form: TableForm) -> String {
    KursWords.sentence(
      for: outcome, row, column: fault.column.map(form.name), reason: Failure(fault.reason, form).description)
  }
}

extension TableColumn {
  fileprivate var option: String {
    switch self {
    case .amount: "--amount"
    case .day: "--date"
    case .rule: "--rule-column"
    case .from: "--from"
    case .to: "--to"
    }
  }
}

extension Failure {
  init(_ error: AccountCallFailure) {
    switch error {
    case .auth(let failure): self.init(failure)
    case .refused(403, "proof-needed", _):
      self.init(
        .failure,
        tr("You signed in too long ago for this. Sign in again with \"kurs-cli account sign-in --browser\"."))
    case .refused(403, "wrong-password", _), .refused(409, "identity-taken", _), .refused(409, "last-way-in", _),
      .refused(404, "no-identity", _):
      self.init(.failure, KursWords.sentence(for: error))
    case .refused(404, "not-found", _):
      self.init(
        .unavailable, tr("This account server is too old to list sign-in methods. Ask its operator to update it."))
    case .refused(429, _, _): self.init(.unavailable, KursWords.sentence(for: error))
    case .refused(let status, let reason, _):
      self.init(.unavailable, Self.saysNo(status, reason))
    case .api(.notJSON), .api(.status(404)):
      self.init(.badData, tr("This address doesn't belong to a Kurs account server. Check the address."))
    case .api(.refused), .api(.broken), .api(.tooLarge): self.init(.badData, KursWords.brokenAnswer)
    case .api: self.init(.unavailable, tr("Can't reach the account server. Try again later."))
    }
  }

  static func saysNo(_ status: Int, _ reason: String) -> String {
    tr(
      "The account server refused the request (status {n}): {reason}. Contact its operator.",
      ["reason": reason, "n": String(status)])
  }
}

extension SignInMethods {
  var lines: [String] {
    [hasPassword ? "password" : "no password"]
      + identities.map { identity in
        [identity.issuer, identity.subject, identity.email].filter { !$0.isEmpty }.joined(separator: "  ")
      }
  }

  var json: JSONValue {
    [
      "password": .bool(hasPassword),
      "identities": .array(
        identities.map {
          [
            "provider": .string($0.issuer), "subject": .string($0.subject),
            "email": $0.email.isEmpty ? .null : .string($0.email),
          ]
        }),
    ]
  }
}

extension Failure {
  init(_ error: CommandFailure) {
    switch error {
    case .noHome: self.init(.usage, tr("HOME is not set. Name a folder with --data-dir."))
    case .unknownCurrency(let code):
      self.init(
        .usage,
        KursWords.offshoreRenminbi(code)
          ?? tr("Unknown currency: {code}. For the list, run \"kurs-cli currencies\".", ["code": code]))
    case .subunit(let text, let currency):
      self.init(
        .usage,
        tr("\"{text}\" is a subunit of {currency}. Use {currency} here.", ["text": text, "currency": currency.code]))
    case .unreadableAmount(let text):
      self.init(.usage, tr("\"{text}\" is not a valid number here. For examples, use --help.", ["text": text]))
    case .emptyArgument: self.init(.usage, tr("An argument is empty. Remove it, or give it a value."))
    case .unreadableDay(let text):
      self.init(.usage, tr("\"{text}\" is not a date. Write it as 2026-10-30 or \"30 October 2026\".", ["text": text]))
    case .unknownPicture(let path): self.init(.usage, tr("{path} must end in .svg, .png or .csv.", ["path": path]))
    case .unknownSetting(let name):
      if let near = Similar.nearest(to: name, among: SettingsKey.all.map(\.name)) {
        self.init(
          .usage,
          tr(
            "Unknown setting \"{name}\". Perhaps you mean {other}. For the list, run \"kurs-cli settings list\".",
            ["name": name, "other": near]))
        return
      }
      self.init(.usage, tr("Unknown setting \"{name}\". For the list, run \"kurs-cli settings list\".", ["name": name]))
    case .unreadableSetting(let name, let value) where SettingChoices.of(name) != nil:
      self.init(
        .usage,
        tr(
          "\"{text}\" is not a valid value of {name}. Choose one of {names}.",
          ["text": value, "name": name, "names": SettingChoices.of(name) ?? ""]))
    case .unreadableSetting(let name, let value):
      self.init(
        .usage,
        tr(
          "\"{text}\" is not a valid value of {name}. See \"kurs-cli settings set --help\".",
          ["text": value, "name": name]))
    case .noKey(let provider):
      self.init(
        .usage,
        tr(
          "{provider} requires a key. Use --key-from-stdin, or save a key in the settings of the Kurs window.",
          ["provider": provider.name]))
    case .unreadableKey:
      self.init(.usage, tr("Standard input has no valid key. A key has only letters, digits, \"-\", \"_\" and \".\"."))
    case .noPassword: self.init(.usage, tr("No password was given. Enter it, or pass it on standard input."))
    case .worksOffline: self.init(.unavailable, Self.offline)
    case .passwordsDiffer: self.init(.usage, tr("The passwords differ. Nothing was changed."))
    case .noServer:
      self.init(.usage, tr("Name the account server with --server, or in the setting \"account-server\"."))
    case .teamFile:
      self.init(
        .usage,
        tr(
          "You can't import team rates from a file. The server's operator uploads them with \"kurs-server import-rates\"."
        ))
    case .noTeam: self.init(.usage, tr("Team rates require an account. Run \"kurs-cli account sign-in\"."))
    case .unknownAccount(let email):
      self.init(
        .usage,
        tr("This computer has no account of \"{email}\". Add it with \"kurs-cli account sign-in\".", ["email": email]))
    case .severalAccounts(let email, let ids):
      self.init(
        .usage,
        tr(
          "You have several accounts with the email address {email}. Add --server, or use one of these ids instead: {ids}",
          ["email": email, "ids": ids.joined(separator: tr(", "))]))
    case .noCairo: self.init(.unreadable, tr("Install libcairo.so.2 to write PNG files, or choose .svg."))
    case .unreadableArgument(let number):
      self.init(
        .usage,
        tr("Argument {n} is not valid UTF-8. If it is the name of a file, rename the file.", ["n": String(number)]))
    case .unreadableFile(let path):
      self.init(.unreadable, tr("Can't read {path}. Check its path and permissions.", ["path": path]))
    }
  }

  init(_ error: RateError) {
    switch error {
    case .missing(let currency, let provider, let day, let lastSeen, let elsewhere):
      var parts = ["provider": provider.name, "code": currency.code, "day": day.description]
      var sentence = tr("{provider} has no rate for {code} on {day}.", parts)
      if let lastSeen {
        parts["last"] = lastSeen.description
        sentence = tr("{provider} has no rate for {code} on {day}. Its last rate is from {last}.", parts)
      }
      let help = elsewhere.map {
        tr(
          "{provider} has this rate. Add the provider with --provider, or in the setting \"providers\".",
          ["provider": $0.name])
      }
      self.init(.unavailable, [sentence, help].compactMap { $0 }.joined(separator: " "))
    case .outsideHistory(let day, let provider, _, _) where error.isOfDaysNeverFetched:
      self.init(
        .unavailable,
        tr(
          "No rates of {provider} for {day} are stored. To fetch them, run \"kurs-cli refresh --provider {provider} --on {day}\".",
          ["day": day.description, "provider": provider.name]))
    case .outsideHistory(let day, let provider, _, let newest) where day > CLIContext.today:
      self.init(
        .unavailable,
        tr(
          "{day} is in the future. The latest rates of {provider} are from {last}.",
          ["day": day.description, "provider": provider.name, "last": newest.description]))
    case .outsideHistory(let day, let provider, _, let newest) where day > newest:
      self.init(
        .unavailable,
        tr(
          "No rate for {day}. The latest rates of {provider} are from {last}. To fetch newer ones, run \"kurs-cli refresh --provider {provider}\".",
          ["day": day.description, "provider": provider.name, "last": newest.description]))
    case .tooOld(let day, let provider, let age, let limit):
      self.init(
        .unavailable,
        trn(
          "The rate of {provider} is from {day}. It is {n} day old, and the limit is {limit}. To fetch newer rates, run \"kurs-cli refresh --provider {provider}\".",
          "The rate of {provider} is from {day}. It is {n} days old, and the limit is {limit}. To fetch newer rates, run \"kurs-cli refresh --provider {provider}\".",
          age, ["provider": provider.name, "day": day.description, "limit": String(limit)]))
    case .outsideHistory(let day, let provider, let first, let newest):
      self.init(
        .unavailable,
        tr(
          "No rate for {day}. The stored rates of {provider} are from {first} to {last}. Choose a day in this period.",
          [
            "day": day.description, "provider": provider.name, "first": first.description, "last": newest.description,
          ]))
    case .notPrescribed(let day, let provider, let last):
      self.init(
        .unavailable,
        tr(
          "{provider} has no rates for {day}. Its last rates before that day are valid from {first} to {last}.",
          [
            "provider": provider.name, "day": day.description, "first": last.lowerBound.description,
            "last": last.upperBound.description,
          ]))
    case .notStored(let days, let count, let provider):
      let (first, last) = (days.lowerBound.description, days.upperBound.description)
      self.init(
        .unavailable,
        trn(
          "Rates of {provider} for {first} are not stored, so the rate date is unknown. To fetch them, run \"kurs-cli refresh --provider {provider} --on {days}\".",
          "Rates of {provider} for {n} days from {first} to {last} are not stored, so the rate date is unknown. To fetch them, run \"kurs-cli refresh --provider {provider} --on {days}\".",
          count,
          [
            "provider": provider.name, "first": first, "last": last, "days": count == 1 ? first : "\(first)..\(last)",
          ]))
    case .notPublished(let day, let provider):
      self.init(
        .unavailable,
        tr(
          "{provider} has not published the rate for {day} yet.",
          ["provider": provider.name, "day": day.description]))
    case .noRates(let provider):
      self.init(
        .unavailable,
        tr(
          "No rates of {provider} are stored. To fetch them, run \"kurs-cli refresh --provider {provider}\".",
          ["provider": provider.name]))
    case .unknownCurrency(let code): self.init(CommandFailure.unknownCurrency(code))
    }
  }

  init(_ error: StartFailure) {
    switch error {
    case .storage(let error): self.init(error)
    case .rates(let error): self.init(error)
    case .dataMissing(let name, let searched):
      self.init(
        .unreadable,
        tr(
          "{name} was not found in {folders}. Install Kurs again.",
          ["name": name, "folders": searched.joined(separator: ", ")]))
    case .dataDamaged(let name):
      self.init(.badData, tr("The data file {name} is damaged. Install Kurs again.", ["name": name]))
    }
  }

  init(_ code: ExitCode, _ description: String) {
    self.init(code: code, description: description)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Glibc
import KursCore
import KursWords

/// A sentence for standard error, with its exit code.
struct Failure: Error, CustomStringConvertible {
  let code: ExitCode
  let description: String
}

extension Failure {
  /// The message of a command's or core error. Nil for the parser's errors, which already have a message.
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
  case noServer
  case noTeam
  case teamFile
  case unknownAccount(String)
  /// The ids of all accounts of that address.
  case severalAccounts(String, [String])
  case unreadableFile(String)
}

extension ExitCode {
  static let usage = ExitCode(64)
  static let badData = ExitCode(65)
  static let unreadable = ExitCode(66)
  static let unavailable = ExitCode(69)
  static let unwritable = ExitCode(74)
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
    case .keyring(.locked) where keepingData:
      self.init(.unavailable, tr("The keyring is locked. Unlock it, then sign out again."))
    case .keyring(.locked):
      self.init(
        .unavailable,
        tr("The account's data is deleted here, but the keyring is locked. Unlock it, then run this again."))
    case .keyring:
      self.init(.unavailable, tr("The keyring didn't delete your sign-in. Kurs will try again at its next start."))
    case .storage:
      self.init(.unavailable, tr("Can't delete the account’s data. Kurs will try again at its next start."))
    }
  }

  init(_ error: AuthFailure) {
    switch error {
    case .signedOut: self.init(.failure, tr("Nobody is signed in."))
    case .unavailable:
      self.init(.unavailable, tr("The account server cannot be reached; what is stored is unchanged."))
    case .busy: self.init(.unavailable, tr("Too much is being sent to the account server."))
    }
  }

  private static func sentence(for error: SignInFailure, _ form: SignIn) -> String {
    let parts = ["server": form.server, "email": form.email]
    return switch error {
    case .refused(.wrongPassword): tr("Incorrect email or password.")
    case .refused: tr("The server refused to sign you in.")
    case .registrationClosed: tr("{server} takes no new accounts.", parts)
    case .invitationNeeded where form.invitation.isEmpty:
      tr("{server} takes who has an invitation; give its code with --invitation.", parts)
    case .invitationNeeded: tr("{server} does not take this invitation, or it was used before.", parts)
    case .codeRefused: KursWords.refusedCode
    case .emailTaken where form.email.isEmpty: tr("An account with this email address already exists.")
    case .emailTaken: tr("There is an account of {email} already.", parts)
    case .emailInvalid: tr("\"{email}\" is not an e-mail address.", parts)
    case .passwordWeak: KursWords.weakPassword
    case .tooManyAttempts(let wait): tooManyTries(Int((wait + 999) / 1000))
    case .unreachable: tr("{server} cannot be reached.", parts)
    case .proxy(let proxy, let status?):
      tr("The proxy {proxy} refused the connection with status {n}.", ["proxy": proxy, "n": String(status)])
    case .proxy(let proxy, nil): tr("Can't reach the proxy {proxy}.", ["proxy": proxy])
    case .insecure: tr("The secure connection to {server} failed; nothing was sent.", parts)
    case .serverFault(let status):
      tr("{server} answered with status {n}.", parts.merging(["n": String(status)]) { $1 })
    case .malformedAnswer: tr("There is no Kurs account server at {server}.", parts)
    case .addressUnusable: tr("\"{server}\" cannot be used: it must be an https address without a path.", parts)
    case .cancelled: tr("Sign-in was cancelled.")
    case .busy: tr("Another sign-in is under way.")
    case .browser(let failure): failure.sentence(server: form.server)
    case .call(let failure): Failure(failure).description
    case .storage: tr("The files of Kurs, or of its installation, cannot be used.")
    }
  }

  static func tooManyTries(_ seconds: Int) -> String {
    trn("Too many tries; the next one in {n} second.", "Too many tries; the next one in {n} seconds.", seconds)
  }
}

extension SignOutReason {
  var words: String {
    switch self {
    case .user: "signed out"
    case .wrongPassword: "the password is not right any more"
    case .sessionEnded: "the session has ended"
    case .tokenReused: "the session was used from two places at once, as a thief would"
    case .accountDeleted: "the account does not exist any more"
    }
  }
}

extension AccountState {
  var sentence: String {
    let who = member.map { "\($0.calling) at \($0.server)" } ?? ""
    return switch phase {
    case .checking: "Checking who is signed in."
    case .locked where keyringFailure == .locked: "The keyring is locked: \(who) cannot be signed in."
    case .locked where keyringFailure == .refused: "The keyring refused: \(who) cannot be signed in."
    case .locked: "There is no Secret Service: \(who) cannot be signed in."
    case .signedOut(nil) where member != nil: "\(who): signed out, with its data kept here."
    case .signedOut(nil): "Nobody is signed in."
    case .signedOut(let reason?): "Nobody is signed in: \(reason.words)."
    case .signingIn: "Signing in."
    case .signedIn: "Signed in: \(who)."
    case .offline(false): "\(who): offline, with what is stored."
    case .offline(true): "\(who): sign in again with the password; what is stored is kept."
    case .waiting: "\(who): too many tries, the next one in a minute."
    case .signingOut: "Signing out."
    }
  }

  var serviceSentences: [String] {
    let parts = ["message": service.message]
    return (neededRelease.map { [KursWords.sentence(tooOld: $0)] } ?? [])
      + (service.message.isEmpty ? [] : [tr("Message from the operator: {message}", parts)])
  }

  var json: JSONValue {
    var said = JSONObject([
      ("state", .string(word)), ("member", member?.json ?? .null),
      ("members", .array(members.map(\.json))), ("remembered", .bool(isRemembered)),
    ])
    if !service.message.isEmpty { said["message"] = .string(service.message) }
    said["neededRelease"] = neededRelease.map { .string($0.description) }
    return .object(said)
  }

  private var word: String {
    switch phase {
    case .checking: "checking"
    case .locked: "locked"
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
  /// A member who signed in through a provider may have no email address.
  fileprivate var calling: String { [email, name].first { !$0.isEmpty } ?? "someone without a name" }

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
    guard case .noAmount = error.reason else {
      self.init(error, in: text)
      return
    }
    self.init(CommandFailure.emptyArgument)
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
      for: reason, noAmount: tr("An amount is missing."),
      notANumber: tr("This is not a number in your locale's form, or that of --numbers."),
      textTooLong: { tr("The text is longer than {n} bytes. Nothing was added.", ["n": String($0)]) },
      tooManyLines: { tr("There are more than {n} lines. Nothing was added.", ["n": String($0)]) },
      quoted: { "\"\($0)\"" }, rate: { Failure($0).description })
  }
}

extension Failure {
  static func sentences(for reading: SettingsReading) -> [String] {
    var sentences = reading.problems.map { problem in
      switch problem {
      case .notReadable(let path):
        tr("The settings in {path} cannot be read; those of a first start count.", ["path": path])
      case .tooLarge(let limit):
        tr("The file of settings is longer than {n} bytes and was not read.", ["n": String(limit)])
      case .line(let number):
        tr("Line {n} of the settings says nothing; the others count.", ["n": String(number)])
      case .value(let key):
        tr("The setting {name} has a value that it cannot have; its default counts.", ["name": "\(key)"])
      }
    }
    if let aside = reading.setAside {
      sentences.append(tr("The settings as they were are kept as {path}.", ["path": aside]))
    }
    return sentences
  }

  static func sentence(forSaveError error: StorageError) -> String {
    if case .diskFull = error { return tr("The disk is full: nothing can be saved.") }
    return tr("The folder for the program's data cannot be written: nothing can be saved.")
  }

  init(_ error: FileFailure) {
    self.init(.unwritable, KursWords.sentence(for: error))
  }

  /// `fault`: the system's error number. 0 if unknown.
  init(output fault: Int32) {
    switch fault {
    case ENOSPC, EDQUOT: self.init(.unwritable, tr("The disk is full; not all of the output was written."))
    default: self.init(.unwritable, tr("Standard output cannot be written; not all of the output was."))
    }
  }

  init(_ error: StorageError) {
    switch error {
    case .notWritable(let path):
      self.init(.unwritable, tr("{path} cannot be written; choose another with --data-dir.", ["path": path]))
    case .diskFull(let path):
      self.init(.unwritable, tr("The disk is full; {path} was not saved. Make room, then try again.", ["path": path]))
    case .writableByOthers(let path):
      self.init(
        .unwritable,
        tr(
          "Others may write to {path}, so Kurs keeps nothing there; chmod 700 it, or choose another with --data-dir.",
          ["path": path]))
    case .newer(let path): self.init(.badData, tr("{path} was made by a newer Kurs; use that one. Nothing was changed.", ["path": path]))
    case .notUpgraded(let path, let copy?):
      self.init(
        .badData,
        tr(
          "{path} could not be changed for this version of Kurs; the earlier version can still use it. A copy: {copy}.",
          ["path": path, "copy": copy]))
    case .notUpgraded(let path, nil):
      self.init(
        .badData,
        tr("{path} could not be changed for this version of Kurs; the earlier version can still use it.", ["path": path]))
    case .damaged(let path): self.init(.badData, tr("{path} is damaged.", ["path": path]))
    case .busy(let path):
      self.init(.unreadable, tr("Another program holds {path}; try again in a moment.", ["path": path]))
    case .damagedSegment(let provider, let base, let counter, let year):
      self.init(
        .badData,
        tr(
          "The stored rates of {provider} for {base}/{counter} in {year} are damaged; start Kurs to mend them.",
          [
            "provider": "\(provider)", "base": "\(base)", "counter": "\(counter)", "year": String(year),
          ]))
    case .failed(let path, let code):
      self.init(.badData, tr("{path} could not be used (SQLite code {n}).", ["path": path, "n": String(code)]))
    }
  }

  init(_ error: BackupFault) {
    switch error {
    case .file(let failure): self.init(failure)
    case .closed: self.init(.unreadable, tr("Can't read the file."))
    case .tooLarge: self.init(.badData, tr("The file is too large to be a backup."))
    case .notJSON(let offset):
      self.init(.badData, tr("The file is no JSON from byte {n} on.", ["n": String(offset)]))
    case .foreign: self.init(.badData, tr("This file is not a Kurs backup."))
    case .later: self.init(.badData, tr("This backup comes from a newer version of Kurs. Nothing was imported."))
    case .unreadable(let place):
      let place = ["place": place.isEmpty ? "/" : place]
      self.init(.badData, tr("The backup is damaged at {place}. Nothing was imported.", place))
    case .schemaMissing(let name):
      self.init(.unreadable, tr("The file {name} is missing. Install Kurs again.", ["name": name]))
    case .storage(let error): self.init(error)
    }
  }
}

extension Failure {
  init(_ error: RatesFailure) {
    switch error {
    case .rate(let error): self.init(error)
    case .storage(let error): self.init(error)
    case .document(let provider, let error): self.init(.badData, Self.sentence(for: error, of: provider))
    case .api(let provider, let error):
      self.init(
        .unavailable,
        tr(
          "{provider} could not be asked: {reason}. What was stored before stays.",
          ["provider": provider.name, "reason": Self.reason(error)]))
    case .unknownProvider(let name):
      let known = ProviderDefinition.all.map(\.provider.id.name).joined(separator: ", ")
      self.init(.usage, tr("\"{name}\" is not a provider; there are {names}.", ["name": name, "names": known]))
    case .future(let provider, let day):
      self.init(
        .badData,
        tr(
          "The rates of {provider} name {day}, which has not come yet; nothing was stored.",
          ["provider": provider.name, "day": day.description]))
    case .overdue(let provider, let since):
      self.init(
        .unavailable,
        tr(
          "{provider}: the rates have been due since {day}, and its server has none. Its address may have moved; look for a newer Kurs, or name it with --base-url.",
          ["provider": provider.name, "day": since.description]))
    case .fileNotReadable(let path): self.init(CommandFailure.unreadableFile(path))
    }
  }

  private static func sentence(for error: ItemError, of id: ProviderID) -> String {
    var parts = ["provider": id.name, "forms": ProviderDefinition.forms(of: id)]
    switch error {
    case .foreign:
      return tr(
        "The rates of {provider} cannot be read at their beginning (expected: {forms}); what was stored before stays.",
        parts)
    case .truncated:
      return tr(
        "The rates of {provider} end too early (expected: all of {forms}); what was stored before stays.", parts)
    case .damaged:
      return tr(
        "The rates of {provider} are damaged in what packs them (expected: {forms}); what was stored before stays.",
        parts)
    case .tooLarge(let limit):
      parts["n"] = String(limit)
      return tr("The rates of {provider} are longer than {n} bytes (expected: {forms}); what was stored before stays.", parts)
    case .empty:
      return tr(
        "The rates of {provider} have none from their beginning to their end (expected: {forms} with rates); what was stored before stays.",
        parts)
    case .unreadable(let place, let found, let expected):
      parts.merge(["place": place, "found": found, "expected": word(for: expected)]) { $1 }
      return found.isEmpty
        ? tr(
          "The rates of {provider} cannot be read at {place} (expected: {expected}); what was stored before stays.",
          parts)
        : tr(
          "The rates of {provider} cannot be read at {place} (expected: {expected}; found: \"{found}\"); what was stored before stays.",
          parts)
    case .refusedBySource(let message):
      parts["message"] = message
      return tr(
        "The rates of {provider} were not given out; its server says \"{message}\"; what was stored before stays.", parts)
    }
  }

  private static func reason(_ error: APIError) -> String {
    switch error {
    case .unreachable(.library): tr("libcurl is not installed, or cannot make a secure connection")
    case .unreachable(.switchedOff): tr("the network is switched off (\"kurs-cli settings set offline false\")")
    case .unreachable(.security): tr("the secure connection to it failed")
    case .unreachable(.address): tr("its address cannot be used")
    case .unreachable(.redirectWithKey): tr("it redirects to another server and would give it your key")
    case .unreachable(.redirect): tr("it redirects where Kurs does not follow")
    case .unreachable(.proxy(let proxy, let status?)):
      tr("the proxy {proxy} refused the connection with status {n}", ["proxy": proxy, "n": String(status)])
    case .unreachable(.proxy(let proxy, nil)): tr("the proxy {proxy} cannot be reached", ["proxy": proxy])
    case .unreachable: tr("its server cannot be reached")
    case .timedOut: tr("its server did not answer in time")
    case .cancelled: tr("the request was cancelled")
    case .tooLarge(let limit): tr("its answer is longer than {n} bytes", ["n": String(limit)])
    case .broken: tr("its answer broke off")
    case .tooManyRequests(let seconds?): trn("it asks to wait {n} second", "it asks to wait {n} seconds", seconds)
    case .tooManyRequests(nil): tr("it asks to wait")
    case .unavailable(let seconds):
      trn(
        "it is out of service and asks to wait {n} second", "it is out of service and asks to wait {n} seconds", seconds)
    case .status(let status): tr("its server answered with status {n}", ["n": String(status)])
    case .notJSON(let offset): tr("its answer is no JSON (byte {n})", ["n": String(offset)])
    case .refused(_, let path, let keyword):
      tr(
        "its answer has another form than expected ({keyword} at \"{place}\")",
        ["keyword": keyword, "place": path.harmless(limit: 120)])
    case .schemaMissing(let name): tr("the schema {name} is missing from this installation", ["name": name])
    case .unknownProvider(let name): tr("there is no provider {name}", ["name": name])
    }
  }
}

extension Failure {
  init(_ fault: TableFault, ofSeries: Bool = false) {
    let columns = { (names: [String]) in names.map { "\"\($0)\"" }.joined(separator: ", ") }
    switch fault {
    case .unreadable(let path): self.init(CommandFailure.unreadableFile(path))
    case .empty, .notText, .rowTooLong, .openQuote, .tooManyCells:
      self.init(.badData, KursWords.sentence(for: fault) ?? "")
    case .noDay(let row, let column, let text):
      let parts = ["row": String(row), "column": "\"\(column)\"", "text": "\"\(text)\""]
      self.init(
        .badData,
        ofSeries
          ? tr(
            "Row {row}, column {column}: {text} is not a day that Kurs can read. Name the right column with --date.",
            parts)
          : tr(
            "Row {row}, column {column}: {text} is not a day that Kurs can read. Name the right column with --date, or use the newest rates with --latest.",
            parts))
    case .severalTables(let names):
      self.init(
        .badData, tr("The file has several tables. Choose one with --table: {names}.", ["names": columns(names)]))
    case .noTable(let name, let names):
      self.init(
        .badData, tr("There is no table \"{name}\". The file has: {names}.", ["name": name, "names": columns(names)]))
    case .noColumn(let name, let names):
      self.init(
        .badData,
        tr("There is no column \"{name}\". The table has: {columns}.", ["name": name, "columns": columns(names)]))
    case .unclear(let kind, let names):
      let parts = ["option": ofSeries && kind == .amount ? "--rate" : kind.option, "columns": columns(names)]
      self.init(.badData, tr("Name the right column with {option}. These may be meant: {columns}.", parts))
    case .noCurrency where ofSeries:
      self.init(.badData, tr("The rates are for one of no currency. Name it, or its column, with --from."))
    case .noTarget where ofSeries:
      self.init(.badData, tr("The rates are in no currency. Name it, or its column, with --to."))
    case .noCurrency:
      self.init(.badData, tr("The amounts have no currency. Name it, or its column, with --from."))
    case .noTarget: self.init(.usage, tr("Name the currency to convert to with --to."))
    }
  }

  init(_ fault: SpreadsheetReadFault) {
    switch fault {
    case .foreign: self.init(.badData, tr("Kurs can't read this kind of spreadsheet. Save it as .xlsx, .ods or CSV."))
    case .encrypted: self.init(.badData, tr("The file is protected with a password. Save it without one."))
    case .damaged: self.init(.badData, tr("The spreadsheet is damaged. Save it again, or as CSV."))
    case .tooLarge(let bytes):
      self.init(
        .badData, tr("The spreadsheet is larger than {n} MiB. Save the sheet as CSV.", ["n": String(bytes >> 20)]))
    case .noSheet(let name, let names):
      let parts = ["name": name, "names": names.map { "\"\($0)\"" }.joined(separator: ", ")]
      self.init(.badData, tr("There is no sheet \"{name}\". The file has: {names}.", parts))
    case .empty: self.init(.badData, tr("The sheet is empty."))
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
      self.init(.badData, tr("Row {row}: {reason} Nothing was taken up.", parts))
      return
    }
    parts["column"] = "\"\(column)\""
    self.init(.badData, tr("Row {row}, column {column}: {reason} Nothing was taken up.", parts))
  }

  private static func reason(_ reason: SeriesFault.Reason) -> String {
    switch reason {
    case .row(let reason, let dates): Failure(reason, dates).description
    case .noDays: tr("There is no column of days. Name it with --date.")
    case .notPositive: tr("A rate is a number above zero of at most 18 digits.")
    case .future: tr("The day has not come yet.")
    case .outsideLife(let currency):
      tr("{code} was no money on this day.", ["code": currency.code])
    case .outOfRange: tr("This rate is too large or too small to count with.")
    case .twice(let day): tr("{day} has another rate already.", ["day": day.description])
    case .mixed(let base, let counter):
      tr("{from} and {to} have no currency in common with the rows before.", ["from": base.code, "to": counter.code])
    case .same: tr("Both currencies are the same.")
    case .tooManyFields(let count, let expected):
      tr(
        "The first row has {expected} fields, this one has {n}. A number with a comma belongs in quotation marks.",
        ["expected": String(expected), "n": String(count)])
    case .tooLong(let limit): tr("The table has more than {n} rows.", ["n": String(limit)])
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
    case .refused(403, "wrong-password", _): self.init(.failure, tr("Incorrect password."))
    case .refused(403, "proof-needed", _):
      self.init(
        .failure,
        tr("This sign-in is too old to open another way in; \"kurs-cli account sign-in --browser\" makes a new one."))
    case .refused(409, "identity-taken", _):
      self.init(.failure, tr("This identity is a way in to another account."))
    case .refused(409, "last-way-in", _):
      self.init(.failure, tr("This is the last way in, and stays; add another, or set a password, first."))
    case .refused(404, "no-identity", _):
      self.init(.failure, tr("This identity no longer belongs to the account."))
    case .refused(404, "not-found", _):
      self.init(.unavailable, tr("This account server is too old to tell its ways in."))
    case .refused(429, _, let wait):
      self.init(.unavailable, Self.tooManyTries(Int(wait ?? 1)))
    case .refused(let status, let reason, _):
      self.init(.unavailable, Self.saysNo(status, reason))
    case .api(.notJSON), .api(.status(404)):
      self.init(.badData, tr("This address doesn't belong to a Kurs account server."))
    case .api(.refused), .api(.broken), .api(.tooLarge): self.init(.badData, KursWords.brokenAnswer)
    case .api: self.init(.unavailable, tr("The account server cannot be reached."))
    }
  }

  static func saysNo(_ status: Int, _ reason: String) -> String {
    tr("The account server says no: {reason} ({n}).", ["reason": reason, "n": String(status)])
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
    case .noHome: self.init(.usage, tr("HOME is not set; name a folder with --data-dir."))
    case .unknownCurrency(let code):
      self.init(
        .usage, tr("\"{code}\" is no currency that Kurs knows; \"kurs-cli currencies\" lists them.", ["code": code]))
    case .subunit(let text, let currency):
      self.init(
        .usage,
        tr("\"{text}\" is a part of {currency}. Use {currency} here.", ["text": text, "currency": currency.code]))
    case .unreadableAmount(let text): self.init(.usage, tr("\"{text}\" is not a number that fits here.", ["text": text]))
    case .emptyArgument: self.init(.usage, tr("An argument is empty."))
    case .unreadableDay(let text): self.init(.usage, tr("\"{text}\" is not a date; write it as 2026-10-30 or \"30 October 2026\".", ["text": text]))
    case .unknownPicture(let path): self.init(.usage, tr("{path} must end in .svg, .png or .csv.", ["path": path]))
    case .unknownSetting(let name):
      self.init(.usage, tr("There is no setting \"{name}\"; \"kurs-cli settings list\" lists them.", ["name": name]))
    case .unreadableSetting(let name, let value):
      self.init(.usage, tr("\"{text}\" is not a value of {name}.", ["text": value, "name": name]))
    case .noKey(let provider):
      self.init(
        .usage,
        tr(
          "{provider} wants a key: give it with --key-from-stdin, or store one in the window's settings.",
          ["provider": provider.name]))
    case .unreadableKey: self.init(.usage, tr("Standard input holds no key: letters, digits, -, _ and . alone."))
    case .noPassword: self.init(.usage, tr("No password was given."))
    case .noServer: self.init(.usage, tr("Name the account server with --server, or in the setting account-server."))
    case .teamFile:
      self.init(
        .usage,
        tr("Team rates come from the account server and from no file; its operator uploads one with \"kurs-server import-rates\"."))
    case .noTeam: self.init(.usage, tr("Team rates are for who is signed in; \"kurs-cli account sign-in\" does it."))
    case .unknownAccount(let email):
      self.init(
        .usage,
        tr("No account of \"{email}\" is known on this machine; \"kurs-cli account sign-in\" adds it.", ["email": email]))
    case .severalAccounts(let email, let ids):
      self.init(
        .usage,
        tr(
          "There are several accounts of \"{email}\". Name one by its id, or with --server: {ids}",
          ["email": email, "ids": ids.joined(separator: tr(", "))]))
    case .noCairo: self.init(.unreadable, tr("A PNG needs libcairo.so.2, which is not installed; .svg does not."))
    case .unreadableFile(let path): self.init(.unreadable, tr("{path} cannot be read.", ["path": path]))
    }
  }

  init(_ error: RateError) {
    switch error {
    case .missing(let currency, let provider, let day, let lastSeen, let elsewhere):
      var parts = ["provider": provider.name, "code": currency.code, "day": day.description]
      var sentence = tr("{provider} has no rate for {code} on {day}.", parts)
      if let lastSeen {
        parts["last"] = lastSeen.description
        sentence = tr("{provider} has no rate for {code} on {day}; its last one is of {last}.", parts)
      }
      let help = elsewhere.map {
        tr("{provider} has it: name it with --provider, or put it into the setting providers.", ["provider": $0.name])
      }
      self.init(.unavailable, [sentence, help].compactMap { $0 }.joined(separator: " "))
    case .outsideHistory(let day, let provider, _, _) where error.isOfDaysNeverFetched:
      self.init(
        .unavailable,
        tr(
          "No rates of {provider} for {day} are stored; \"kurs-cli refresh --provider {provider} --on {day}\" fetches them.",
          ["day": day.description, "provider": provider.name]))
    case .outsideHistory(let day, let provider, let first, let newest):
      self.init(
        .unavailable,
        tr(
          "There is no rate for {day}: the stored rates of {provider} go from {first} to {last}.",
          [
            "day": day.description, "provider": provider.name, "first": first.description, "last": newest.description,
          ]))
    case .notPrescribed(let day, let provider, let last):
      self.init(
        .unavailable,
        tr(
          "{provider} prescribes no rates for {day}; its last ones before that hold from {first} to {last}.",
          [
            "provider": provider.name, "day": day.description, "first": last.lowerBound.description,
            "last": last.upperBound.description,
          ]))
    case .notStored(let days, let count, let provider):
      let (first, last) = (days.lowerBound.description, days.upperBound.description)
      self.init(
        .unavailable,
        trn(
          "The rates of {provider} for {first} are not stored, and they decide which day counts; \"kurs-cli refresh --provider {provider} --on {days}\" fetches them.",
          "The rates of {provider} for {n} days from {first} to {last} are not stored, and they decide which day counts; \"kurs-cli refresh --provider {provider} --on {days}\" fetches them.",
          count,
          [
            "provider": provider.name, "first": first, "last": last, "days": count == 1 ? first : "\(first)..\(last)",
          ]))
    case .notPublished(let day, let provider):
      self.init(
        .unavailable,
        tr(
          "The rate that counts is not published yet: {provider} publishes it for {day}.",
          ["provider": provider.name, "day": day.description]))
    case .noRates(let provider):
      self.init(
        .unavailable,
        tr("No rates of {provider} are stored; \"kurs-cli refresh\" fetches them.", ["provider": provider.name]))
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
        tr("{name} was not found in {folders}.", ["name": name, "folders": searched.joined(separator: ", ")]))
    case .dataDamaged(let name):
      self.init(.badData, tr("The data file {name} of this installation is damaged.", ["name": name]))
    }
  }

  init(_ code: ExitCode, _ description: String) {
    self.init(code: code, description: description)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc
import KursCore

extension Failure {
  init(_ error: CommandFailure) {
    switch error {
    case .noHome: self.init(.usage, "HOME is not set; name a folder with --data-dir.")
    case .unknownCurrency(let code):
      self.init(.usage, "\"\(code)\" is no currency that Kurs knows; \"kurs-cli currencies\" lists them.")
    case .unreadableAmount(let text):
      self.init(.usage, "\"\(text)\" is no number that can stand here.")
    case .emptyArgument: self.init(.usage, "An argument is empty.")
    case .unreadableDay(let text):
      self.init(.usage, "\"\(text)\" is no date; write it as YYYY-MM-DD.")
    case .unknownPicture(let path): self.init(.usage, "\(path) must end in .svg, .png or .csv.")
    case .unknownSetting(let name):
      self.init(.usage, "There is no setting \"\(name)\"; \"kurs-cli settings list\" lists them.")
    case .unreadableSetting(let name, let value): self.init(.usage, "\"\(value)\" is no value of \(name).")
    case .noKey(let provider):
      self.init(.usage, "\(provider) wants a key: give it with --key-from-stdin, or store one in the window's settings.")
    case .unreadableKey: self.init(.usage, "Standard input holds no key: letters, digits, -, _ and . alone.")
    case .noPassword: self.init(.usage, "No password was given.")
    case .noServer: self.init(.usage, "Name the account server with --server, or in the setting account-server.")
    case .teamFile:
      self.init(
        .usage,
        "Team rates come from the account server and from no file; its operator uploads one with \"kurs-server import-rates\".")
    case .noTeam: self.init(.usage, "Team rates are for who is signed in; \"kurs-cli account sign-in\" does it.")
    case .unknownAccount(let email):
      self.init(.usage, "No account of \"\(email)\" is known on this machine; \"kurs-cli account sign-in\" adds it.")
    case .noCairo: self.init(.unreadable, "A PNG needs libcairo.so.2, which is not installed; .svg does not.")
    }
  }

  /// What was wrong with the file of settings, a sentence each.
  static func sentences(for reading: SettingsReading) -> [String] {
    var sentences = reading.problems.map { problem in
      switch problem {
      case .notReadable(let path): "The settings in \(path) cannot be read; those of a first start count."
      case .tooLarge(let limit): "The file of settings is longer than \(limit) bytes and was not read."
      case .line(let number): "Line \(number) of the settings says nothing; the others count."
      case .value(let key): "The setting \(key) has a value that it cannot have; its default counts."
      }
    }
    if let aside = reading.setAside { sentences.append("The settings as they were are kept as \(aside).") }
    return sentences
  }

  init(_ error: FileFailure) {
    switch error {
    case .noSuchFolder(let path): self.init(.unwritable, "There is no folder for \(path); nothing was written.")
    case .notAllowed(let path): self.init(.unwritable, "\(path) may not be written; nothing was.")
    case .diskFull(let path): self.init(.unwritable, "The disk is full; \(path) was not written.")
    case .failed(let path, let code): self.init(.unwritable, "\(path) could not be written (\(code)).")
    }
  }

  /// `fault`: the number of the system's error; 0 where it is not known any more.
  init(output fault: Int32) {
    switch fault {
    case ENOSPC, EDQUOT: self.init(.unwritable, "The disk is full; not all of the output was written.")
    default: self.init(.unwritable, "Standard output cannot be written; not all of the output was.")
    }
  }

  init(_ error: RateError) {
    switch error {
    case .missing(let currency, let provider, let day, let lastSeen, let elsewhere):
      let last = lastSeen.map { "; its last one is of \($0)" } ?? ""
      let help = elsewhere.map { " \($0) has it: name it with --provider, or put it into the setting providers." } ?? ""
      self.init(.unavailable, "\(provider) has no rate for \(currency) on \(day)\(last).\(help)")
    case .outsideHistory(let day, let provider, let first, let newest):
      self.init(
        .unavailable, "There is no rate for \(day): the stored rates of \(provider) go from \(first) to \(newest).")
    case .noRates(let provider):
      self.init(.unavailable, "No rates of \(provider) are stored; \"kurs-cli refresh\" fetches them.")
    case .unknownCurrency(let code): self.init(CommandFailure.unknownCurrency(code))
    }
  }

  init(_ error: RatesFailure) {
    switch error {
    case .rate(let error): self.init(error)
    case .storage(let error): self.init(error)
    case .document(let provider, let error): self.init(error, provider: provider)
    case .api(let provider, let error): self.init(error, provider: provider)
    case .unknownProvider(let name):
      let known = ProviderItems.all.map(\.provider.id.name).joined(separator: ", ")
      self.init(.usage, "\"\(name)\" is no provider; there are \(known).")
    case .future(let provider, let day):
      self.init(.badData, "The rates of \(provider) name \(day), which has not come yet; nothing was stored.")
    case .fileNotReadable(let path): self.init(.unreadable, "\(path) cannot be read.")
    }
  }

  init(_ error: ItemError, provider: ProviderID) {
    let reason =
      switch error {
      case .foreign: "are not in the form of \(provider)"
      case .truncated: "end too early"
      case .damaged: "are damaged"
      case .tooLarge(let limit): "unpack to more than \(limit) bytes"
      case .empty: "have no rate in them"
      case .unreadable(let place, let found) where found.isEmpty:
        "cannot be read at \(place): a rate, a day or a currency should be there"
      case .unreadable(let place, let found):
        "cannot be read at \(place): a rate, a day or a currency should be there, and it is \"\(found)\""
      case .refusedBySource(let message):
        "were not given out; its server says \"\(message)\""
      }
    self.init(.badData, "The rates of \(provider) \(reason); what was stored before stays.")
  }

  init(_ error: APIError, provider: ProviderID) {
    let reason =
      switch error {
      case .unreachable(.library): "libcurl is not installed"
      case .unreachable(.switchedOff): "the network is switched off (\"kurs-cli settings set offline false\")"
      case .unreachable(.security): "the secure connection to it failed"
      case .unreachable(.address): "its address cannot be used"
      case .unreachable(.redirect): "it redirects where Kurs does not follow"
      case .unreachable: "there is no way to its server"
      case .timedOut: "its server did not answer in time"
      case .cancelled: "the request was cancelled"
      case .tooLarge(let limit): "its answer is longer than \(limit) bytes"
      case .broken: "its answer broke off"
      case .tooManyRequests(let seconds?): "it asks to wait \(seconds) seconds"
      case .tooManyRequests(nil): "it asks to wait"
      case .unavailable(let seconds): "it is out of service and asks to wait \(seconds) seconds"
      case .status(let status): "its server answered with status \(status)"
      case .notJSON(let offset): "its answer is no JSON (byte \(offset))"
      case .refused(_, let path, let keyword):
        "its answer has another form than expected (\(keyword) at \"\(path.harmless(limit: 120))\")"
      case .schemaMissing(let name): "the schema \(name) is missing from this installation"
      case .unknownProvider(let name): "there is no provider \(name)"
      }
    self.init(.unavailable, "\(provider) could not be asked: \(reason). What was stored before stays.")
  }

  init(_ error: StorageError) {
    switch error {
    case .notWritable(let path): self.init(.unwritable, "\(path) cannot be written; choose another with --data-dir.")
    case .diskFull(let path): self.init(.unwritable, "The disk is full; \(path) could not be written.")
    case .newer(let path): self.init(.badData, "\(path) was made by a newer Kurs.")
    case .damaged(let path): self.init(.badData, "\(path) is damaged.")
    case .busy(let path): self.init(.unreadable, "Another program holds \(path); try again in a moment.")
    case .damagedSegment(let provider, let base, let counter, let year):
      self.init(
        .badData, "The stored rates of \(provider) for \(base)/\(counter) in \(year) are damaged; start Kurs to mend them.")
    case .failed(let path, let code): self.init(.badData, "\(path) could not be used (SQLite code \(code)).")
    }
  }

  init(_ error: StartFailure) {
    switch error {
    case .storage(let error): self.init(error)
    case .rates(let error): self.init(error)
    case .dataMissing(let name, let searched):
      self.init(.unreadable, "\(name) was not found in \(searched.joined(separator: ", ")).")
    case .dataDamaged(let name): self.init(.badData, "The data file \(name) of this installation is damaged.")
    }
  }

  private init(_ code: ExitCode, _ description: String) {
    self.init(code: code, description: description)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

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
      let known = ProviderItems.all.map(\.provider.id.name).joined(separator: ", ")
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

  /// The provider, the place, and the expected value.
  private static func sentence(for error: ItemError, of id: ProviderID) -> String {
    var parts = ["provider": id.name, "forms": ProviderItems.forms(of: id)]
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

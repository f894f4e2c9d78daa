// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursWorkflow

struct ProviderViewState: Equatable, Sendable {
  enum TestIcon: Equatable, Sendable { case none, running, good, bad }

  let id: String
  var title: String
  var picture: DecodedImage?
  var place: String
  var isOn: Bool
  var isFirst: Bool
  var isLast: Bool
  var canSwitch: Bool
  var coverage: String
  var publication: String
  var newest: String
  var problem: String?
  var needsKey: Bool
  var keyNote: String
  var hasKey: Bool
  var canUnlock: Bool
  /// Whether the provider has a server. False if the user imported the rates from a file.
  var hasServer: Bool
  var address: String
  var addressProblem: String?
  var isOwnAddress: Bool
  var moved: String?
  var test: String
  var testIcon: TestIcon
  /// Whether the user defined the provider in a file. Such a provider can be exported and removed.
  var isDescribed: Bool
  var attribution: String
  var terms: String

  init(_ provider: ProviderState, _ state: SettingsState, _ words: Words, picture: DecodedImage? = nil) {
    id = provider.id.name
    self.picture = picture
    title = words.title(of: provider)
    isOn = provider.isOn
    isFirst = provider.rank == 0
    isLast = provider.rank == state.providers.count { $0.rank != nil } - 1
    canSwitch = !provider.isOn || state.providers.filter(\.isOn).count > 1
    let facts = provider.provider
    place =
      if let rank = provider.rank {
        facts.isPrescribed && rank > 0
          ? tr("Not used. To use its official rates, move this provider to first place.") : words.place(rank)
      } else {
        tr("Not used for rates")
      }
    coverage =
      facts.coverage == 0
      ? words.coverage(of: facts)
      : tr("{coverage} since {date}", ["coverage": words.coverage(of: facts), "date": words.date(facts.firstDay)])
    publication = words.publication(of: facts, today: state.today)
    newest = provider.newest == nil ? tr("No rates yet") : words.age(of: provider.newest, today: state.today)
    problem = words.problem(of: provider)
    needsKey = provider.needsKey
    keyNote = sentence(for: provider.key, state.keyFailure)
    hasKey = provider.key == .stored || provider.key == .thisRunOnly
    canUnlock = state.keyFailure == .locked
    hasServer = !provider.ownAddress.isEmpty
    address = provider.address ?? provider.ownAddress
    addressProblem = provider.addressProblem.map { sentence(for: $0) }
    isOwnAddress = provider.address == nil
    moved = provider.moved.map { move in
      move.isUsed
        ? tr("The server moved to {address}. Rates are fetched from the new address.", ["address": move.target])
        : tr("The server moved to {address}. To send your key there, enter the new address.", ["address": move.target])
    }
    test = words.outcome(of: provider.test)
    switch provider.test {
    case .untried: testIcon = .none
    case .running: testIcon = .running
    case .succeeded: testIcon = .good
    case .needsKey, .failed: testIcon = .bad
    }
    isDescribed = provider.isDescribed
    attribution = facts.attribution
    terms = facts.terms
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursModel
import KursWorkflow

struct SettingsViewState: Equatable, Sendable {
  struct ProviderRow: Equatable, Sendable, Identifiable {
    var id: String
    /// The provider's position in the order, counted from 1. Nil if the provider is disabled.
    var rank: Int?
    var title: String
    var picture: DecodedImage?
    var detail: String
    /// A shorter `detail` of one or two lines for a window as narrow as a phone.
    var brief = ""
    var canMoveUp = false
    var canMoveDown = false
    /// Whether the provider can be enabled or disabled. The last enabled provider can't be disabled.
    var canSwitch = true
    var switchHint = ""
    var section = ProviderSection.centralBank
    var isOn: Bool { rank != nil }
  }

  struct SuspiciousRateRow: Equatable, Sendable, Identifiable {
    var id: Int64
    var rate: String
    var reason: String
  }

  struct CacheRow: Equatable, Sendable, Identifiable {
    var id: String
    var title: String
    var use: String
    var canClear: Bool
  }

  struct ResultRow: Equatable, Sendable {
    var code: String
    var name: String
  }

  var used: [ProviderRow] = []
  var unused: [ProviderRow] = []
  var values: [SettingsKey: SettingsValue] = [:]
  var fetching = ""
  var suspects: [SuspiciousRateRow] = []
  var caches: [CacheRow] = []
  var log: [String] = []
  /// The user's choice for each symbol that several currencies share. 0 means the currency of the user's region.
  var symbols: [Int] = []
  /// The result currencies that the user chose. If empty, the user's country decides.
  var results: [ResultRow] = []
  var accountServer = ""
  var accountServerProblem: String?
  var notice: String?
}

extension SettingsViewState {
  init(
    _ state: SettingsState, _ choices: SettingsChoices, _ words: Words, icons: [ProviderID: DecodedImage] = [:]
  ) {
    let settings = state.settings
    let count = state.providers.filter(\.isOn).count
    let rows = state.providers.map { ProviderRow($0, of: count, state, words, picture: icons[$0.id]) }
    used = rows.filter(\.isOn)
    unused = rows.filter { !$0.isOn }
    values = settings.values
    fetching = Self.fetching(state.providers, words)
    suspects = state.quarantine.map { SuspiciousRateRow($0.id, $0.suspect, state, words) }
    caches = CacheKind.allCases.compactMap { kind in state.cacheUse[kind].map { CacheRow(kind, bytes: $0, words) } }
    log = state.log
    symbols = choices.symbols.map { choices.place(of: settings.symbols[$0.symbol], in: $0) }
    results = settings.resultCurrencies.map { ResultRow(code: $0.code, name: words.name(of: $0)) }
    accountServer = settings.accountServer
    accountServerProblem = state.accountServerProblem.map { sentence(for: $0) }
    notice = Self.notice(state)
  }

  private static func fetching(_ providers: [ProviderState], _ words: Words) -> String {
    let names = providers.filter(\.refresh.isRunning).map { words.title(of: $0) }
    if let name = names.first { return tr("Connecting to {provider}…", ["provider": name]) }
    let latest = providers.compactMap(\.answered).max()
    return latest.map { tr("Last response on {date}", ["date": words.date($0.day)]) } ?? ""
  }

  private static func notice(_ state: SettingsState) -> String? {
    if state.saveFailure != nil {
      return tr("Can't save the change, so it applies only until you quit Kurs. Check the disk.")
    }
    guard let damage = state.damage else { return nil }
    return damage.recoveredFile == nil
      ? tr("Some settings could not be read. Kurs uses their default values.")
      : tr("The settings file was damaged. A copy was saved. Kurs uses the settings that could be read.")
  }
}

extension SettingsViewState.ProviderRow {
  init(
    _ provider: ProviderState, of count: Int, _ state: SettingsState, _ words: Words, picture: DecodedImage?
  ) {
    id = provider.id.name
    self.picture = picture
    rank = provider.rank.map { $0 + 1 }
    title = words.title(of: provider)
    section = ProviderSection(provider)
    let facts = [words.coverage(of: provider.provider), words.age(of: provider.newest, today: state.today)]
    // Translators: separates short facts in one line.
    detail = facts.joined(separator: tr(" · "))
    let problem = words.problem(of: provider)
    if let problem { detail += "\n" + problem }
    brief = problem ?? words.brief(provider, today: state.today)
    canMoveUp = (provider.rank ?? 0) > 0
    canMoveDown = provider.rank.map { $0 < count - 1 } ?? false
    canSwitch = !provider.isOn || count > 1
    if !canSwitch { switchHint = tr("This is the only provider in use. Turn on another provider first.") }
  }
}

extension SettingsViewState.SuspiciousRateRow {
  init(_ id: Int64, _ suspect: SuspiciousQuote, _ state: SettingsState, _ words: Words) {
    let quote = suspect.quote
    self.id = id
    rate = words.line(of: quote)
    let publisher = state[quote.provider].map { words.title(of: $0) } ?? quote.provider.name
    // Translators: the provider of a suspicious rate, its date, and the reason for the suspicion.
    reason = tr(
      "{provider}, {date}. {reason}",
      [
        "provider": publisher, "date": words.date(quote.observation.day),
        "reason": words.reason(suspect, state),
      ])
  }
}

extension SettingsViewState.CacheRow {
  init(_ kind: CacheKind, bytes: Int, _ words: Words) {
    id = kind.rawValue
    title = words.name(of: kind)
    use = bytes == 0 ? tr("Empty") : tr("{size} used", ["size": words.size(bytes)])
    canClear = bytes > 0
  }
}

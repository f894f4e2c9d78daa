// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class PickerWindow {
  @Child("window") var window: Window
  @Child("search") private var search: Entry
  @Child("list") private var list: ListView
  @Child("scroller") private var scroller: Widget
  @Child("nothing") private var nothing: Widget
  private var state: PickerViewState
  private let matches = DelayedAnnouncement()

  /// `star`: adds or removes a favourite. Nil hides the stars. `use`: enables a provider.
  init(
    _ state: PickerViewState, choose: @escaping @MainActor @Sendable (Currency) -> Void,
    star: (@MainActor @Sendable (Currency, Bool) -> Void)? = nil,
    use: @escaping @MainActor @Sendable (ProviderID) -> Void = { _ in }
  ) throws(BuilderError) {
    self.state = state
    try Builder(ui: "picker").bind(self)
    let starred: @MainActor @Sendable (Currency) -> Bool = { [weak self] currency in
      guard let self else { return false }
      self.state.toggleFavourite(currency)
      let isFavourite = self.state.favourites.contains(currency)
      star?(currency, isFavourite)
      return isFavourite
    }
    list.setRows(
      make: { [weak self] in
        try? PickerRow(onStar: star == nil ? nil : starred) { [weak self] offer in
          use(offer.provider)
          self?.switchedOn(offer.provider)
        }
      },
      fill: { [weak self] row, index in self?.fill(row, index) ?? false })
    let chosen: @MainActor @Sendable (PickerViewState.Choice?) -> Void = { [weak self] choice in
      guard let choice else { return }
      choose(choice.currency)
      self?.window.close()
    }
    list.onActivate { [weak self] index in chosen(self?.state.choice(at: index)) }
    search.onActivate { [weak self] in chosen(self?.state.first) }
    search.onStopSearch { [weak self] in self?.window.close() }
    window.onEscape { [weak self] in self?.window.close() }
    search.onSearch { [weak self] in self?.searched() }
    search.onKey(first: true) { [weak self] key in self?.leftSearch(key) ?? false }
    list.onKey(first: true) { [weak self] key in self?.pressedInList(key) ?? false }
    show()
  }

  func present(above parent: Window) { window.present(above: parent, focusing: search) }

  private func searched() {
    state.search(search.text)
    show()
    if !search.text.isEmpty { matches.say(state.spokenCount, at: search) }
  }

  private func switchedOn(_ provider: ProviderID) {
    state.switchedOn(provider)
    show()
  }

  private func leftSearch(_ key: KeyPress) -> Bool {
    // Moves the focus to the first row, because GTK's Tab key would stop at the list's heading, which shows no focus.
    guard key.isTab || ["Down", "KP_Down"].contains(key.name), state.first != nil else { return false }
    return list.focusFirst { [weak self] in self?.state.choice(at: $0) != nil }
  }

  private func pressedInList(_ key: KeyPress) -> Bool {
    if key.isTab {
      search.grabFocus()
      return true
    }
    guard key.hasControl, key.name == "d", let row = list.focused as? PickerRow else { return false }
    row.toggleStar()
    return true
  }

  private func show() {
    list.show(count: state.rows.count)
    scroller.isVisible = !state.rows.isEmpty
    nothing.isVisible = state.rows.isEmpty
  }

  private func fill(_ row: PickerRow, _ index: Int) -> Bool {
    switch state.rows[index] {
    case .heading(let title):
      row.show(heading: title)
      return false
    case .currency(let choice):
      row.show(choice, isFavourite: state.favourites.contains(choice.currency), offer: state.offers[choice.currency])
      return true
    }
  }
}

@MainActor
final class PickerRow: Cell {
  @Child("row") var widget: Widget
  @Child("code") private var code: Label
  @Child("name") private var name: Label
  @Child("detail") private var detail: Label
  @Child("help") private var help: Label
  @Child("use") private var use: Button
  @Child("star") private var star: Button
  private var currency: Currency?
  private var offer: RateOffer?

  private let onStar: (@MainActor @Sendable (Currency) -> Bool)?

  /// `onStar`: adds or removes a favourite. If `onStar` is nil, rows have no star. `onUse`: enables a provider.
  init(
    onStar: (@MainActor @Sendable (Currency) -> Bool)?, onUse: @escaping @MainActor @Sendable (RateOffer) -> Void
  ) throws(BuilderError) {
    self.onStar = onStar
    try Builder(ui: "picker-row").bind(self)
    widget.speakForLabels()
    star.onClick { [weak self] in self?.toggleStar() }
    use.onClick { [weak self] in if let offer = self?.offer { onUse(offer) } }
  }

  var spoken: String {
    [code, name, help].filter(\.isVisible).map(\.text).joined(separator: tr(", "))
  }

  func toggleStar() {
    guard let currency, let onStar else { return }
    showStar(of: currency, isFavourite: onStar(currency))
  }

  func show(_ choice: PickerViewState.Choice, isFavourite: Bool, offer: RateOffer?) {
    currency = choice.currency
    star.isVisible = onStar != nil
    show(offer)
    detail.isVisible = offer == nil
    showStar(of: choice.currency, isFavourite: isFavourite)
    widget.style("heading-row", false)
    code.isVisible = true
    code.text = choice.currency.code
    name.text = choice.name
    detail.text = choice.detail
  }

  func show(heading: String) {
    widget.style("heading-row", true)
    code.isVisible = false
    star.isVisible = false
    currency = nil
    show(nil)
    name.text = heading
    detail.text = ""
  }

  private func show(_ offer: RateOffer?) {
    self.offer = offer
    for part in [help, use] as [Widget] { part.isVisible = offer != nil }
    for part in [code, name] { part.style("dim-label", offer != nil) }
    guard let offer else { return }
    help.text = offer.name
    use.setAccessibleLabel(offer.action)
    use.setTooltip(offer.action)
  }

  private func showStar(of currency: Currency, isFavourite: Bool) {
    star.setIcon(isFavourite ? "starred-symbolic" : "non-starred-symbolic")
    let sentence =
      isFavourite
      ? tr("Remove {code} from favorites", ["code": currency.code])
      : tr("Add {code} to favorites", ["code": currency.code])
    star.setAccessibleLabel(sentence)
    // Translators: the action of a button, and its keyboard shortcut.
    star.setTooltip(tr("{action} ({key})", ["action": sentence, "key": tr("Ctrl+D")]))
  }
}

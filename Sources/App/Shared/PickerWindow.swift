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

// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class AccountSignInMethods {
  @Child("ways") private var group: PreferencesGroup
  @Child("way_password") private var password: ActionRow
  @Child("way_waiting") private var waiting: ActionRow
  @Child("way_cancel") var cancel: Button
  private(set) var identities: [IdentityRow] = []
  private(set) var offers: [ActionRow] = []
  private var shown = AccountViewState.Methods()
  private let send: @MainActor @Sendable (AccountIntent) -> Void
  var askToRemove: (@MainActor @Sendable (AccountViewState.Methods.Row) -> Void)?

  init(_ builder: Builder, send: @escaping @MainActor @Sendable (AccountIntent) -> Void) throws(BuilderError) {
    self.send = send
    try builder.bind(self)
    cancel.setAccessibleDescription(waiting.title)
    cancel.onClick { send(.addingCancelled) }
  }

  func render(_ state: AccountViewState) {
    group.isVisible = state.page == .account && state.methods != nil
    guard let methods = state.methods else { return }
    password.subtitle = methods.password
    if methods.identities != shown.identities || methods.offers != shown.offers { fill(methods) }
    for (row, identity) in zip(identities, methods.identities) {
      row.remove.isSensitive = identity.canRemove && state.canChange
    }
    for row in offers {
      row.isVisible = !methods.isWaiting
      row.isSensitive = state.canChange
    }
    waiting.isVisible = methods.isWaiting
    if methods.isWaiting, !shown.isWaiting { cancel.grabFocus() }
    shown = methods
  }

  private func fill(_ methods: AccountViewState.Methods) {
    for row in identities.map(\.row) + offers { group.remove(row) }
    identities = methods.identities.enumerated().compactMap { place, identity in
      let row = try? IdentityRow(identity) { [weak self] in self?.remove(place) }
      if let row { group.add(row.row) }
      return row
    }
    offers = methods.offers.enumerated().compactMap { place, title in
      let builder = try? Builder(ui: "account-way-row")
      guard let row = try? builder?.object("row", as: ActionRow.self) else { return nil }
      row.title = title
      row.onActivate { [send] in send(.identityAddPressed(place)) }
      group.add(row)
      return row
    }
    group.arrange([password] + identities.map(\.row) + offers + [waiting])
  }

  private func remove(_ place: Int) {
    if shown.identities.indices.contains(place) { askToRemove?(shown.identities[place]) }
  }
}

@MainActor
final class IdentityRow {
  @Child("row") var row: ActionRow
  @Child("remove") var remove: Button

  init(
    _ identity: AccountViewState.Methods.Row, pressed: @escaping @MainActor @Sendable () -> Void
  ) throws(BuilderError) {
    try Builder(ui: "account-identity-row").bind(self)
    row.title = identity.title
    row.subtitle = identity.subtitle
    remove.setAccessibleLabel(tr("Remove {name}", ["name": identity.title]))
    remove.onClick(pressed)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// One own rate on screen.
@MainActor
final class OwnRatesRow {
  let row: Widget
  private let rate: Label
  private let detail: Label
  private let badge: Label
  private let remove: Button
  private var shown: OwnRatesViewState.Row?

  init(onRemove: @escaping @MainActor @Sendable (OwnRatesViewState.Row) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.ownRatesRow, domain: Paths.domain)
    row = try builder.object("row")
    rate = try builder.object("rate")
    detail = try builder.object("detail")
    badge = try builder.object("badge")
    remove = try builder.object("remove")
    row.speakForLabels()
    remove.onClick { [weak self] in self?.shown.map(onRemove) }
    row.onKey { [weak self] key in
      guard let shown = self?.shown, key.name == "Delete" || key.name == "KP_Delete" else { return false }
      onRemove(shown)
      return true
    }
  }

  func render(_ state: OwnRatesViewState.Row) {
    guard state != shown else { return }
    shown = state
    rate.text = state.rate
    detail.text = state.detail
    badge.text = state.badge?.word ?? ""
    badge.isVisible = state.badge != nil
    badge.style("expired", state.badge == .expired)
    row.setAccessibleLabel(state.spoken)
    remove.setAccessibleLabel(tr("Remove {rate}", ["rate": state.rate]))
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// One row of the picker: code, name, symbol; or a heading.
@MainActor
final class PickerRow: Cell {
  let widget: Widget
  private let code: Label
  private let name: Label
  private let detail: Label
  private let star: Button
  private var currency: Currency?

  private let hasStar: Bool

  /// `onStar` makes a currency a favourite, or none, and says which; without it rows have no star.
  init(onStar: (@MainActor @Sendable (Currency) -> Bool)?) throws(BuilderError) {
    let builder = try Builder(resource: Paths.pickerRow, domain: Paths.domain)
    widget = try builder.object("row")
    code = try builder.object("code")
    name = try builder.object("name")
    detail = try builder.object("detail")
    star = try builder.object("star")
    hasStar = onStar != nil
    star.onClick { [weak self] in
      guard let self, let currency, let onStar else { return }
      showStar(of: currency, isFavourite: onStar(currency))
    }
  }

  func show(_ choice: PickerViewState.Choice, isFavourite: Bool) {
    currency = choice.currency
    star.isVisible = hasStar
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
    name.text = heading
    detail.text = ""
  }

  private func showStar(of currency: Currency, isFavourite: Bool) {
    star.setIcon(isFavourite ? "starred-symbolic" : "non-starred-symbolic")
    star.setAccessibleLabel(
      isFavourite
        ? tr("Remove {code} from favourites", ["code": currency.code])
        : tr("Add {code} to favourites", ["code": currency.code]))
  }
}

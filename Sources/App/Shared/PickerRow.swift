// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

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

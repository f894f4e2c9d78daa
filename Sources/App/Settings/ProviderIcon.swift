// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

/// A provider's mark, or in the same room a symbol of its kind; decoration, for the name stands beside it.
@MainActor
final class ProviderIcon {
  /// Points of its side.
  static let side = 32

  let avatar: Avatar
  private var shown: DecodedImage?

  init(_ builder: Builder) throws(BuilderError) {
    avatar = try builder.object("mark")
  }

  /// `id`: by which its kind is known.
  func render(_ picture: DecodedImage?, of name: String, _ id: ProviderID) {
    if avatar.text != name {
      avatar.text = name
      avatar.setIcon(ProviderKind(id).icon)
    }
    guard picture != shown else { return }
    shown = picture
    avatar.show(picture.flatMap { Texture.pixels($0.pixels, width: $0.width, height: $0.height) })
  }
}

/// The providers' marks while the settings are open: carries out what the plan decides.
@MainActor
final class ProviderIcons {
  /// A mark of so many points a side, on a screen of so many pixels a point; nil where it cannot be had.
  typealias Load = @MainActor @Sendable (_ wish: IconPlan.Wish, _ side: Int, _ scale: Int) async -> DecodedImage?

  private var plan = IconPlan()
  private var loading: [IconPlan.Wish: Task<Void, Never>] = [:]
  private let load: Load
  private let changed: @MainActor @Sendable () -> Void

  /// `changed`: another mark can be shown.
  init(load: @escaping Load, changed: @escaping @MainActor @Sendable () -> Void) {
    self.load = load
    self.changed = changed
  }

  /// The picture that can be shown now.
  var pictures: [ProviderID: DecodedImage] { plan.pictures }

  /// Asks for what is wanted and was not asked for yet.
  func look(at state: SettingsState, open: ProviderID?, scale: Int) {
    for wish in plan.looked(at: state, open: open) {
      loading[wish] = Task { [weak self, load] in
        // Twice the side: a mark whose edges are empty loses them without becoming coarse.
        let picture = await load(wish, ProviderIcon.side * 2, scale)
        if !Task.isCancelled { self?.had(wish, picture) }
      }
    }
  }

  func end() {
    for task in loading.values { task.cancel() }
    loading = [:]
  }

  private func had(_ wish: IconPlan.Wish, _ picture: DecodedImage?) {
    loading[wish] = nil
    if plan.had(wish, picture) { changed() }
  }
}

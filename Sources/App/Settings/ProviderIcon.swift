// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWorkflow

/// A provider's icon, or a symbol for the kind of provider. Screen readers skip it, because the name is beside it.
@MainActor
final class ProviderIcon {
  /// The width and height in points.
  static let side = 32

  @Child("mark") var avatar: Avatar
  private var shown: DecodedImage?

  init(_ builder: Builder) throws(BuilderError) {
    try builder.bind(self)
  }

  func render(_ picture: DecodedImage?, of name: String, _ id: ProviderID) {
    avatar.text = name
    avatar.setIcon(ProviderKind(id).icon)
    guard picture != shown else { return }
    shown = picture
    avatar.show(picture.flatMap { Texture.pixels($0.pixels, width: $0.width, height: $0.height) })
  }
}

@MainActor
final class ProviderIcons {
  /// Loads an icon of `side` points at `scale` pixels per point. Returns nil if the provider has no icon.
  typealias Load = @MainActor @Sendable (_ request: IconPlan.Request, _ side: Int, _ scale: Int) async -> DecodedImage?

  private var plan = IconPlan()
  private var loading: [IconPlan.Request: Task<Void, Never>] = [:]
  private let load: Load
  private let changed: @MainActor @Sendable () -> Void

  init(load: @escaping Load, changed: @escaping @MainActor @Sendable () -> Void) {
    self.load = load
    self.changed = changed
  }

  var pictures: [ProviderID: DecodedImage] { plan.pictures }

  func look(at state: SettingsState, open: ProviderID?, scale: Int) {
    for request in plan.looked(at: state, open: open) {
      loading[request] = Task { [weak self, load] in
        // The icon is loaded at twice its size, so that it is still sharp after its empty edges are cropped.
        let picture = await load(request, ProviderIcon.side * 2, scale)
        if !Task.isCancelled { self?.received(request, picture) }
      }
    }
  }

  func end() {
    for task in loading.values { task.cancel() }
    loading = [:]
  }

  private func received(_ request: IconPlan.Request, _ picture: DecodedImage?) {
    loading[request] = nil
    if plan.received(request, picture) { changed() }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The page that shows what would be sent: each document, and in words what may stand in one.
@MainActor
final class SendingPage {
  let widget: Widget
  private let back: Button
  private let group: PreferencesGroup
  private var rows: [(id: String, row: DocumentRow)] = []

  init(back leave: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.settingsSending, domain: Paths.domain)
    widget = try builder.object("page")
    back = try builder.object("back")
    group = try builder.object("documents")
    back.onClick { leave() }
  }

  func focus() { back.grabFocus() }

  /// Rows stay where they are while their document does, opened or not.
  func render(_ state: SendingViewState) {
    group.setDescription(state.description)
    for (id, row) in rows where !state.documents.contains(where: { $0.id == id }) { group.remove(row.widget) }
    rows.removeAll { old in !state.documents.contains { $0.id == old.id } }
    for document in state.documents {
      if let known = rows.first(where: { $0.id == document.id })?.row {
        known.render(document)
      } else if let made = try? DocumentRow() {
        made.render(document)
        group.add(made.widget)
        rows.append((document.id, made))
      }
    }
  }

  /// The texts on the screen, for tests.
  var texts: [String] { rows.map(\.row.text) }
}

/// One document; opened, it shows each word of it.
@MainActor
private final class DocumentRow {
  let widget: ExpanderRow
  private let label: Label
  private var shown: SendingViewState.Document?

  init() throws(BuilderError) {
    let builder = try Builder(resource: Paths.settingsDocument, domain: Paths.domain)
    widget = try builder.object("row")
    label = try builder.object("text")
    label.keepLeftToRight()
  }

  var text: String { label.text }

  func render(_ document: SendingViewState.Document) {
    guard document != shown else { return }
    widget.title = document.title
    widget.subtitle = document.detail
    label.text = document.text
    shown = document
  }
}

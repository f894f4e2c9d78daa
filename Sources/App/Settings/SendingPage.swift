// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursGtk
import KursWorkflow

@MainActor
final class SendingPage {
  @Child("page") var widget: Widget
  @Child("back") private var back: Button
  @Child("documents") private var group: PreferencesGroup
  private var rows: [(id: String, row: DocumentRow)] = []

  init(back leave: @escaping @MainActor @Sendable () -> Void) throws(BuilderError) {
    try Builder(ui: "settings-sending").bind(self)
    back.onClick { leave() }
  }

  func focus() { back.grabFocus() }

  /// Shows the data that Kurs sends. A document that was already shown keeps its row, which stays expanded.
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

  var texts: [String] { rows.map(\.row.text) }
}

@MainActor
private final class DocumentRow {
  @Child("row") var widget: ExpanderRow
  @Child("text") private var label: Label

  init() throws(BuilderError) {
    try Builder(ui: "settings-document").bind(self)
    label.keepLeftToRight()
  }

  var text: String { label.text }

  func render(_ document: SendingViewState.Document) {
    widget.title = document.title
    widget.subtitle = document.detail
    label.text = document.text
  }
}

struct SendingViewState: Equatable, Sendable {
  struct Document: Equatable, Sendable, Identifiable {
    var id: String
    var title: String
    /// The receiving server and the time of sending, or the reason why the document isn't sent.
    var detail: String
    var text: String
    var isExample = false
  }

  var documents: [Document]

  var description: String {
    documents.allSatisfy(\.isExample)
      ? tr("Nothing is waiting to be sent.") : tr("This is the exact text that is sent.")
  }
}

extension SendingViewState {
  init(_ documents: [OutgoingDocument]) {
    self.documents = documents.map(Document.init)
  }
}

extension SendingViewState.Document {
  init(_ document: OutgoingDocument) {
    id = document.id
    switch document.kind {
    case .statistics(let events): title = trn("Statistics, {n} event", "Statistics, {n} events", events)
    case .report: title = tr("Error Report")
    }
    detail = Self.detail(document)
    text = Self.laidOut(document.body)
    isExample = document.standing == .example
  }

  private static func detail(_ document: OutgoingDocument) -> String {
    guard let server = document.server else {
      return tr("This is an example. Nothing is sent without an account server.")
    }
    switch document.standing {
    case .queued: return tr("Waiting to be sent to {server}", ["server": server])
    case .gathering:
      return tr("These statistics are not complete yet. They will be sent to {server} later.", ["server": server])
    case .example:
      return tr(
        "This example uses your recent actions. No statistics are waiting to be sent to {server}.", ["server": server])
    }
  }

  private static func laidOut(_ body: String) -> String {
    guard let value = try? JSONReader().read(Array(body.utf8)) else { return body }
    return JSONWriter(.pretty).text(of: value)
  }
}

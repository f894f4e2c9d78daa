// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursWorkflow

/// The texts of what would be sent to the account server, in the person's language; a pure value.
struct SendingViewState: Equatable, Sendable {
  struct Document: Equatable, Sendable, Identifiable {
    var id: String
    var title: String
    /// The server and the time it is sent, or why it is not.
    var detail: String
    /// The document itself.
    var text: String
    /// It is there to be read alone.
    var isExample = false
  }

  var documents: [Document]

  /// Whether anything waits.
  var description: String {
    documents.allSatisfy(\.isExample) ? tr("Nothing waits to be sent.") : tr("This is exactly what is sent.")
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
      return tr("An example: there is no account server, so nothing goes out.")
    }
    switch document.standing {
    case .queued: return tr("Waits for {server}", ["server": server])
    case .gathering: return tr("Is being gathered for {server}", ["server": server])
    case .example: return tr("An example: what you did last, if statistics for {server} were on", ["server": server])
    }
  }

  /// One member a line; a document that is none stays as it is.
  private static func laidOut(_ body: String) -> String {
    guard let value = try? JSONReader().read(Array(body.utf8)) else { return body }
    return JSONWriter(.pretty).text(of: value)
  }
}

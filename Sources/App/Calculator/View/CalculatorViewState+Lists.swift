// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

extension CalculatorViewState {
  /// The person's lists, and which of them is at hand.
  struct Lists: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
      /// As the action knows it.
      var id: String
      var title: String
    }

    /// The first is the one without a name.
    var entries: [Entry] = [Entry(id: Lists.unnamed, title: tr("Untitled List"))]
    var chosen = Lists.unnamed
    /// The title of the open list, also where it is no longer among the entries.
    var title = tr("Untitled List")

    static let unnamed = "none"
    var isNamed: Bool { chosen != Self.unnamed }
    var heading: String { isNamed ? title : tr("Kurs") }
    var windowTitle: String { isNamed ? tr("{title} – Kurs", ["title": title]) : tr("Kurs") }
    private func place(_ id: String) -> Int? { entries.dropFirst().firstIndex { $0.id == id } }
    func canMoveUp(_ id: String) -> Bool { place(id).map { $0 > 1 } ?? false }
    func canMoveDown(_ id: String) -> Bool { place(id).map { $0 + 1 < entries.count } ?? false }
  }
}

extension CalculatorViewState.Lists {
  init(_ state: CalculatorState) {
    entries += state.lists.map { Entry(id: $0.id.text, title: Self.shown($0.title)) }
    guard let list = state.list else { return }
    (chosen, title) = (list.id.text, Self.shown(list.title))
  }

  private static func shown(_ title: String) -> String { title.isEmpty ? tr("Untitled List") : title }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursBus
import KursCore

struct SearchInterfaces: Sendable {
  let questions: CurrentQuestions
  let program: RunningProgram

  func answer(_ call: BusCall) async -> BusAnswer {
    switch call.method {
    // The earlier results that GNOME passes are ignored, because a new calculation is cheaper than filtering them.
    case "GetInitialResultSet": await identifiers(of: call.list(0).joined(separator: " "))
    case "GetSubsearchResultSet": await identifiers(of: call.list(1).joined(separator: " "))
    case "GetResultMetas": await metas(of: call.list(0))
    case "ActivateResult": activate(call.text(0), at: UInt32(call.text(2)))
    case "LaunchSearch": launch(call.list(0).joined(separator: " "), at: UInt32(call.text(1)))
    case "Match": await matches(of: call.text(0))
    case "Run": await run(call.text(0))
    case "Actions": .tuple(type: "(a(sss))", "(@a(sss) [],)")
    default: .nothing
    }
  }

  private func identifiers(of question: String) async -> BusAnswer {
    let ids = await rows(of: question).map(\.id.variant)
    return .tuple(type: "(as)", "(\(ids.variant("as")),)")
  }

  private func rows(of question: String) async -> [SearchResult] {
    let rows = await questions.results(question)
    if !rows.isEmpty { program.wake() }
    return rows
  }

  private func metas(of ids: [String]) async -> BusAnswer {
    var metas: [String] = []
    for id in ids {
      guard let result = await result(id) else { continue }
      let copied = result.copied.map { ", \"clipboardText\": <\($0.variant)>" } ?? ""
      metas.append(
        "{\"id\": <\(id.variant)>, \"name\": <\(result.title.variant)>, \"description\": <\(result.description.variant)>, "
          + "\"gicon\": <\"\(RunningProgram.icon)\">\(copied)}")
    }
    return .tuple(type: "(aa{sv})", "(\(metas.variant("aa{sv}")),)")
  }

  /// Calculates the result for an identifier again, because the service may have restarted since the search.
  private func result(_ id: String) async -> SearchResult? {
    switch SearchResult.Action(id: id) {
    case .copy(_, let question)?: await questions.results(question).first { $0.id == id }
    case .chart(let subject)?:
      await questions.results("1 \(subject.base) \u{2192} \(subject.counters[0])").first { $0.id == id }
    case nil: nil
    }
  }

  private func activate(_ id: String, at time: UInt32? = nil) -> BusAnswer {
    if case .chart(let subject)? = SearchResult.Action(id: id) {
      program.run("open-chart", subject.description, at: time)
    }
    return .nothing
  }

  private func launch(_ question: String, at time: UInt32?) -> BusAnswer {
    program.run("open-text", question, at: time)
    return .nothing
  }

  /// Returns KRunner's matches: `(id, text, icon, kind, relevance, properties)`. Kind 100 is an exact match.
  private func matches(of question: String) async -> BusAnswer {
    let rows = await rows(of: question).enumerated().map { index, result in
      let (kind, relevance) = index == 0 ? (100, "1.0") : (30, "0.\(9 - min(index, 8))")
      return "(\(result.id.variant), \(result.title.variant), \"\(RunningProgram.icon)\", \(kind), \(relevance), "
        + "{\"subtext\": <\(result.description.variant)>})"
    }
    return .tuple(type: "(a(sssida{sv}))", "(\(rows.variant("a(sssida{sv})")),)")
  }

  /// Copies the result with KDE's clipboard program, because KRunner can't copy. If that fails, opens the window.
  private func run(_ id: String) async -> BusAnswer {
    guard case .copy(_, let question)? = SearchResult.Action(id: id) else { return activate(id) }
    let copied = await result(id)?.copied ?? ""
    if !BusServer.ask(
      "org.kde.klipper", at: "/klipper", "org.kde.klipper.klipper", "setClipboardContents", "(s)", "(\(copied.variant),)")
    {
      program.run("open-text", question)
    }
    return .nothing
  }
}

extension String {
  var variant: String {
    "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}

extension [String] {
  /// Returns an array of this type in GVariant's text form. The elements are already in that form.
  func variant(_ type: String) -> String { isEmpty ? "@\(type) []" : "[\(joined(separator: ", "))]" }
}

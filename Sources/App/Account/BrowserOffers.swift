// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// The ways to sign in with the browser that the server in the form offers; it is asked once.
struct BrowserOffers: Equatable, Sendable {
  private struct Typed: Equatable, Sendable {
    let text: String
    let before: String
  }

  private var typed: Typed?
  private var asked: String?
  private var issuers: [String] = []
  /// True while the person is in the browser.
  var isTaken = false

  /// `before`: what stood there at first; it counts again as soon as that is another.
  mutating func entered(_ text: String, instead before: String) {
    typed = Typed(text: text, before: before)
  }

  /// The server to be asked now, if any; `initial`: what stood in the form at first.
  mutating func next(_ initial: String) -> String? {
    if typed?.before != initial { typed = nil }
    let server = ServerAddress(typed?.text ?? initial)?.text
    guard server != asked else { return nil }
    (asked, issuers) = (server, [])
    return server
  }

  /// Takes the server's answer; it is ignored if the form has another server by now.
  mutating func came(_ found: [String], from server: String) {
    if server == asked { issuers = found }
  }

  func way(_ place: Int) -> BrowserWay? {
    guard let asked, issuers.indices.contains(place) else { return nil }
    return BrowserWay(server: asked, issuer: issuers[place])
  }

  /// One button needs no name of where it leads.
  var buttons: [String] {
    guard issuers.count > 1 else { return issuers.map { _ in tr("Sign In with Browser…") } }
    return issuers.map { tr("Sign In with {site}…", ["site": WaysIn.site(of: $0)]) }
  }
}

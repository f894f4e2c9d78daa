// SPDX-License-Identifier: GPL-3.0-or-later

public struct RedirectPages: Hashable, Sendable {
  public var title: String
  public var received: String
  public var denied: String
  public var foreign: String

  public init(title: String, received: String, denied: String, foreign: String) {
    self.title = title
    self.received = received
    self.denied = denied
    self.foreign = foreign
  }

  func page(for response: AuthorizationResponse) -> RedirectPage {
    switch response {
    case .code: RedirectPage(status: 200, html: html(received))
    case .denied, .failed: RedirectPage(status: 200, html: html(denied))
    case .foreign: RedirectPage(status: 400, html: html(foreign))
    case .otherRequest: RedirectPage(status: 404, html: "")
    }
  }

  private func html(_ sentence: String) -> String {
    """
    <!DOCTYPE html>
    <html>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>\(title.escaped)</title>
    <body style="font: 1.2em system-ui, sans-serif; max-width: 30em; margin: 15vh auto; padding: 0 1em; text-align: center">
    <h1 style="font-size: 1.4em">\(title.escaped)</h1>
    <p dir="auto">\(sentence.escaped)</p>

    """
  }
}

public struct RedirectPage: Hashable, Sendable {
  public let status: Int
  public let html: String
}

extension String {
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

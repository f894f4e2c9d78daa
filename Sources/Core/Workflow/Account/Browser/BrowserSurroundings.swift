// SPDX-License-Identifier: GPL-3.0-or-later

/// The surroundings of a sign-in with the browser.
public struct BrowserSurroundings: Sendable {
  /// Opens a port of this machine alone and answers what comes there; nil where there is none to be had.
  public var listen: @Sendable (_ answer: @escaping @Sendable (String) -> RedirectPage) -> RedirectPort?
  /// So many bytes by chance, which nobody can guess.
  public var random: @Sendable (Int) -> [UInt8]

  public init(
    listen: @escaping @Sendable (_ answer: @escaping @Sendable (String) -> RedirectPage) -> RedirectPort?,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.listen = listen
    self.random = random
  }
}

/// A port that is open while a sign-in waits for the browser.
public struct RedirectPort: Sendable {
  public let number: Int
  public let close: @Sendable () -> Void

  public init(number: Int, close: @escaping @Sendable () -> Void) {
    self.number = number
    self.close = close
  }
}

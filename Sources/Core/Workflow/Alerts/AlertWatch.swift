// SPDX-License-Identifier: GPL-3.0-or-later

/// The one that looks at alerts while no window is open.
public enum AlertWatch: Hashable, Sendable {
  /// The session: its timer or, from a sandbox, a program in the background.
  case session
  /// Nobody, because the desktop lets nothing of Kurs run in the background.
  case refused
  case nobody
}

extension AlertWatch {
  /// The session's bus, as a front end reaches it.
  public struct Bus: Sendable {
    /// A method of another program; the arguments are in GVariant's text form.
    public struct Call: Equatable, Sendable {
      public let name: String
      public let path: String
      public let interface: String
      public let method: String
      public var type = "()"
      public var arguments = "()"
    }

    /// Whether this is a sandbox, where no systemd is at hand.
    var isSandboxed: Bool
    /// False where no answer came.
    var isDone: @Sendable (Call) async -> Bool
    /// The portal's answer to the arguments of RequestBackground; `nobody` where there is no portal.
    var request: @Sendable (String) async -> AlertWatch

    public init(
      isSandboxed: Bool, isDone: @escaping @Sendable (Call) async -> Bool,
      request: @escaping @Sendable (String) async -> AlertWatch
    ) {
      (self.isSandboxed, self.isDone, self.request) = (isSandboxed, isDone, request)
    }
  }

  /// Has the session look at alerts by itself, or no more; who does so then.
  ///
  /// `reason`: told by the desktop to the person who is asked for the background.
  public static func switched(
    _ isOn: Bool, of program: String, reason: String, over bus: Bus
  ) async -> AlertWatch {
    if bus.isSandboxed {
      let answer = await bus.request(AlertBackground.request(toSwitch: isOn, reason: reason))
      if isOn, answer != .session { return answer }
      // The portal starts it with the next session; the bus does so now. One that is not wanted any more looks, and ends.
      return await bus.isDone(AlertBackground.look(of: program)) ? .session : .nobody
    }
    for call in AlertTimer.calls(toSwitch: isOn) {
      guard await bus.isDone(call) else { return .nobody }
    }
    return .session
  }
}

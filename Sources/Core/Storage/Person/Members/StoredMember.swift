// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// An account as it stands on this machine.
public struct StoredMember: Hashable, Sendable {
  public var member: Member
  /// False once they signed out and left their data here.
  public var isSignedIn: Bool
  /// Whether the windows show this member's data.
  public var isCurrent: Bool
  public var used: Timestamp
  /// Why their data is being deleted; nil where it is not. Outlives the program until all is gone.
  public var wipeReason: String?

  public init(
    member: Member, isSignedIn: Bool, isCurrent: Bool, used: Timestamp, wipeReason: String? = nil
  ) {
    self.member = member
    self.isSignedIn = isSignedIn
    self.isCurrent = isCurrent
    self.used = used
    self.wipeReason = wipeReason
  }
}

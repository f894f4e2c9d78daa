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
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct StoredMember: Hashable, Sendable {
  public var member: Member
  /// Whether the member is signed in. False after a sign-out that left the data on this computer.
  public var isSignedIn: Bool
  public var isCurrent: Bool
  public var used: Timestamp
  public var state: MemberState
}

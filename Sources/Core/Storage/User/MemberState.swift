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

public enum MemberState: Hashable, Sendable {
  case active
  /// The member is being removed. After a crash, the next start continues with this step.
  case leaving(SignOutReason, LeavingStep)

  public var keepsData: Bool {
    switch self {
    case .active, .leaving(_, .secretsOnly): true
    case .leaving: false
    }
  }

  /// Creates the state from the stored values. `reason` and `step` are nil for an active member.
  init(reason: String?, step: String?) {
    guard let reason else {
      self = step == nil ? .active : .leaving(.user, .secretsOnly)
      return
    }
    let reasonOrUnknown = SignOutReason(rawValue: reason) ?? .sessionEnded
    // If no step is stored, begin with the first step. An earlier Kurs stored no step, and each step can be repeated.
    self = .leaving(reasonOrUnknown, step.flatMap { LeavingStep(rawValue: $0) } ?? Self.first(reasonOrUnknown))
  }

  static func first(_ reason: SignOutReason) -> LeavingStep { reason == .user ? .rows : .recovery }
}

/// The next step of signing a member out. A step may run twice. A step's transaction also stores the next step.
public enum LeavingStep: String, CaseIterable, Sendable {
  /// Copies the member's data for recovery. This step is skipped if the user chose to sign out.
  case recovery
  case rows
  /// Deletes the member's data in other files and in the daily copies.
  case files
  /// Removes the secrets from the keyring. After that, removes the member.
  case secrets
  /// Removes the secrets from the keyring. The member and the data stay.
  case secretsOnly = "secrets-only"

  /// Whether the step is about data that other programs must not show any more.
  public var isOfData: Bool {
    switch self {
    case .recovery, .rows, .files: true
    case .secrets, .secretsOnly: false
    }
  }
}

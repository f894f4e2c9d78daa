// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The sentence for a Kurs that is too old for the account server: what the person can do.
public func sentence(tooOld needed: ReleaseNumber) -> String {
  tr(
    "This Kurs is too old for the account server. Update to {version} or newer; your changes are kept here until then.",
    ["version": needed.description])
}

/// The server's answer does not follow the contract, or broke off.
public var brokenAnswer: String { tr("The account server’s answer is damaged. Try again, or ask its operator.") }

/// The member's space on the server is used up; deletions and news went through.
public var fullAccount: String { tr("Your space on the server is full. Delete lists that you no longer need.") }

/// The server's answers contradict themselves.
public var unsoundAnswers: String {
  tr("The server’s answers contradict each other. Check this computer’s clock, or ask the operator.")
}

/// Even reading everything again left a difference.
public var differingServer: String {
  tr("This computer and the server still differ. Ask the operator to look at the server’s log.")
}

/// A new password that the server refuses.
public var weakPassword: String {
  tr("Choose a password of at least 10 characters that is not a common one or your address.")
}

/// A code of the operator's that sets no new password.
public var refusedCode: String {
  tr("The address or the code is not right, or the code was used. Ask the operator for a new one.")
}

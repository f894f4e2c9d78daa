// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

enum AccountAction: String, Action {
  case changePassword = "change-password"
  case addAccount = "add-account"
  case signOut = "sign-out"
  case deleteAccount = "delete-account"

  static let scope = "win"
  var accelerators: [String] { [] }
  var takesTarget: Bool { false }
}

enum AccountIntent: Equatable, Sendable {
  case submitted(SignInFields)
  case signInCancelled
  /// The address of the server stands there as it is meant.
  case serverEntered(String)
  /// The index among the ways that the server offers.
  case browserPressed(Int)
  /// Switches from signing in to registering, or back.
  case otherFormPressed
  case passwordForgotten
  case backPressed
  /// The one button of the notice.
  case noticePressed
  case noticeOtherPressed
  /// The index in the list of members; the one behind the last is nobody.
  case memberChosen(Int)
  case addPressed
  case syncPressed
  case renamed(String)
  /// A file for the picture, by its path.
  case pictureChosen(String)
  case pictureRemoved
  case passwordChanged(from: Secret?, to: Secret)
  /// The index among the providers of the server.
  case identityAddPressed(Int)
  /// Not by the browser after all.
  case addingCancelled
  case identityRemoved(WaysIn.Identity)
  /// The password, for one who wants another way in.
  case proved(Secret)
  case questionLeft
  case conflictDecided(ObjectConflict, takesOther: Bool)
  case signedOut(keepingData: Bool)
  case accountDeleted(Secret?, keepingCopy: Bool)
  case closed
}

struct SignInFields: Equatable, Sendable {
  var server: String
  var name: String
  var email: String
  var password: Secret
  var keepsPassword: Bool
  var invitation = ""
  var code = ""
}

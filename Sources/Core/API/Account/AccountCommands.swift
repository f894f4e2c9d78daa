// SPDX-License-Identifier: GPL-3.0-or-later

extension Command {
  static let register = Command(
    "account/register", method: .post, path: "/api/v1/member/register/", accept: json, schema: "account/session")
  static let signIn = Command(
    "account/sign-in", method: .post, path: "/api/v1/member/login/email/", accept: json, schema: "account/session")
  static let resetPassword = Command(
    "account/reset", method: .post, path: "/api/v1/member/login/reset/", accept: json, schema: "account/session")
  static let renew = Command(
    "account/renew", method: .post, path: "/api/v1/member/login/refresh/", accept: json, schema: "account/session")
  static let signOut = Command(
    "account/sign-out", method: .post, path: "/api/v1/member/logout/", accept: json, schema: "account/ended")
  static let changePassword = Command(
    "account/password", method: .post, path: "/api/v1/member/password/", accept: json, schema: "account/ended",
    needsSignIn: true)
  static let deleteAccount = Command(
    "account/delete", method: .post, path: "/api/v1/member/delete/", accept: json, schema: "account/deleted",
    needsSignIn: true)
  static let profile = Command(
    "account/profile", method: .post, path: "/api/v1/member/profile/", accept: json, schema: "account/profile",
    needsSignIn: true)
  static let updateConfig = Command(
    "account/config", method: .post, path: "/api/v1/member/updateconfig/", accept: json,
    schema: "account/config", needsSignIn: true)
  /// A rename; answers with the profile.
  public static let rename = Command(
    "account/rename", method: .post, path: "/api/v1/member/profile/", accept: json, schema: "account/profile",
    needsSignIn: true, queueing: .perResource("profile"))
  public static let replaceAvatar = Command(
    "account/avatar-new", method: .post, path: "/api/v1/member/avatar/", accept: json,
    contentType: PictureForm.contentType, schema: "account/avatar", needsSignIn: true,
    queueing: .perResource("picture"))
  /// Changes of a member that wait in the offline queue while the server is away.
  public static let changesOfMember = [rename, replaceAvatar]
}

// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class AccountSignInMethodsTests: WidgetTestCase {
  private static let identity = SignInMethods.Identity(
    issuer: "https://id.example.org/", subject: "1", email: "ada@id.example.org")

  private static func form(
    _ identities: [SignInMethods.Identity] = [identity], issuers: [String] = ["https://id.example.org/"],
    of member: Member = AccountViewStateTests.ada
  ) -> AccountForm {
    var form = AccountForm(server: "")
    form.methods.member = member.id
    form.methods.known = SignInMethods(hasPassword: member.hasPassword, identities: identities, isProven: true)
    form.methods.issuers = issuers
    return form
  }

  private static func view(_ form: AccountForm, _ member: Member = AccountViewStateTests.ada) -> AccountViewState {
    AccountViewState(AccountViewStateTests.state(.signedIn, member), form)
  }

  func testSignInMethodsOfAnotherMemberAreNotShown() {
    XCTAssertNil(Self.view(AccountForm(server: "")).methods)
    let other = Member(id: MemberID("2", at: "https://a.example"), server: "https://a.example", email: "b@b.example")
    XCTAssertNil(Self.view(Self.form(), other).methods)
    XCTAssertEqual(Self.view(Self.form()).methods?.identities.map(\.title), ["id.example.org"])
  }

  func testTheLastSignInMethodCannotBeRemoved() {
    var member = AccountViewStateTests.ada
    XCTAssertEqual(Self.view(Self.form()).methods?.identities.map(\.canRemove), [true])
    XCTAssertEqual(Self.view(Self.form()).methods?.password, "Password set")
    member.hasPassword = false
    let view = Self.view(Self.form(of: member), member)
    XCTAssertEqual(view.methods?.identities.map(\.canRemove), [false])
    XCTAssertEqual(view.methods?.password, "No password")
    let second = SignInMethods.Identity(issuer: "https://b.example", subject: "2", email: "")
    XCTAssertEqual(
      Self.view(Self.form([Self.identity, second], of: member), member).methods?.identities.map(\.canRemove),
      [true, true])
  }

  func testButtonsHaveTheNamesOfSignInSitesOnlyIfThereAreSeveral() {
    XCTAssertEqual(Self.view(Self.form()).methods?.offers, ["Add Sign-In with Browser…"])
    XCTAssertEqual(
      Self.view(Self.form(issuers: ["https://a.example", "https://b.example/x/"])).methods?.offers,
      ["Add Sign-In with a.example…", "Add Sign-In with b.example/x…"])
  }

  func testTheFormIsDisabledDuringABrowserSignIn() {
    var form = Self.form()
    form.methods.isWaiting = true
    XCTAssertFalse(Self.view(form).canChange)
    XCTAssertEqual(Self.view(form).methods?.isWaiting, true)
  }

  func testSignInMethodsHaveRowsWhoseButtonsSendActions() throws {
    try onMain {
      var asked: [AccountIntent] = []
      let builder = try Builder(ui: "account")
      let window: Window = try builder.object("window")
      let ways = try AccountSignInMethods(builder) { asked.append($0) }
      let group: Widget = try builder.object("ways")
      window.present()
      ways.render(Self.view(AccountForm(server: "")))
      XCTAssertFalse(group.isVisible)
      ways.render(Self.view(Self.form()))
      XCTAssertTrue(group.isVisible)
      XCTAssertEqual(ways.identities.map(\.row.title), ["id.example.org"])
      XCTAssertEqual(ways.identities.map(\.row.subtitle), ["ada@id.example.org"])
      XCTAssertEqual(ways.offers.map(\.title), ["Add Sign-In with Browser…"])
      XCTAssertEqual((ways.identities.map(\.row) + ways.offers).map(\.place), [1, 2])
      var form = Self.form([])
      form.methods.isWaiting = true
      ways.render(Self.view(form))
      XCTAssertEqual(ways.identities.count, 0)
      XCTAssertEqual(ways.offers.map(\.isVisible), [false])
      MainLoop.run(milliseconds: 200)
      ways.cancel.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked, [.addingCancelled])
      window.destroy()
    }
  }
}

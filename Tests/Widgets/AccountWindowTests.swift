// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class AccountWindowTests: WidgetTestCase {
  private static func view(
    _ phase: AccountState.Phase, _ member: Member? = AccountViewStateTests.ada,
    _ form: AccountForm = AccountForm(server: "https://a.example")
  ) -> AccountViewState {
    AccountViewState(AccountViewStateTests.state(phase, member), form)
  }

  func testTheClosedAccountWindowIsFreed() throws {
    try assertFreed {
      let window = try AccountWindow { _ in }
      window.render(Self.view(.signedIn))
      return (window, window.window)
    }
  }

  func testRenderingTheAccountWindowSendsNoAction() throws {
    try onMain {
      var asked: [AccountIntent] = []
      let window = try AccountWindow { asked.append($0) }
      var running = AccountForm(server: "https://b.example", isOpenedByUser: true, isRunning: true)
      window.render(Self.view(.signedIn, AccountViewStateTests.ada, running))
      running.ended(.emailTaken)
      for form in [running, AccountForm(server: "")] {
        for phase: AccountState.Phase in [.signedOut(nil), .signedIn, .signedOut(.sessionEnded), .locked, .signingOut] {
          window.render(Self.view(phase, nil, form))
          window.render(Self.view(phase, AccountViewStateTests.ada, form))
        }
      }
      XCTAssertEqual(asked, [])
      window.window.destroy()
    }
  }

  // fault: X17
  func testEnterSubmitsTheSignInFormOnlyIfItIsComplete() throws {
    try onMain {
      var asked: [AccountIntent] = []
      let builder = try Builder(ui: "account")
      let form = try SignInForm(builder) { asked.append($0) }
      let submit: Button = try builder.object("submit")
      // A button can be pressed only if its window is shown.
      let window: Window = try builder.object("window")
      window.present()
      let password: Entry = try builder.object("password")
      form.render(Self.view(.signedOut(nil), nil).form, isShown: true)
      XCTAssertFalse(submit.isSensitive)
      try builder.object("email", as: Entry.self).text = "ada@example.org"
      password.text = "secret"
      XCTAssertTrue(submit.isSensitive)
      submit.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(
        asked,
        [
          .submitted(
            SignInFields(
              server: "https://a.example", name: "", email: "ada@example.org", password: Secret("secret"),
              keepsPassword: false))
        ])
      var running = AccountForm(server: "https://a.example", isRunning: true)
      form.render(Self.view(.signedOut(nil), nil, running).form, isShown: true)
      XCTAssertFalse(submit.isVisible)
      XCTAssertEqual(password.text, "secret")
      running.ended(.refused(.wrongPassword))
      form.render(Self.view(.signedOut(nil), nil, running).form, isShown: true)
      let problem: ActionRow = try builder.object("problem")
      XCTAssertEqual(problem.title, "Incorrect email or password.")
      XCTAssertEqual(password.text, "secret")
      running.ended(nil)
      form.render(Self.view(.signedIn, AccountViewStateTests.ada, running).form, isShown: false)
      XCTAssertEqual(password.text, "", "no password stays behind")
      running.switched()
      form.render(Self.view(.signedOut(nil), nil, running).form, isShown: true)
      password.text = "secret"
      XCTAssertFalse(submit.isSensitive, "a new member has a name")
      let invitation: Entry = try builder.object("invitation")
      XCTAssertFalse(invitation.isVisible)
      running.ended(.invitationNeeded)
      form.render(Self.view(.signedOut(nil), nil, running).form, isShown: true)
      XCTAssertTrue(invitation.isVisible)
      XCTAssertEqual(problem.title, "This server requires an unused invitation. Ask its operator for one.")
      window.destroy()
    }
  }

  func testNoticeButtonsAndMemberRowsSendTheirActions() throws {
    try onMain {
      var asked: [AccountIntent] = []
      let window = try AccountWindow { asked.append($0) }
      window.render(Self.view(.offline(wantsPassword: false)))
      window.window.activateAction("win.add-account")
      XCTAssertEqual(asked, [.addPressed])
      window.window.present()
      window.noticeButton.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked.last, .noticePressed)
      window.members.selected = 1
      XCTAssertEqual(asked.last, .memberChosen(1))
      window.window.destroy()
    }
  }

  func testUnsentChangesHaveButtonsToRetryAndDiscardThem() throws {
    try onMain {
      var asked: [AccountIntent] = []
      let builder = try Builder(ui: "account")
      let page = try AccountPage(builder) { asked.append($0) }
      let group: PreferencesGroup = try builder.object("waiting")
      page.render(Self.view(.signedIn))
      XCTAssertFalse(group.isVisible)
      var form = AccountForm(server: "")
      form.queue = AccountViewStateTests.queue()
      page.render(Self.view(.signedIn, AccountViewStateTests.ada, form))
      XCTAssertTrue(group.isVisible)
      let row = try XCTUnwrap(page.waiting.rows.first)
      XCTAssertEqual([row.row.title, row.row.subtitle], ["New name: Grace", "Waiting to be sent"])
      form.queue = AccountViewStateTests.queue(.refused(status: 400))
      page.render(Self.view(.signedIn, AccountViewStateTests.ada, form))
      XCTAssertTrue(page.waiting.rows.first === row)
      XCTAssertEqual(row.row.subtitle, "The server refused this change (status 400). Retry or discard it.")
      let change = try XCTUnwrap(form.queue.changes(of: AccountViewStateTests.ada.id).first)
      let window: Window = try builder.object("window")
      window.present()
      row.retry.activate()
      row.discard.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked, [.changeRetried(change), .changeDiscarded(change)])
      form.queue = AccountViewStateTests.queue(.damaged)
      page.render(Self.view(.signedIn, AccountViewStateTests.ada, form))
      XCTAssertFalse(row.retry.isVisible)
      page.render(Self.view(.signedIn))
      XCTAssertTrue(page.waiting.rows.isEmpty)
      window.destroy()
    }
  }

  func testAChangeOfTheAccountDoesNotReplaceANameBeingTyped() throws {
    try onMain {
      let builder = try Builder(ui: "account")
      let page = try AccountPage(builder) { _ in }
      let name: Entry = try builder.object("own_name")
      page.render(Self.view(.signedIn))
      name.text = "Ada L"
      page.render(Self.view(.offline(wantsPassword: false)))
      XCTAssertEqual(name.text, "Ada L")
      var renamed = AccountViewStateTests.ada
      renamed.name = "Ada Lovelace"
      page.render(Self.view(.signedIn, renamed))
      XCTAssertEqual(name.text, "Ada Lovelace")
      try builder.object("window", as: Window.self).destroy()
    }
  }
}

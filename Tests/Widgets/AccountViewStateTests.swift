// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursStorage
@testable import KursWorkflow

/// Tests view states, which need no display.
final class AccountViewStateTests: XCTestCase {
  static let ada = Member(
    id: MemberID("1", at: "https://a.example"), server: "https://a.example", email: "ada@example.org", name: "Ada")

  static func state(_ phase: AccountState.Phase, _ member: Member? = ada, isRemembered: Bool = true) -> AccountState {
    AccountState(phase: phase, member: member, members: member.map { [$0] } ?? [], isRemembered: isRemembered)
  }

  private let form = AccountForm(server: "https://settings.example")
  private let typed = SignInFields(
    server: "a.example/", name: " Ada ", email: " ada@example.org ", password: Secret(" as typed "), keepsPassword: true
  )

  /// Returns a queue in which Ada's new name waits to be sent.
  static func queue(_ refusal: Undeliverable? = nil, _ fault: DeliveryFault? = nil) -> QueueState {
    let name = AccountRequest.rename("Grace", idempotencyKey: "1")
    let content = QueuedCommand.Content(
      member: ada.id.text, resource: "profile", isDroppable: false, key: "1", command: name.command.name,
      server: ada.server, method: "POST", path: name.command.path, body: name.body)
    let history = QueuedCommand.History(attempts: 8, fault: fault)
    return QueueState(commands: [
      QueuedCommand(
        id: 3, content: content, enqueued: Timestamp(milliseconds: 0), history: history, undeliverable: refusal)
    ])
  }

  func testAnUnsentChangeShowsWhyItWasNotSent() {
    let rows: [(Undeliverable?, DeliveryFault?, String)] = [
      (nil, nil, "Waiting to be sent"), (nil, .notSignedIn, "Will be sent after you sign in"),
      (nil, .unreachable, "Can't reach the server. Kurs will try again."),
      (nil, .tooManyRequests, "The account server is busy. Kurs will try again."),
      (nil, .status(503), "The request to the server failed (status 503). Kurs will try again."),
      (.refused(status: 400), .status(400), "The server refused this change (status 400). Retry or discard it."),
      (.tooManyAttempts, .timedOut, "Not sent after 8 attempts. Retry or discard the change."),
      (.expired, nil, "This change was not sent within a week. Retry or discard it."),
      (.damaged, nil, "This change is damaged on the disk. You can only discard it."),
    ]
    for (refusal, fault, text) in rows {
      var form = form
      form.queue = Self.queue(refusal, fault)
      let waiting = AccountViewState(Self.state(.signedIn), form).waiting
      XCTAssertEqual(waiting.map(\.title), ["New name: Grace"])
      XCTAssertEqual(waiting.map(\.text), [text])
      XCTAssertEqual(waiting.map(\.canRetry), [refusal != .damaged])
      XCTAssertEqual(AccountViewState(Self.state(.signedIn, nil), form).waiting, [], "another member's")
      form.opened()
      XCTAssertEqual(AccountViewState(Self.state(.signedIn), form).waiting, [], "below a form")
    }
  }

  func testEachAccountStateHasAPageAndAtMostOneButton() {
    let until = Uptime(milliseconds: 0)
    let rows: [(AccountState, AccountViewState.Page, AccountViewState.Notice.Action?, Bool)] = [
      (Self.state(.checking), .account, nil, true),
      (Self.state(.locked), .account, .retry, true),
      (Self.state(.locked, nil), .notice, .retry, true),
      (Self.state(.signedOut(nil), nil), .form, nil, false),
      (Self.state(.signedOut(.user), nil), .form, nil, false),
      (Self.state(.signedOut(.tokenReused), nil), .notice, .signIn, true),
      (Self.state(.signingIn, nil), .form, nil, false),
      (Self.state(.signedIn), .account, nil, false),
      (Self.state(.signedIn, isRemembered: false), .account, nil, true),
      (Self.state(.offline(wantsPassword: false)), .account, .retry, true),
      (Self.state(.offline(wantsPassword: true)), .account, .signIn, true),
      (Self.state(.waiting(until: until)), .account, nil, true),
      (Self.state(.waiting(until: until), nil), .form, nil, false),
      (Self.state(.signingOut), .notice, nil, true),
    ]
    for (state, page, action, hasNotice) in rows {
      let view = AccountViewState(state, form)
      XCTAssertEqual(view.page, page, "\(state.phase)")
      XCTAssertEqual(view.notice?.action, action, "\(state.phase)")
      XCTAssertEqual(view.notice != nil, hasNotice, "\(state.phase)")
      XCTAssertEqual(view.canChange, state.phase == .signedIn, "\(state.phase)")
    }
  }

  func testUnsentChangesAreOfferedForRestoring() {
    var form = form
    form.savedUnsent = 3
    XCTAssertEqual(AccountViewState(Self.state(.signedIn), form).notice?.action, .adopt)
    XCTAssertEqual(AccountViewState(Self.state(.offline(wantsPassword: false)), form).notice?.action, .retry)
    // A notice about the sign-in takes precedence over the offer to restore unsent changes.
    XCTAssertNil(AccountViewState(Self.state(.signedIn, isRemembered: false), form).notice?.action)
  }

  func testAMessageOfTheServerOperatorIsShown() {
    var state = Self.state(.signedIn)
    XCTAssertEqual(AccountViewState(state, form).message, "")
    state.service.message = "<b>Closed</b> on Sunday."
    let view = AccountViewState(state, form)
    XCTAssertEqual(view.message, "<b>Closed</b> on Sunday.")
    XCTAssertNil(view.notice)
    state.neededRelease = ReleaseNumber("2.1")
    let notice = AccountViewState(state, form).notice
    XCTAssertTrue(notice?.text.contains("Update to 2.1.0 or later") == true, notice?.text ?? "")
    XCTAssertNil(notice?.action)
    XCTAssertEqual(sentence(for: .tooOld(needed: .init("2.1")!)), "Update Kurs to sync again")
  }

  func testTheSyncStatusShowsTheResultAndObjectsThatAreTooLarge() {
    var machine = SyncMachine()
    func said(_ phase: AccountState.Phase = .signedIn) -> (String, Bool) {
      let view = AccountViewState(Self.state(phase), form, sync: machine.status) { "at \($0.milliseconds)" }
      return (view.sync, view.canSync)
    }
    XCTAssertTrue(said() == ("Will sync after you sign in", false))
    _ = machine.signedIn()
    XCTAssertTrue(said() == ("Checking for changes…", false))
    let long = [("a", "Trip"), ("b", "Year")].map { name, title in
      UserObject(
        id: UserObject.ID(.saved, named: name), kind: .saved,
        fields: ["title": .init(title, edited: Timestamp(milliseconds: 0))])
    }
    _ = machine.exchanged(1, hasMore: false, tooLarge: long, now: Timestamp(milliseconds: 5))
    XCTAssertTrue(
      said() == (
        "Synced at at 5\n2 items are too large for the server and stay on this computer: Trip, Year", true
      ))
    XCTAssertFalse(said(.offline(wantsPassword: false)).1)
    _ = machine.syncRequested()
    _ = machine.failed(2, .unavailable(retryAfter: nil), jitter: 0, now: Timestamp(milliseconds: 6))
    XCTAssertTrue(said().0.hasPrefix("Can't reach the server. Your changes are saved and will be sent later.\n"))
  }

  func testTheSignedOutPageGivesTheReasonAndOpensTheSignInForm() {
    let state = Self.state(.signedOut(.sessionEnded), nil)
    XCTAssertEqual(AccountViewState(state, form).notice?.text, "You were signed out by the account server.")
    var form = form
    form.opened()
    XCTAssertEqual(AccountViewState(state, form).page, .form)
    XCTAssertTrue(AccountViewState(state, form).canGoBack)
    form.left()
    XCTAssertEqual(AccountViewState(state, form).page, .notice)
    form.opened()
    XCTAssertFalse(AccountViewState(Self.state(.signedOut(nil), nil), form).canGoBack)
  }

  func testTheDataOfADeletedAccountIsOfferedUntilTheUserDecides() throws {
    var form = form
    let copy = RecoveredCopy(member: MemberID("a"), email: "", server: "", reason: nil, count: 3)
    form.recoveredCopies = [copy]
    let ended = try XCTUnwrap(AccountViewState(Self.state(.signedOut(.accountDeleted), nil), form).notice)
    XCTAssertEqual(
      ended.text,
      "You were signed out. The account was deleted. "
        + "The account's data is still on this computer. Keep a copy or delete it.")
    XCTAssertEqual([ended.action, ended.other], [.keepCopy, .discardCopy])
    let later = try XCTUnwrap(AccountViewState(Self.state(.signedOut(nil), nil), form).notice)
    XCTAssertTrue(later.text.hasPrefix("The account that you used here was deleted or closed."))
    XCTAssertNil(AccountViewState(Self.state(.signedIn), form).notice)
    let other = RecoveredCopy(
      member: MemberID("b"), email: "b@example.org", server: "", reason: .sessionEnded, count: 1)
    form.recoveredCopies = [other, copy]
    XCTAssertEqual(
      AccountViewState(Self.state(.signedOut(nil), nil), form).notice?.text,
      sentence(for: SignOutReason.sessionEnded)
        + " The data of b@example.org is still on this computer. Keep a copy or delete it.")
    form.recoveredCopies = []
    XCTAssertEqual(AccountViewState(Self.state(.signedOut(.accountDeleted), nil), form).notice?.action, .signIn)
  }

  func testTheResultOfASyncIsShownInOneOrTwoSentences() {
    let said = [(0, 0), (1, 0), (2, 3)].map { sentence(for: .synced(sent: $0, received: $1)) }
    XCTAssertEqual(
      said,
      [
        "Everything is already synced.", "1 change was sent.",
        "2 changes were sent. 3 changes were received.",
      ])
  }

  func testSigningInAgainFillsServerAndAddressIntoTheForm() {
    let anew = AccountViewState(Self.state(.offline(wantsPassword: true)), form).form
    XCTAssertEqual([anew.server, anew.email], ["https://a.example", "ada@example.org"])
    let another = AccountViewState(Self.state(.signedIn), form).form
    XCTAssertEqual([another.server, another.email], ["https://settings.example", ""])
  }

  func testTypedSignInFieldsAreTrimmedExceptThePassword() throws {
    var form = form
    form.switched()
    let signIn = try XCTUnwrap(form.submitted(typed))
    XCTAssertEqual([signIn.server, signIn.email, signIn.registersAs], ["https://a.example", "ada@example.org", "Ada"])
    XCTAssertEqual(signIn.password, Secret(" as typed "))
    XCTAssertTrue(signIn.keepsPassword)
    XCTAssertNil(form.submitted(typed), "one at a time")
  }

  func testAnInsecureServerAddressIsReportedAndNotSent() {
    var (form, fields) = (form, typed)
    fields.server = "http://a.example"
    XCTAssertNil(form.submitted(fields))
    let view = AccountViewState(Self.state(.signedOut(nil), nil), form).form
    XCTAssertEqual(view.problem, "Use https. Without it, others can read or change the data.")
    XCTAssertEqual(view.field, .server)
    XCTAssertFalse(view.isRunning)
  }

  func testEachSignInErrorIsShownAsASentenceAtTheFaultyField() {
    let rows: [(SignInFailure, AccountViewState.Form.Field?, String)] = [
      (.refused(.wrongPassword), .password, "Incorrect email or password."),
      (.refused(.accountDeleted), .password, "This account was deleted."),
      (.registrationClosed, nil, "This server doesn't accept new members. Contact its operator."),
      (.emailTaken, .email, "An account with this email address already exists. Sign in instead."),
      (.emailInvalid, .email, "This is not an email address."),
      (.passwordWeak, .password, "Use at least 10 characters. Don't use a common password or your email address."),
      (
        .codeRefused, .code,
        "The email address and the code don't match, or the code was already used. Ask the operator for a new code."
      ),
      (.tooManyAttempts(wait: 1), nil, "Too many attempts. Wait 1 second."),
      (.tooManyAttempts(wait: 90_000), nil, "Too many attempts. Wait 90 seconds."),
      (.tooManyAttempts(wait: 90_001), nil, "Too many attempts. Wait 2 minutes."),
      (.unreachable, .server, "Can't reach the account server. Try again later."),
      (.insecure, .server, "The secure connection to the account server failed. Check its address."),
      (.serverFault(status: 500), nil, "The request to the account server failed (status 500). Try again later."),
      (.malformedAnswer, .server, "Can't read the server's response. Check its address, or try again later."),
      (.addressUnusable, .server, "Use https. Without it, others can read or change the data."),
      (.busy, nil, "You are already signing in or out. Wait until that ends."),
      (.storage, nil, "Can't read or save the account. Check the disk and its free space."),
    ]
    for (failure, field, sentence) in rows {
      var form = form
      _ = form.submitted(typed)
      form.ended(failure)
      let view = AccountViewState(Self.state(.signedOut(nil), nil), form).form
      XCTAssertEqual(view.problem, sentence)
      XCTAssertEqual(view.field, field, sentence)
    }
  }

  func testACancelledSignInShowsNoMessageAndASuccessClosesTheForm() {
    var form = form
    form.opened()
    _ = form.submitted(typed)
    XCTAssertTrue(AccountViewState(Self.state(.signedIn), form).form.isRunning)
    form.ended(.cancelled)
    XCTAssertNil(AccountViewState(Self.state(.signedIn), form).form.problem)
    XCTAssertEqual(AccountViewState(Self.state(.signedIn), form).page, .form)
    _ = form.submitted(typed)
    form.ended(nil)
    XCTAssertEqual(AccountViewState(Self.state(.signedIn), form).page, .account)
  }

  func testMembersWithTheSameAddressAreListedWithTheirServers() {
    let twin = Member(
      id: MemberID("1", at: "https://b.example"), server: "https://b.example", email: "ada@example.org", name: "Ada")
    let nameless = Member(id: MemberID("2", at: "https://b.example"), server: "https://b.example", email: "b@b.example")
    var state = Self.state(.signedIn, twin)
    state.members = [Self.ada, twin, nameless]
    let view = AccountViewState(state, form)
    XCTAssertEqual(
      view.members,
      [
        "Ada, ada@example.org at https://a.example", "Ada, ada@example.org at https://b.example", "b@b.example",
        "No Account",
      ])
    XCTAssertEqual(view.member, 1)
    state.members = [twin, nameless]
    XCTAssertEqual(AccountViewState(state, form).members, ["Ada", "b@b.example", "No Account"])
    let other = Member(id: MemberID("3", at: "https://b.example"), server: "https://b.example", email: "", name: "Ada")
    state.members = [twin, other]
    XCTAssertEqual(AccountViewState(state, form).members, ["Ada, ada@example.org", "Ada", "No Account"])
    state.members = [Self.ada, twin, nameless]
    (state.member, state.phase) = (nil, .signedOut(nil))
    XCTAssertEqual(AccountViewState(state, form).member, 3)
    XCTAssertEqual(AccountViewState(Self.state(.signedOut(nil), nil), form).members, [])
  }

  func testARunningAccountActionDisablesTheButtonsAndShowsItsResult() {
    var form = form
    form.outcome = .asking
    XCTAssertFalse(AccountViewState(Self.state(.signedIn), form).canChange)
    let rows: [(AccountForm.Outcome, String)] = [
      (.renamed, "Name changed."),
      (.failed(.refused(status: 403, reason: "wrong-password", retryAfter: nil)), "Incorrect password."),
      (.failed(.refused(status: 429, reason: "rate-limited", retryAfter: 5)), "Too many attempts. Wait 5 seconds."),
      (.failed(.api(.status(502))), "The request to the account server failed (status 502). Try again later."),
      (.failed(.auth(.signedOut)), "You are signed out."),
    ]
    for (outcome, sentence) in rows {
      form.outcome = outcome
      XCTAssertEqual(AccountViewState(Self.state(.signedIn), form).outcome, sentence)
      XCTAssertTrue(AccountViewState(Self.state(.signedIn), form).canChange)
    }
  }
}

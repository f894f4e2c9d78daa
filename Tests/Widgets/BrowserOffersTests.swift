// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class BrowserOffersTests: WidgetTestCase {
  private let issuers = ["https://id.example.org/realms/team/", "http://127.0.0.1:9"]

  func testTheSignInSitesOfEachServerAreRequestedOnce() {
    var offers = BrowserOffers()
    XCTAssertNil(offers.next(""))
    XCTAssertEqual(offers.next("a.example/"), "https://a.example")
    XCTAssertNil(offers.next("a.example/"))
    offers.received(issuers, from: "https://a.example")
    XCTAssertEqual(offers.method(1), BrowserSignInMethod(server: "https://a.example", issuer: issuers[1]))
    offers.entered("https://b.example", instead: "a.example/")
    XCTAssertEqual(offers.next("a.example/"), "https://b.example")
    XCTAssertEqual(offers.buttons, [])
    XCTAssertNil(offers.method(0))
  }

  func testALateListOfSignInSitesFromThePreviousServerIsIgnored() {
    var offers = BrowserOffers()
    XCTAssertNotNil(offers.next("https://a.example"))
    XCTAssertNotNil(offers.next("https://b.example"))
    offers.received(issuers, from: "https://a.example")
    XCTAssertNil(offers.method(0))
  }

  func testATypedServerAddressStaysUntilTheFormShowsAnotherAccount() {
    var offers = BrowserOffers()
    _ = offers.next("https://a.example")
    offers.entered("https://b.example", instead: "https://a.example")
    _ = offers.next("https://a.example")
    XCTAssertEqual(offers.next("https://c.example"), "https://c.example")
    offers.entered("http://not.safe", instead: "https://c.example")
    XCTAssertNil(offers.next("https://c.example"))
    XCTAssertNil(offers.method(0))
  }

  func testBrowserButtonsHaveTheNamesOfSitesOnlyIfThereAreSeveral() {
    var offers = BrowserOffers()
    _ = offers.next("https://a.example")
    offers.received([issuers[0]], from: "https://a.example")
    XCTAssertEqual(offers.buttons, ["Sign In with Browser…"])
    offers.received(issuers, from: "https://a.example")
    XCTAssertEqual(
      offers.buttons, ["Sign In with id.example.org/realms/team…", "Sign In with 127.0.0.1:9…"])
  }

  func testSigningInAgainOffersTheSameSignInMethod() {
    let way = BrowserSignInMethod(server: "https://a.example", issuer: issuers[0])
    var state = AccountViewStateTests.state(.signedOut(.sessionEnded), nil)
    XCTAssertEqual(AccountViewState(state, AccountForm(server: "")).notice?.action, .signIn)
    state.browserMethod = way
    let notice = AccountViewState(state, AccountForm(server: "")).notice
    XCTAssertEqual(notice?.action, .browser)
    XCTAssertEqual(notice?.button, "Sign In with Browser…")
    state.phase = .signedOut(.accountDeleted)
    XCTAssertEqual(AccountViewState(state, AccountForm(server: "")).notice?.action, .signIn)
  }

  func testAMemberWithoutEmailAddressAndPasswordIsShownByName() {
    var member = AccountViewStateTests.ada
    (member.email, member.hasPassword) = ("", false)
    var view = AccountViewState(AccountViewStateTests.state(.signedIn, member), AccountForm(server: ""))
    XCTAssertEqual(view.members.first, "Ada")
    XCTAssertFalse(view.hasPassword)
    member.name = ""
    view = AccountViewState(AccountViewStateTests.state(.signedIn, member), AccountForm(server: ""))
    XCTAssertEqual(view.members.first, "1")
  }

  func testBrowserButtonsAppearIfTheServerOffersThem() throws {
    try onMain {
      var asked: [AccountIntent] = []
      let builder = try Builder(ui: "account")
      let window: Window = try builder.object("window")
      let buttons = try BrowserButtons(builder) { asked.append($0) }
      // A button can be pressed only if its window is shown.
      window.present()
      var state = AccountViewState.Form(server: "https://a.example", submit: "Sign In", other: "Other")
      buttons.render(state)
      XCTAssertEqual(buttons.buttons.count, 0)
      state.browser = ["One…", "Other…"]
      buttons.render(state)
      buttons.render(state)
      XCTAssertEqual(buttons.buttons.map(\.label), ["One…", "Other…"])
      buttons.buttons.last?.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked.last, .browserPressed(1))
      (state.isRunning, state.hint) = (true, "Go on in your browser.")
      buttons.render(state)
      XCTAssertEqual(buttons.buttons.map(\.isVisible), [false, false])
      XCTAssertTrue(try builder.object("hint", as: Label.self).isVisible)
      (state.isRunning, state.hint, state.browser) = (false, nil, [])
      buttons.render(state)
      XCTAssertEqual(buttons.buttons.count, 0)
      XCTAssertFalse(try builder.object("hint", as: Label.self).isVisible)
      window.destroy()
    }
  }
}

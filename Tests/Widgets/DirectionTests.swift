// SPDX-License-Identifier: GPL-3.0-or-later
import XCTest

@testable import KursApp
@testable import KursGtk

final class DirectionTests: WidgetTestCase {
  func testWindowsAreLaidOutAsTheirLanguageIsWritten() {
    onMain {
      defer { Appearance.follow(language: "en") }
      for (language, isRightToLeft) in [("ar", true), ("de", false), ("fa_IR", true), ("arn", false)] {
        Appearance.follow(language: language)
        XCTAssertEqual(Appearance.isRightToLeft, isRightToLeft, language)
      }
    }
  }

  func testTheKeyThatShowsABracketEntersItInRightToLeftTextToo() throws {
    try onMain {
      let builder = try Builder(resource: Paths.calculator, domain: Paths.domain)
      // Without a letter of either direction, text takes that of the window and brackets are mirrored.
      let leftToRight = "\u{200E}"
      XCTAssertEqual(try builder.object("key_open", as: Button.self).label, leftToRight + "(")
      XCTAssertEqual(try builder.object("key_close", as: Button.self).label, leftToRight + ")")
      try builder.object("window", as: Window.self).destroy()
    }
  }
}

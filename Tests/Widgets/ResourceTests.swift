// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Foundation
import XCTest

@testable import KursApp
@testable import KursGtk

final class ResourceTests: WidgetTestCase {
  func testEachInterfaceFileCanBeLoaded() throws {
    try onMain {
      let files = Resources.names(in: Paths.resources).filter { $0.hasSuffix(".ui") }
      XCTAssertGreaterThanOrEqual(files.count, 6)
      for file in files {
        XCTAssertNoThrow(try Builder(resource: "\(Paths.resources)/\(file)", domain: Paths.domain), file)
      }
    }
  }

  func testTheShortcutsWindowListsEveryKeyOfTheCalculator() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../data/ui/shortcuts.ui")
    let listed = try String(contentsOf: root, encoding: .utf8)
    var names = WindowAction.allCases.filter { !$0.accelerators.isEmpty && $0 != .newLine }.map(\.name)
    names += WindowSwitch.allCases.filter { !$0.accelerators.isEmpty }.map(\.name)
    names += ApplicationAction.allCases.filter { !$0.accelerators.isEmpty }.map(\.name)
    for name in names { XCTAssertTrue(listed.contains(">\(name)<"), name) }
    // The row lists Enter with Control or Shift, but not the Enter key of the keypad.
    XCTAssertTrue(listed.contains("&lt;Control&gt;Return &lt;Shift&gt;Return"))
  }

  func testReadingAWidgetAsAnotherTypeGivesAnError() throws {
    try onMain {
      let builder = try Builder(ui: "splash")
      XCTAssertThrowsError(try builder.object("progress", as: Button.self)) {
        XCTAssertEqual($0 as? BuilderError, .noSuchObject(id: "progress", resource: "\(Paths.resources)/splash.ui"))
      }
    }
  }

  func testAWidgetInAnInterfaceFileIsFoundByItsName() throws {
    try onMain {
      let owner = SplashChildren()
      try Builder(ui: "splash").bind(owner)
      owner.progress.permille = 500
      XCTAssertEqual(owner.progress.permille, 500)
      XCTAssertEqual(owner.step.text, "")
    }
  }

  func testTheErrorForAMissingWidgetNamesTheWidget() throws {
    try onMain {
      let builder = try Builder(ui: "splash")
      XCTAssertThrowsError(try builder.bind(MissingChild())) {
        XCTAssertEqual($0 as? BuilderError, .noSuchObject(id: "nowhere", resource: "\(Paths.resources)/splash.ui"))
      }
    }
  }

  func testAMissingInterfaceFileGivesAnError() throws {
    try onMain {
      XCTAssertThrowsError(try Builder(ui: "none"))
    }
  }
}

@MainActor
private final class SplashChildren {
  @Child("progress") var progress: ProgressBar
  @Child("step") var step: Label
}

@MainActor
private final class MissingChild {
  @Child("nowhere") var label: Label
}

extension Resources {
  static func names(in folder: String) -> [String] {
    // Swift finds the type in one C module, but its members in another that tests don't import. So the value 0 is cast.
    let none = unsafeBitCast(UInt32(0), to: GResourceLookupFlags.self)
    guard let list = g_resources_enumerate_children(folder, none, nil) else { return [] }
    defer { g_strfreev(list) }
    var names: [String] = []
    var next = list
    while let name = next.pointee {
      names.append(String(cString: name))
      next += 1
    }
    return names
  }
}

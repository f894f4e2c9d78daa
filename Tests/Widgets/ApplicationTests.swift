// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Glibc
import KursDesktop
import XCTest

@testable import KursApp
@testable import KursGtk

private let names = ["GSK_RENDERER", "GDK_DEBUG", "GDK_DISABLE", "GTK_THEME"]

/// Tests the GTK features that the program disables, and features that must still work.
final class ApplicationTests: WidgetTestCase {
  /// A resource folder without style sheets. Style sheets would stay active in later tests.
  private static let plain = "/org/kursapp/Kurs/plain"

  func testChildProcessesInheritNoGTKVariables() throws {
    try onMain {
      let before = names.map { value(of: $0) }
      for name in names { unsetenv(name) }
      defer { for case (let name, let value?) in zip(names, before) { setenv(name, value, 1) } }
      Application.prepare()
      XCTAssertEqual(value(of: "GSK_RENDERER"), "cairo")
      XCTAssertEqual(value(of: "GTK_THEME"), "Adwaita-empty")
      let application = Application(id: "org.kursapp.Kurs.Drawn", resources: Self.plain)
      XCTAssertNotEqual(g_application_register(application.cast(), nil, nil), 0)
      let window = try SplashWindow().window
      window.present()
      XCTAssertEqual(names.compactMap { value(of: $0) }, [])
      window.destroy()
    }
  }

  func testDesktopIconsAreFoundAfterTheProgramStarts() {
    onMain {
      let icons = gtk_icon_theme_get_for_display(gdk_display_get_default())
      let before = folders(of: icons)
      let application = Application(id: "org.kursapp.Kurs.Icons", resources: Self.plain)
      XCTAssertNotEqual(g_application_register(application.cast(), nil, nil), 0)
      XCTAssertEqual(folders(of: icons), before)
      XCTAssertNotEqual(gtk_icon_theme_has_icon(icons, "edit-find-symbolic"), 0)
    }
  }
}

@MainActor private func folders(of icons: OpaquePointer?) -> [String] {
  let found = gtk_icon_theme_get_search_path(icons)
  defer { g_strfreev(found) }
  var folders: [String] = []
  while let folder = found?[folders.count] { folders.append(String(cString: folder)) }
  return folders
}

private func value(of name: String) -> String? { getenv(name).map { String(cString: $0) } }

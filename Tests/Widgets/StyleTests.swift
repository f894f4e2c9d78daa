// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Glibc
import XCTest

@testable import KursApp
@testable import KursGtk

final class StyleTests: WidgetTestCase {
  @MainActor private static func style(_ name: String) throws -> String {
    try XCTUnwrap(Resources.text(of: "/org/kursapp/Kurs/\(name).css"))
  }

  func testTheStyleSheetHasAtMostFourTextSizes() throws {
    try onMain {
      let sizes = Set(try Self.style("style").matches(of: /font-size: ([^;]+);/).map { String($0.1) })
      // The inherited size is that of body text. Besides it, at most four sizes are allowed.
      XCTAssertLessThanOrEqual(sizes.subtracting(["inherit"]).count, 4, "\(sizes)")
    }
  }

  /// In GTK, the popover of a line is a child of the line, so a style for all entries in a line would apply there too.
  func testTheStyleOfTheAmountDoesNotApplyInPopovers() throws {
    try onMain { XCTAssertFalse(try Self.style("style").contains(".amount entry")) }
  }

  func testEachGreyTextHasEnoughContrastWithItsBackground() throws {
    try onMain {
      let window = try CalculatorWindow { _ in }
      defer {
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), ADW_COLOR_SCHEME_DEFAULT)
        window.window.destroy()
      }
      let usual = try Self.shares(in: Self.style("style"))
      let contrast = try Self.shares(in: Self.style("style-hc"))
      XCTAssertLessThanOrEqual(Set(usual.filter { $0 < 1 }).count, 2, "\(usual)")
      XCTAssertGreaterThan(try XCTUnwrap(contrast.min()), try XCTUnwrap(usual.min()))
      for scheme in [ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK] {
        adw_style_manager_set_color_scheme(adw_style_manager_get_default(), scheme)
        let color = { (name: String) in try Self.color(name, in: window.window) }
        let ground = try color("window_bg_color")
        let card = try Self.over(ground, color("card_bg_color"))
        let chosen = try Self.over(card, color("accent_bg_color"), share: 0.12)
        let notice = try Self.over(ground, color("warning_color"), share: 0.15)
        for (place, under) in [("window", ground), ("card", card), ("chosen row", chosen), ("notice", notice)] {
          for share in usual + contrast {
            let text = try Self.over(under, color("window_fg_color"), share: share)
            XCTAssertGreaterThanOrEqual(Self.contrast(text, under), 4.5, "\(place), \(share), \(scheme)")
          }
        }
      }
    }
  }

  /// Returns the opacities of grey text in a style sheet. Backgrounds of keys and markers don't count.
  private static func shares(in css: String) -> [Float] {
    let greys = css.matches(of: /(?:[{;] opacity: |[{;] color: alpha\(currentColor, )([0-9.]+)/)
    return greys.compactMap { Float($0.1) }
  }

  @MainActor private static func color(_ name: String, in window: Window) throws -> GdkRGBA {
    // The functions below are called by name, because direct calls would cause warnings. Both functions are deprecated
    // since GTK 4.10, but the oldest supported GTK has no replacement.
    typealias Context = @convention(c) (UnsafeMutablePointer<GtkWidget>) -> OpaquePointer
    typealias Lookup = @convention(c) (OpaquePointer, UnsafePointer<CChar>, UnsafeMutablePointer<GdkRGBA>) -> gboolean
    let context = unsafeBitCast(try XCTUnwrap(dlsym(nil, "gtk_widget_get_style_context")), to: Context.self)
    let lookup = unsafeBitCast(try XCTUnwrap(dlsym(nil, "gtk_style_context_lookup_color")), to: Lookup.self)
    var color = GdkRGBA()
    XCTAssertNotEqual(lookup(context(window.widget), name, &color), 0, name)
    return color
  }

  private static func over(_ ground: GdkRGBA, _ color: GdkRGBA, share: Float = 1) -> GdkRGBA {
    let share = color.alpha * share
    func mixed(_ below: Float, _ above: Float) -> Float { below * (1 - share) + above * share }
    return GdkRGBA(
      red: mixed(ground.red, color.red), green: mixed(ground.green, color.green),
      blue: mixed(ground.blue, color.blue), alpha: 1)
  }

  /// Returns the contrast ratio as WCAG 2.1 defines it.
  private static func contrast(_ one: GdkRGBA, _ other: GdkRGBA) -> Float {
    let lights = [one, other].map { color in
      let parts = [color.red, color.green, color.blue].map {
        $0 <= 0.03928 ? $0 / 12.92 : powf(($0 + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05
    }
    return max(lights[0], lights[1]) / min(lights[0], lights[1])
  }
}

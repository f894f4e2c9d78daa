// SPDX-License-Identifier: GPL-3.0-or-later
import CKursGtk

/// The program as a decoder of one picture: another process of it, locked in before it reads a byte.
public enum PictureProcess {
  public enum Form: String, Sendable {
    /// Width and height as four bytes each, little end first, then rows of red, green, blue and alpha.
    case pixels
    /// A PNG file that says nothing of where the picture came from.
    case png
  }

  private static let option = "--decode-picture"

  /// The arguments of such a process; `kind`: gdk-pixbuf's name; `side`: at most so many pixels on the longer side.
  public static func arguments(kind: String, side: Int, as form: Form) -> [String] {
    [option, kind, String(side), form.rawValue]
  }

  /// The exit status of a process that was started so; nil for any other.
  @MainActor
  public static func run(_ arguments: [String]) -> Int32? {
    guard arguments.count == 5, arguments[1] == option, let side = Int32(arguments[3]),
      let form = Form(rawValue: arguments[4])
    else { return nil }
    return kurs_picture_process(arguments[2], side, form == .png ? 1 : 0)
  }
}

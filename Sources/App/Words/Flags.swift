// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// Flags are letters to a computer: a font draws them, or none does.
@MainActor
enum Flags {
  /// Whether a font of this computer has them.
  static let areDrawable = Label(text: "\u{1F1EA}\u{1F1FA}").isDrawable

  /// The look with signs in place of flags that nobody would see.
  static func drawable(_ look: CurrencyLook) -> CurrencyLook {
    var look = look
    if look.mark == .flag, !areDrawable { look.mark = .sign }
    return look
  }
}

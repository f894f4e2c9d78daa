// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

extension ItemError {
  /// As it may be shown: what the server wrote is cut, harmless, and without the person's key.
  func shown(without key: ProviderKey?) -> ItemError {
    func shown(_ text: String) -> String { (key?.blanked(in: text) ?? text).harmless(limit: 120) }
    return switch self {
    case .unreadable(let place, let found, let expected):
      .unreadable(place: shown(place), found: shown(found), expected: expected)
    case .refusedBySource(let word): .refusedBySource(shown(word))
    default: self
    }
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// One of the person's lists, as a chooser names it.
public struct ListName: Hashable, Sendable, Identifiable {
  public let id: PersonObject.ID
  public var title: String
}

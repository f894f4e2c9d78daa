// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

public struct StoredRatesStatus: Hashable, Sendable {
  public var newest: Day?
  /// The time of the provider's last response. Nil if all rates are from bundled or imported files.
  public var answered: Timestamp?
  public var moved: MovedAddress?
}

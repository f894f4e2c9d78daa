// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct RatesInUse: Sendable {
  public var resolver: Resolver
  public let leading: RateTable
  public var awaited: Provider?
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// Every operation there is; a new one is a new file and an entry here.
public struct OperationList: Sendable {
  public let infix: [any Operation]
  public let prefix: [any UnaryOperation]
  public let postfix: [any UnaryOperation]

  public static let standard = OperationList(
    infix: [Add(), Subtract(), Multiply(), Divide(), PercentOf()],
    prefix: [Identity(), Negate()],
    postfix: [Percent()])
}

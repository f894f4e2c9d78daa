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

  /// The index of the minus among the prefixes.
  var negation: Int? { prefix.firstIndex { $0 is Negate } }
}

extension Character {
  private static let operators = Set(
    (OperationList.standard.infix.flatMap(\.symbols) + OperationList.standard.postfix.flatMap(\.symbols))
      .filter { $0.count == 1 }.flatMap(\.self).filter { !$0.isLetter })

  /// Whether an operation is written so; those written as letters are words.
  public var isOperator: Bool { Self.operators.contains(self) }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides how a number is written in the room there is, so that none of its digits is cut.
public struct NumberFit: Equatable, Sendable {
  /// The written number, and its size in hundredths of the usual one.
  public enum Form: Equatable, Sendable {
    case whole(Int)
    /// In powers of ten.
    case brief(Int)
  }

  /// Hundredths of the usual size, the largest first.
  public let sizes: [Int]

  /// For numbers that are large to begin with.
  public static let large = NumberFit(sizes: [100, 80, 64, 50])
  /// For the largest on the screen, which beside large text gives way first.
  public static let largest = NumberFit(sizes: [100, 80, 64, 50, 40])
  /// For numbers of the size of other text.
  public static let small = NumberFit(sizes: [100, 88, 76, 64])

  /// The largest form that fits. Widths are those at the usual size; without a `brief` form the whole number is
  /// written in the smallest size at last.
  public func form(whole: Int, brief: Int?, room: Int) -> Form {
    if let size = largest(whole, room) { return .whole(size) }
    guard let brief else { return .whole(smallest) }
    return .brief(largest(brief, room) ?? smallest)
  }

  /// The least that a number must have.
  public func least(whole: Int, brief: Int?) -> Int { (min(whole, brief ?? whole) * smallest + 99) / 100 }

  private var smallest: Int { sizes.last ?? 100 }

  private func largest(_ width: Int, _ room: Int) -> Int? { sizes.first { width * $0 <= room * 100 } }
}

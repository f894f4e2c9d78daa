// SPDX-License-Identifier: GPL-3.0-or-later
public import Testing

/// Names the rows of docs/FAULTS.md that a test covers. `scripts/check-faults` finds tests by this trait, not by name.
public struct FaultTrait: TestTrait, SuiteTrait {
  public let rows: [String]
}

extension Trait where Self == FaultTrait {
  public static func fault(_ rows: String...) -> Self { Self(rows: rows) }
}

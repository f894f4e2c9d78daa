// SPDX-License-Identifier: GPL-3.0-or-later

/// In which order a table writes year, month and day; what stands between them doesn't matter.
public enum DateOrder: Hashable, Sendable, CaseIterable {
  case yearFirst, dayFirst, monthFirst
}

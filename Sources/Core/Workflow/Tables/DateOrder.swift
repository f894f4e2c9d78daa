// SPDX-License-Identifier: GPL-3.0-or-later

/// The order of year, month and day in a table, with any separators.
public enum DateOrder: Hashable, Sendable, CaseIterable {
  case yearFirst, dayFirst, monthFirst
}

// SPDX-License-Identifier: GPL-3.0-or-later

public enum DateOrder: Hashable, Sendable, CaseIterable {
  case yearFirst, dayFirst, monthFirst
}

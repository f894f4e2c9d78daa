// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Every provider Kurs can read.
public enum ProviderDirectory {
  public static let all: [Provider] = [.ecb, .frankfurter]
}

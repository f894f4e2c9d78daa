// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// Version 1, frozen, ECB rates alone; always asked in euro, for it rounds what it rebases.
  static let frankfurter = ProviderEndpoints(
    id: "frankfurter", address: "https://api.frankfurter.dev",
    latest: Command(
      "latest", path: "/v1/latest?base=EUR", accept: "application/json", schema: "frankfurter-v1"),
    recent: nil,
    history: Command(
      "history", path: "/v1/1999-01-04..?base=EUR", accept: "application/json", schema: "frankfurter-v1",
      size: .history))
}

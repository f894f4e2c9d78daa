// SPDX-License-Identifier: GPL-3.0-or-later

extension ProviderEndpoints {
  /// `periodicity` 0 is the daily table, 1 the monthly one.
  static let nbrb = ProviderEndpoints(
    id: "nbrb", address: "https://api.nbrb.by",
    latest: [
      Command("latest", path: "/exrates/rates?periodicity=0", accept: Command.json, schema: "nbrb"),
      Command("latest-monthly", path: "/exrates/rates?periodicity=1", accept: Command.json, schema: "nbrb"),
    ],
    span: Span(
      command: Command(
        "day", path: "/exrates/rates?ondate={from}&periodicity=0", accept: Command.json, schema: "nbrb"), days: 1))
}

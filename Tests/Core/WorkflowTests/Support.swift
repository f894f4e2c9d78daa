// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursNetwork
import KursWorkflow
import TestSupport

/// A temporary folder for one test, removed when the test ends.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "kurs-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// 2026-10-30T17:00:00Z, an hour after the last rates of the bundled history.
let evening = Timestamp(milliseconds: 1_793_379_600_000)

let packageRoot = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path()

func environment(
  _ folder: TemporaryFolder, resources: String = packageRoot + "data", country: String? = nil
) -> CoreEnvironment {
  CoreEnvironment(
    dataFolder: folder.path + "/data", cacheFolder: folder.path + "/cache",
    resources: ResourceLocator(environment: ["KURS_DATADIR": resources], executable: "/nowhere/bin/kurs"),
    clock: { evening },
    amounts: AmountReader(symbols: .english),
    country: country, transport: { FakeServer(failing: .resolve) })
}

func day(_ text: String) -> Day { Day(iso: text) ?? Day(number: 0) }
func currency(_ code: String) -> Currency { Currency(code) ?? .eur }
func number(_ text: String) -> Rational { Rational(text: text) ?? .zero }

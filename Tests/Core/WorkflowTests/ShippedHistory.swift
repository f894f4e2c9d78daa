// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

/// The imported bundled history. All tests that only read it share one copy.
private let shipped = Task {
  let folder = TemporaryFolder()
  let core = try Core(environment(folder))
  try await core.rates.importer.importRates(core.bundle)
  return (folder, core)
}

func shippedHistory() async throws -> Core { try await shipped.value.1 }

// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
public import KursModel

extension RatesDatabase {
  /// As `forget`, and overwrites the bytes on disk: for rates that only one member may see.
  public func wipe(_ provider: ProviderID) async throws(StorageError) {
    try await file.erase { database in
      for table in ["series", "document", "quarantine", "covered_days"] {
        try database.execute(sql: "DELETE FROM \(table) WHERE provider = ?", arguments: [provider.name])
      }
    }
  }
}

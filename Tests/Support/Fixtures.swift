// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The recorded documents of the providers, in each provider's own folder.
public enum Fixtures {
  /// `Sources/Core/Items/Providers`, with a slash at its end.
  public static let providers = URL(filePath: #filePath).appending(path: "../../../Sources/Core/Items/Providers/")
    .standardizedFileURL.path()

  /// The folder of each provider's fixtures by its name, as in its stored rates.
  public static let folders: [String: String] = {
    let files = FileManager.default
    var folders: [String: String] = [:]
    for provider in (try? files.contentsOfDirectory(atPath: providers)) ?? [] {
      let folder = providers + provider + "/Fixtures/"
      for id in (try? files.contentsOfDirectory(atPath: folder)) ?? [] { folders[id] = folder + id }
    }
    return folders
  }()

  /// Where a provider's document is; a path that does not exist for a provider without one.
  public static func path(_ id: String, _ file: String) -> String { (folders[id] ?? providers + id) + "/" + file }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The recorded documents of the providers, in each provider's own folder.
public enum Fixtures {
  /// `Sources/Core/Items/Providers`, with a trailing slash.
  public static let providers = URL(filePath: #filePath).appending(path: "../../../Sources/Core/Items/Providers/")
    .standardizedFileURL.path()

  /// The folder of each provider's fixtures, by the provider's name in stored rates.
  public static let folders: [String: String] = {
    let files = FileManager.default
    var folders: [String: String] = [:]
    for provider in (try? files.contentsOfDirectory(atPath: providers)) ?? [] {
      let folder = providers + provider + "/Fixtures/"
      for id in (try? files.contentsOfDirectory(atPath: folder)) ?? [] { folders[id] = folder + id }
    }
    return folders
  }()

  /// Returns the path of a provider's document. For a provider without documents, the path does not exist.
  public static func path(_ id: String, _ file: String) -> String { (folders[id] ?? providers + id) + "/" + file }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// The recorded responses of the providers. They are in the folder of each provider.
public enum Fixtures {
  /// The path `Sources/Core/Items/Providers`, with a slash at its end.
  public static let providers = URL(filePath: #filePath).appending(path: "../../../Sources/Core/Items/Providers/")
    .standardizedFileURL.path()

  /// The folder with each provider's fixtures. The key is the provider's name in stored rates.
  public static let folders: [String: String] = {
    let files = FileManager.default
    var folders: [String: String] = [:]
    for provider in (try? files.contentsOfDirectory(atPath: providers)) ?? [] {
      let folder = providers + provider + "/Fixtures/"
      for id in (try? files.contentsOfDirectory(atPath: folder)) ?? [] { folders[id] = folder + id }
    }
    return folders
  }()

  /// Returns the path of a provider's recorded response. If the provider has none, the path doesn't exist.
  public static func path(_ id: String, _ file: String) -> String { (folders[id] ?? providers + id) + "/" + file }
}

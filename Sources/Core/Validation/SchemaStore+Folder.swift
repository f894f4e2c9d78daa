// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
public import JSONSchema

extension SchemaStore {
  /// A store over the files of a folder.
  public convenience init(folder: String, options: Schema.Options = Schema.Options()) {
    self.init(options: options) { file in
      FileManager.default.contents(atPath: folder + "/" + file).map { [UInt8]($0) }
    }
  }
}

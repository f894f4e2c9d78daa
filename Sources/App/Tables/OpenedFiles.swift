// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop

/// Files that the user dragged onto a window, named on the command line, or opened in a file manager.
struct OpenedFiles {
  /// The paths of the files, or the URIs of files that aren't on this computer.
  let names: [String]

  var path: String? { refusal == nil ? names.first : nil }

  var isTable: Bool {
    Self.tables.contains { names.first?.lowercased().hasSuffix($0) == true }
  }

  var refusal: (title: String, text: String)? {
    guard let name = names.first, names.count == 1 else {
      return (tr("Can't Open Several Files"), tr("Open the files one at a time."))
    }
    let title = tr("Can't Open “{file}”", ["file": name.split(separator: "/").last.map(String.init) ?? name])
    guard name.hasPrefix("/") else { return (title, tr("Copy the file to a folder of this computer first.")) }
    guard System.isFile(name), !Self.foreign.contains(where: { name.lowercased().hasSuffix($0) }) else {
      return (title, tr("Kurs opens lists, texts and tables: CSV, TSV, XLSX, XLS, ODS and FODS files."))
    }
    return nil
  }

  private static let tables = [".csv", ".tsv", ".ods", ".xlsx", ".xls", ".fods"]
  private static let foreign = [
    ".pdf", ".numbers", ".doc", ".docx", ".odt", ".pptx", ".zip", ".png", ".jpg", ".jpeg", ".gif", ".webp",
  ]
}

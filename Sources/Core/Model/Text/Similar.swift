// SPDX-License-Identifier: GPL-3.0-or-later

public enum Similar {
  /// Returns the most similar name. Nil if too many letters differ for a typing error.
  public static func nearest(to wrong: String, among names: [String]) -> String? {
    let wrong = wrong.lowercased()
    let beginning = names.filter { wrong.count > 2 && $0.lowercased().hasPrefix(wrong) }
    if let start = beginning.min(by: { $0.count < $1.count }) {
      return start
    }
    let most = wrong.count < 4 ? 1 : wrong.count < 8 ? 2 : 3
    return names.map { (name: $0, changes: changes(from: Array(wrong), to: Array($0.lowercased()))) }
      .filter { $0.changes <= most }.min { $0.changes < $1.changes }?.name
  }

  public static func changes(from a: [Character], to b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}

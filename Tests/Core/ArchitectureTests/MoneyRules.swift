// SPDX-License-Identifier: GPL-3.0-or-later

extension Rule {
  /// Folders whose code handles money, so binary floating point is forbidden there.
  static let moneyFolders = [
    "Sources/Core/Model/", "Sources/Core/Items/", "Sources/Core/Storage/", "Sources/Core/Workflow/",
    "Sources/CLI/", "Packages/JSONSchema/Sources/",
  ]

  /// Finds binary floating point in folders that handle money. A line is allowed if its comment `// not money: …` gives
  /// a reason.
  static let money = Rule(name: "binary floating point in calculations with money") { file, _ in
    guard file.isSwift, moneyFolders.contains(where: file.path.hasPrefix),
      file.holds(["Double", "Float", "NSNumber"])
    else { return [] }
    let code = file.codeLines
    return code.indices.compactMap { index in
      guard let found = code[index].firstMatch(of: /\b(?:Double|Float|CGFloat|NSNumber)\b/) else { return nil }
      guard !file.lines[index].contains("// not money: ") else { return nil }
      return Violation(path: file.path, line: index + 1, what: "\(found.0) on the way of money")
    }
  }
}

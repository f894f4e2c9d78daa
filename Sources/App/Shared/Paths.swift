// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk

enum Paths {
  static let applicationId = "org.kursapp.Kurs"
  static let resources = "/org/kursapp/Kurs"
  static let domain = "kurs"
}

extension Builder {
  /// Creates the objects of the file `data/ui/NAME.ui`.
  convenience init(ui name: String) throws(BuilderError) {
    try self.init(resource: "\(Paths.resources)/\(name).ui", domain: Paths.domain)
  }
}

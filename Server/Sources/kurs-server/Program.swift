// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursServer

@main
struct Program {
  static func main() async {
    await KursServerCommand.main(nil)
  }
}

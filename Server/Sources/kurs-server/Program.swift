// SPDX-License-Identifier: GPL-3.0-or-later
import KursServer

@main
struct Program {
  static func main() async {
    await KursServerCommand.start()
  }
}

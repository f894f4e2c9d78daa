// SPDX-License-Identifier: GPL-3.0-or-later
import KursCommand

@main
enum Entry {
  static func main() async {
    await KursCLI.runProgram()
  }
}

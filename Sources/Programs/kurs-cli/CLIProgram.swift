// SPDX-License-Identifier: GPL-3.0-or-later
import CStart
import KursCommand

@main
enum CLIProgram {
  static func main() async {
    // Users type passwords here, so no other process may inspect this one.
    kurs_forbid_inspection()
    await KursCLI.runProgram()
  }
}

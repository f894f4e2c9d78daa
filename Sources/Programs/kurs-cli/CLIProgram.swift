// SPDX-License-Identifier: GPL-3.0-or-later
import CStart
import KursCommand

@main
enum CLIProgram {
  static func main() async {
    // Passwords are typed here.
    kurs_forbid_inspection()
    await KursCLI.runProgram()
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCommand

@main
enum Entry {
  static func main() async {
    await KursCLI.main()
  }
}

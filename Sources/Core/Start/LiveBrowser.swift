// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import KursWorkflow

extension BrowserSurroundings {
  /// A real port, and chance from the kernel.
  static let live = BrowserSurroundings(
    listen: { answer in
      let listener = LoopbackListener { target in
        let page = answer(target)
        return LoopbackAnswer(status: page.status, html: page.html)
      }
      return listener.map { listener in RedirectPort(number: listener.port) { listener.close() } }
    },
    random: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    })
}

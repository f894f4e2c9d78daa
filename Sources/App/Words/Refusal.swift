// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWords

extension Window {
  /// Says why something was not done, whole and as long as the person reads it: a notice would cut the sentence.
  func refuse(_ heading: String, _ sentence: String) {
    let question = Question(heading, sentence)
    question.add("close", tr("Close"))
    question.ask(above: self) { _ in }
  }
}

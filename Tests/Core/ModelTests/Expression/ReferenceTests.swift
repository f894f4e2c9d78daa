// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import Testing
import TestSupport

/// Compares random calculations with an independent evaluation by Python's fractions. The seeds are fixed.
@Suite struct ReferenceTests {
  @Test("random calculations have the same results as exact fractions in Python", arguments: [11, 12, 13, 14])
  func randomCalculationsHaveTheSameResultsAsExactFractionsInPython(seed: Int) throws {
    let reader = Sample.reader("en_US")
    let cases = try Self.reference(count: 25_000, seed: seed)
    #expect(cases.count == 25_000)
    var (wrong, withValue) = ([String](), 0)
    for (text, expected) in cases {
      let read = reader.read(text)
      let total = read.calculation.evaluate(rates: Sample.rates, result: .eur).total
      guard expected != "error" else {
        if total != nil { wrong.append("\(text): expected none") }
        continue
      }
      let parts = expected.split(separator: "/")
      let value = Rational(text: parts[0]).flatMap { n in
        Rational(text: parts[1]).flatMap { n.divided(by: $0) }
      }
      withValue += 1
      if value == nil || total?.amount != value || !read.errors.isEmpty {
        wrong.append("\(text): \(expected)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    #expect(withValue > 20_000)
  }

  private static func reference(count: Int, seed: Int) throws -> [(text: String, value: String)] {
    try pythonReference("reference.py", count: count, seed: seed).compactMap { line in
      let fields = String(decoding: line, as: UTF8.self).split(separator: "\t")
      return fields.count == 2 ? (String(fields[0]), String(fields[1])) : nil
    }
  }
}

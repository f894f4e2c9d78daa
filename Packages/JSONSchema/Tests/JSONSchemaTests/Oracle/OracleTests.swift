// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import JSONSchema
import Testing

/// Compares ten thousand random schemas and values with Debian's python3-jsonschema.
struct OracleTests {
  @Test("10,000 random documents get the same result as in Python's validator", .fault("J23"))
  func tenThousandRandomDocumentsValidateAsInAnIndependentPythonValidator() throws {
    let lines = try pythonReference("schemas.py", count: 10_000, seed: 23)
    #expect(lines.count == 10_000)
    var (valid, disagreements) = (0, 0)
    for line in lines {
      let pair = try JSONReader().read(line)
      let expected: Bool = pair["valid"]?.bool == true
      let verdict = try Schema(pair["schema"] ?? nil).evaluate(pair["value"] ?? nil).isValid
      valid += expected ? 1 : 0
      guard verdict != expected else { continue }
      disagreements += 1
      if disagreements <= 3 { Issue.record("\(String(decoding: line, as: UTF8.self))") }
    }
    #expect(disagreements == 0)
    // Valid and invalid cases must both be frequent, or the comparison proves little.
    #expect((2000...8000).contains(valid))
  }
}

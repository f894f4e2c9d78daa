// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import Testing

struct DamagedDocumentTests {
  @Test("damaged JSON is refused with the error's offset or still read correctly", .fault("X22"), arguments: [
    #"{"a":[1,2.5e-3,"x\u20ac\uD834\uDD1Eé"],"b":{"c":null,"d":true}}"#, "[[[[]]]]", #""\\\"""#, "-0.0e+10",
  ])
  func damagedJSONIsRefusedWithTheErrorsOffsetOrStillReadCorrectly(text: String) throws {
    var random = SplitMix64(seed: 20_261_121)
    for _ in 0..<2_000 {
      let bytes = damaged(Array(text.utf8), &random)
      do throws(JSONReadError) {
        let value = try JSONReader().read(bytes)
        #expect(try JSONReader().read(JSONWriter(.pretty).text(of: value).utf8) == value)
      } catch {
        #expect((0...bytes.count).contains(error.offset), "\(bytes)")
      }
    }
  }

  private func damaged(_ whole: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = whole
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = .random(in: .min ... .max, using: &random)
      case 1: bytes.insert("\"\\{}[],:eE+-.0u\u{80}".utf8.randomElement(using: &random) ?? 0, at: place)
      case 2 where bytes.count > 1: bytes.remove(at: place)
      default: bytes = Array(bytes.prefix(max(1, place)))
      }
    }
    return bytes
  }
}

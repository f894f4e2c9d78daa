// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import JSONSchema

struct PatternTests {
  @Test("a pattern matches the same texts as in ECMAScript", arguments: [
    ("^a*$", "aaa", true), ("^a*$", "aab", false), ("a+", "xxaayy", true), ("", "anything", true),
    ("a|b|", "c", true),
    ("^[A-Z]{3}$", "EUR", true), ("^[A-Z]{3}$", "EURO", false), ("^[A-Z]{3}$", "eur", false),
    ("^(?:a|bc)+$", "abcbca", true),
    ("^\\d{4}-\\d{2}-\\d{2}$", "2026-10-30", true), ("^\\d$", "٣", false), ("^.$", "\n", false),
    ("^.$", "\u{2028}", false),
    ("^.$", "𝄞", true), ("^a{2,3}?$", "aaaa", false), ("^a{2,}$", "aaaaa", true), ("^a{0}$", "", true),
    ("^(a*)*$", "aaa", true),
    ("^(a*)+b$", "aaab", true), ("(^a)|(b$)", "xxb", true), ("\\bcat\\b", "a cat sat", true),
    ("\\bcat\\b", "concat", false),
    ("\\Bcat", "concat", true), ("^[^a-c]$", "d", true), ("^[^a-c]$", "b", false), ("^[]$", "", false),
    ("^[^]$", "x", true),
    ("^[\\]\\-^]+$", "]-^", true), ("^[a-]+$", "a-", true), ("^[-a]+$", "a-", true),
    ("^[\\d_]+$", "1_2", true), ("^[\\D]$", "x", true),
    ("^[^\\D]$", "1", true), ("^[\\b]$", "\u{8}", true),
    ("^\\x41\\u0042\\u{1D11E}\\uD834\\uDD1E$", "AB𝄞𝄞", true), ("^\\cJ$", "\n", true),
    ("^\\0$", "\0", true), ("^\\p{Lu}\\P{Lu}$", "Aa", true), ("^\\p{gc=Sc}$", "€", true),
    ("^[\\p{L}\\p{Nd}]+$", "é٣", true),
    ("^\\p{Uppercase}$", "É", true), ("^\\p{Any}\\p{ASCII}$", "𝄞a", true), ("^\\s$", "\u{FEFF}", true),
    ("^\\s$", "\u{85}", false),
    ("^é$", "e\u{301}", false), ("^abc$", "abc\n", false), ("^(?<year>\\d+)$", "2026", true),
    ("^x?y$", "y", true), ("a^", "a", false),
    ("[\u{1F300}-\u{1F5FF}]", "🌍", true), ("^\\/$", "/", true), ("^\\$\\.\\*$", "$.*", true),
  ])
  func aPatternMatchesTheSameTextsAsInECMAScript(source: String, text: String, expected: Bool) throws {
    #expect(try Pattern(source).matches(text) == expected)
  }

  @Test("an unsupported pattern is refused", arguments: [
    ("(", Pattern.Fault.syntax(at: 1)), (")", .syntax(at: 0)), ("[a", .syntax(at: 2)), ("*a", .syntax(at: 0)),
    ("a**", .syntax(at: 2)),
    ("a{2,1}", .syntax(at: 5)), ("a{", .syntax(at: 2)), ("}", .syntax(at: 0)), ("]", .syntax(at: 0)),
    ("\\a", .syntax(at: 1)),
    ("\\", .syntax(at: 1)), ("[b-a]", .syntax(at: 4)), ("[\\d-x]", .syntax(at: 5)),
    ("\\p{Nope}", .syntax(at: 2)), ("\\u{110000}", .syntax(at: 8)),
    ("\\x4", .syntax(at: 3)), ("\\c1", .syntax(at: 2)), ("(?P<n>a)", .syntax(at: 1)),
    ("\\2(a)", .syntax(at: 5)), ("\\-", .syntax(at: 1)),
    ("(?<a>x)(?<a>y)", .syntax(at: 12)), ("\\k<a>", .syntax(at: 5)),
    ("(?=a)", .unsupported(at: 0)), ("a(?<!b)", .unsupported(at: 1)), ("(a)\\1", .unsupported(at: 3)),
    ("(?<n>a)\\k<n>", .unsupported(at: 7)),
    ("\\p{Script=Greek}", .unsupported(at: 2)), ("a{6000}", .tooLarge), ("((a{100}){100}){100}", .tooLarge),
    ("(?:){1000000}a{5001}", .tooLarge),
  ])
  func anUnsupportedPatternIsRefused(source: String, fault: Pattern.Fault) {
    #expect(throws: fault) { try Pattern(source) }
  }

  @Test("a pattern with 100,000 nested groups is refused") func aPatternWith100000NestedGroupsIsRefused() {
    let source = String(repeating: "(", count: 100_000) + String(repeating: ")", count: 100_000)
    #expect(throws: Pattern.Fault.tooLarge) { try Pattern(source) }
  }

  /// With each of these patterns, a matcher with backtracking needs at least cubic time.
  @Test("matching takes linear time for any pattern", .fault("J17"), arguments: [
    "(a+)+$", "^(a+)+$", "^(a|a)*$", "^(a*)*$", "^(a|aa)+$", "(.*)(.*)(.*)b", "^(([a-z])+.)+[A-Z]$",
    "(x+x+)+y", "a{0,100}a{100}b",
  ])
  func matchingTakesLinearTimeForAnyPattern(source: String) throws {
    let pattern = try Pattern(source)
    let text = String(repeating: "a", count: 20_000) + "!"
    var steps = 0
    _ = pattern.matches(text, steps: &steps)
    // The automaton enters and advances each instruction at most once per character.
    #expect(steps <= (20_001 + 1) * pattern.size * 2)
    #expect(steps >= 1)
  }

  @Test("a pattern that is slow in backtracking engines takes under 50 ms", .fault("J17"))
  func aPatternThatIsSlowInBacktrackingEnginesTakesUnder50Ms() throws {
    let pattern = try Pattern("^(a+)+$")
    let text = String(repeating: "a", count: 50) + "!"
    let times = (1...5).map { _ in
      ContinuousClock().measure {
        var steps = 0
        #expect(!pattern.matches(text, steps: &steps))
      }
    }
    #expect(times.min() ?? .seconds(1) <= .milliseconds(50))
  }

  @Test("matching a pattern with ^ stops at the first wrong character")
  func matchingAPatternWithStopsAtTheFirstWrongCharacter() throws {
    var steps = 0
    #expect(try !Pattern("^[0-9]+$").matches("x" + String(repeating: "1", count: 100_000), steps: &steps))
    #expect(steps < 10)
  }

  /// The `automaton` pattern is a choice of two equal branches, so the fast path for fixed sequences isn't used.
  @Test("a pattern's fast matcher and general matcher give the same result", arguments: [
      "^[A-Z]{3}$", "^[0-9]{4}-[0-9]{2}$", "^$", "^é.$",
    ])
  func aPatternsFastMatcherAndGeneralMatcherGiveTheSameResult(source: String) throws {
    let (row, automaton) = (try Pattern(source), try Pattern("\(source)|\(source)"))
    for text in [
      "", "EU", "EUR", "EURO", "EUr", "E\u{301}U", "2026-10", "2026-1", "2026-100", "é1", "e\u{301}", "\u{1F4B6}é",
    ] {
      #expect(row.matches(text) == automaton.matches(text), "\(text)")
    }
  }
}

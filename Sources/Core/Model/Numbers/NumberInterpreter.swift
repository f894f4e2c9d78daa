// SPDX-License-Identifier: GPL-3.0-or-later

/// Decides what the separators of a number mean. Tries the meaning in the user's locale first.
struct NumberInterpreter: Sendable {
  private let decimals: Set<NumberSeparator>
  private let groupers: Set<NumberSeparator>
  private let secondaryGroup: Int
  private let isPlain: Bool

  init(_ symbols: NumberSymbols) {
    isPlain = symbols.isPlain
    let decimal = NumberSeparator(symbols.decimal) ?? .dot
    let group = NumberSeparator(symbols.group) ?? .comma
    // With Arabic separators, also accept point and comma, which many Arabic keyboards and programs use.
    decimals = decimal == .arabicDecimal ? [.arabicDecimal, .dot] : [decimal]
    groupers = decimal == .arabicDecimal ? [.arabicGroup, .comma] : [group]
    secondaryGroup = symbols.secondaryGroup
  }

  var mayGroupWithSpace: Bool { !isPlain }

  func mayBegin(with separator: NumberSeparator) -> Bool { decimals.contains(separator) || separator == .dot }

  func mayTrail(_ separator: NumberSeparator, after run: NumberRun) -> Bool {
    decimals.contains(separator) && !run.separators.contains { decimals.contains($0) }
  }

  /// Reads a number in which a single separator must be the decimal sign.
  func readUngrouped(_ run: NumberRun) -> Result<NumberReading, NumberFault> {
    guard run.separators.count == 1, canBeDecimal(run) else { return read(run) }
    return read(run).map { reading in
      number(run, decimals: run.groups.last ?? 0).map { NumberReading(value: $0) } ?? reading
    }
  }

  /// Reads a number with a dash in place of cents, such as `1.200,-`. The separators between digits must group digits.
  func readWhole(_ run: NumberRun) -> Result<NumberReading, NumberFault> {
    guard !isPlain, let group = run.separators.first, run.digits.count <= NumberScanner.mostDigits else {
      return read(run)
    }
    guard canBeWhole(run), let whole = number(run, decimals: 0) else { return .failure(.grouping) }
    return .success(NumberReading(value: whole, isForeign: !groupers.contains(group)))
  }

  func read(_ run: NumberRun) -> Result<NumberReading, NumberFault> {
    guard run.digits.count <= NumberScanner.mostDigits else { return .failure(.tooLong) }
    if isPlain, !run.separators.isEmpty, run.separators != [.dot] { return .failure(.grouping) }
    let decimal = canBeDecimal(run) ? number(run, decimals: run.groups.last ?? 0) : nil
    let whole = canBeWhole(run) ? number(run, decimals: 0) : nil
    let wholeIsLocal = run.separators.first.map { groupers.contains($0) } ?? true
    let decimalIsLocal =
      run.separators.last.map { decimals.contains($0) } ?? false
      && run.separators.dropLast().allSatisfy { groupers.contains($0) }
    switch (decimal, whole) {
    case (nil, nil):
      return .failure(.grouping)
    case (let value?, nil):
      return .success(NumberReading(value: value, isForeign: !decimalIsLocal))
    case (nil, let value?):
      return .success(NumberReading(value: value, isForeign: !wholeIsLocal))
    case (let decimal?, let whole?):
      return .success(
        wholeIsLocal
          ? NumberReading(value: whole, alternative: decimal)
          : NumberReading(value: decimal, alternative: whole, isForeign: !decimalIsLocal))
    }
  }

  private func canBeDecimal(_ run: NumberRun) -> Bool {
    guard let last = run.separators.last, [.dot, .comma, .arabicDecimal].contains(last) else { return false }
    let groups = run.separators.dropLast()
    guard let group = groups.first else { return true }
    return group != last && group != .arabicDecimal && groups.allSatisfy { $0 == group }
      && areGroups(run.groups.dropLast(), of: run)
  }

  private func canBeWhole(_ run: NumberRun) -> Bool {
    guard let group = run.separators.first else { return true }
    return !isPlain && group != .arabicDecimal && run.separators.allSatisfy { $0 == group }
      && areGroups(run.groups[...], of: run)
  }

  private func areGroups(_ sizes: ArraySlice<Int>, of run: NumberRun) -> Bool {
    guard let first = sizes.first, sizes.last == 3, (1...3).contains(first),
      run.digits[0] != UInt8(ascii: "0")
    else { return false }
    let middle = sizes.dropFirst().dropLast()
    if middle.allSatisfy({ $0 == 3 }) { return true }
    // Accept India's groups of two digits between commas in every locale.
    let pairs = secondaryGroup == 2 || run.separators.first == .comma ? 2 : secondaryGroup
    return first <= pairs && middle.allSatisfy { $0 == pairs }
  }

  private func number(_ run: NumberRun, decimals: Int) -> Rational? {
    var text = run.digits
    if decimals > 0 {
      text.insert(UInt8(ascii: "."), at: text.count - decimals)
      if text[0] == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: 0) }
    }
    return Rational(text: String(decoding: text, as: UTF8.self))
  }
}

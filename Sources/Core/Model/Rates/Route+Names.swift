// SPDX-License-Identifier: GPL-3.0-or-later

// A route's names for programs.
extension Route {
  /// Short names of those it is from, for programs: `ecb`, `nbp+ecb`, `own`, `law`, `peg`.
  public var source: String {
    if !providers.isEmpty { return providers.map(\.name).joined(separator: "+") }
    return legs.contains { $0.basis == .peg } ? "peg" : legs.first?.basis.rawValue ?? "same"
  }

  /// All that it is from: `ecb`, `ecb+peg`, `law`, `own`.
  public var wholeSource: String {
    let fixed = legs.map(\.basis).filter { $0 == .peg || $0 == .law }.map(\.rawValue)
    let names = (isOwn ? ["own"] : providers.map(\.name)) + fixed
    return names.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }.joined(separator: "+")
  }

  /// The bases of its legs, each once: `observed`, `observed+peg`, `own`.
  public var bases: String {
    let each = legs.map(\.basis.rawValue).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return each.isEmpty ? "same" : each.joined(separator: "+")
  }
}

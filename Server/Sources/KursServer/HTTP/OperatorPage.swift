// SPDX-License-Identifier: GPL-3.0-or-later
struct OperatorPage: Sendable {
  let usage: StorageUsage
  let space: SpaceTerms
  let answered: [ResponseCounter.Kind: Int]

  private var limitsHit: Int { answered.filter { $0.key.status == 429 }.values.reduce(0, +) }

  var html: String {
    let rows = (usage.lines + [("limits hit since the start", "\(limitsHit)"), ("maximum bytes", "\(space.server)")]).map
    {
      "<tr><th>\($0.0)</th><td>\($0.1)</td></tr>"
    }
    return """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>kurs-server</title>
      <style>body{font:1em sans-serif;margin:2em}th{text-align:left;padding-right:2em;font-weight:normal}</style>
      <h1>kurs-server</h1><table>\(rows.joined())</table>
      """
  }

  var metrics: String {
    var lines = ["kurs_info{version=\"\(ServerVersion.text)\"} 1"]
    let gauges = [
      ("members", usage.members), ("sessions", usage.sessions), ("objects", usage.objects),
      ("events", usage.events), ("reports", usage.reports), ("space_bytes", usage.bytes),
      ("space_limit_bytes", space.server),
      ("last_backup_timestamp_seconds", Int((usage.lastBackup?.milliseconds ?? 0) / 1000)),
    ]
    for (name, value) in gauges { lines += ["# TYPE kurs_\(name) gauge", "kurs_\(name) \(value)"] }
    lines += ["# TYPE kurs_limits_hit_total counter", "kurs_limits_hit_total \(limitsHit)"]
    lines.append("# TYPE kurs_answers_total counter")
    for (kind, count) in answered.sorted(by: { ($0.key.path, $0.key.status) < ($1.key.path, $1.key.status) }) {
      lines.append("kurs_answers_total{path=\"\(kind.path)\",status=\"\(kind.status)\"} \(count)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

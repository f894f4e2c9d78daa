// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

/// Reads the terms of the service in the answer to an update without a change.
public enum ServiceItem {
  /// `data` of an answer that its schema let through; a server of before says nothing.
  public static func read(_ data: JSONValue?) -> ServiceTerms {
    var terms = ServiceTerms()
    let service = data?["service"]
    terms.message = service?["message"]?.string?.harmless(limit: 500) ?? ""
    terms.oldestClient = service?["oldest_client"]?.string.flatMap { ReleaseNumber($0) }
    func take(_ name: String, _ limit: WritableKeyPath<ServiceLimits, Int>) {
      if let told = service?["limits"]?[name]?.number?.integer { terms.limits[keyPath: limit] = told }
    }
    take("picture_bytes", \.picture)
    take("value_bytes", \.value)
    take("changes", \.changes)
    take("report_bytes", \.report)
    return terms
  }
}

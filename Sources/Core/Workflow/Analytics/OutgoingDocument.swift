// SPDX-License-Identifier: GPL-3.0-or-later

/// A document that goes to the account server by the person's leave, as it is sent.
public struct OutgoingDocument: Hashable, Sendable, Identifiable {
  public enum Kind: Hashable, Sendable {
    /// A batch of so many events.
    case statistics(events: Int)
    case report
  }

  public enum Standing: Hashable, Sendable {
    /// It waits for the network, or is on its way.
    case queued
    /// Events are still being gathered for it.
    case gathering
    /// Nothing waits: this is what the last event would be sent as.
    case example
  }

  public let id: String
  public let kind: Kind
  public let standing: Standing
  /// Nil where there is none: then nothing goes out.
  public let server: String?
  /// JSON; of a queued one each byte of it.
  public let body: String
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// How much of an answer is taken, counted after decompression; one byte more ends the transfer.
public struct TransferLimits: Hashable, Sendable {
  /// All header lines together.
  public var headerBytes: Int = 65_536  // guards C18, X21: 65_536 => 65_536_000
  public var bodyBytes: Int

  /// A command's or provider's answer: 2 MB.
  public static let document = TransferLimits(bodyBytes: 2_000_000)  // guards J09: 2_000_000 => 200_000_000
  /// A whole history of rates: 32 MB.
  public static let history = TransferLimits(bodyBytes: 32_000_000)
  /// A picture: 5 MB.
  public static let image = TransferLimits(bodyBytes: 5_000_000)
}

/// How long a transfer may take.
public struct TransferTimeouts: Hashable, Sendable {
  /// Until the connection stands, TLS included.
  public var connect: Duration
  /// Time from the call to the last byte.
  public var total: Duration
  /// How long the transfer may stay under `minimumBytesPerSecond`.
  public var stall: Duration
  /// The rate under which a transfer counts as stalled.
  public var minimumBytesPerSecond: Int

  /// Sets the time-outs; the defaults suit an answer of a few kilobytes over a poor line.
  public init(
    connect: Duration = .seconds(10), total: Duration = .seconds(60), stall: Duration = .seconds(15),
    minimumBytesPerSecond: Int = 64
  ) {
    self.connect = connect
    self.total = total
    self.stall = stall
    self.minimumBytesPerSecond = minimumBytesPerSecond
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursNetwork
public import KursStorage
public import KursWorkflow

/// The core's surroundings: folders, clock, files, the person's number format and country.
public struct CoreEnvironment: Sendable {
  /// Holds `rates.sqlite` and `person.sqlite`.
  public var dataFolder: String
  public var cacheFolder: String
  public var resources: ResourceLocator
  public var clock: @Sendable () -> Timestamp
  public var amounts: AmountReader
  /// Makes the way to the network; called once something is asked of a server.
  public var transport: @Sendable () -> any Transport
  /// ISO 3166 alpha-2 of the person's locale, for the first currency shown; nil where it names none.
  public var country: String?

  /// How long the first refresh waits after the start: a glance at the calculator needs no network.
  public var refreshDelay: Duration = .seconds(10)
  /// The file of settings; nil where what is chosen holds for this run alone.
  public var settingsFile: String?
  /// The store of passwords and keys.
  public var secrets: any SecretStore = MemorySecretStore()
  /// The live network whose cache the settings bound and clear; nil where the transport is another.
  public var network: LiveNetwork?
  /// The folder of the lock by which one person's programs renew a sign-in once (`XDG_RUNTIME_DIR`); nil if there is
  /// none.
  public var lockFolder: String?
  /// Decodes a picture of a media type to so many pixels a side; nil where it cannot, as where no window is.
  public var decodePicture: @Sendable (_ bytes: [UInt8], _ type: String, _ side: Int) async -> DecodedImage? =
    { _, _, _ in nil }
  /// Hears of a file that is found damaged, on whichever thread found it; of the person's own only while it is in use.
  public var noteSetAside: @Sendable (SetAside) -> Void = { _ in }
  /// Hears why nothing of a file can be saved, once it is open.
  public var noteHindrance: @Sendable (StorageError) -> Void = { _ in }
  /// Differs from machine to machine, so that not all ask a provider in the same second.
  public var seed: UInt64 = .random(in: .min ... .max)

  public init(
    dataFolder: String, cacheFolder: String, resources: ResourceLocator,
    clock: @escaping @Sendable () -> Timestamp, amounts: AmountReader, country: String?,
    transport: @escaping @Sendable () -> any Transport
  ) {
    self.dataFolder = dataFolder
    self.cacheFolder = cacheFolder
    self.resources = resources
    self.clock = clock
    self.amounts = amounts
    self.country = country
    self.transport = transport
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later

/// The stored rates and the documents they came from.
public struct RatesDatabase: Sendable {
  package let file: DatabaseFile

  /// Opens or makes the file; it is readable while a history is being taken up.
  ///
  /// `recovery`: a damaged file is kept aside whenever that is found, and a new one made; nil throws.
  public init(path: String, recovery: FileRecovery? = nil) throws(StorageError) {
    self.init(whenAsked: path, recovery: recovery)
    try open()
  }

  /// Opens it once something is asked of it; `noteOpened` then hears what had to be kept aside, and why nothing can be
  /// saved.
  public init(
    whenAsked path: String, recovery: FileRecovery?,
    noteOpened: @escaping @Sendable (SetAside?, StorageError?) -> Void = { _, _ in }
  ) {
    var recovery = recovery
    recovery?.salvaged = .answers
    file = DatabaseFile(
      path: path, durability: .normal, migrator: RatesSchema.migrator, recovery: recovery, noteOpened: noteOpened)
  }

  /// Opens it now.
  public func open() throws(StorageError) { try file.open() }

  /// Keeps what is taken up for this run alone; throws what it is given where that is no reason to.
  public func goOnInMemory(because error: StorageError) throws(StorageError) {
    try file.goOnInMemory(because: error)
  }

  /// Files that were moved aside since the program's start.
  public var setAside: SetAside? { file.setAside }

  /// Why no rates are saved; nil where they are, and before the file is open.
  public var hindrance: StorageError? { file.hindrance }
}

// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The person's objects, one owner for all windows, so that each window hears of the others' changes.
public actor PersonObjects {
  /// The member who owns the objects.
  public private(set) var member: MemberID
  public nonisolated let database: PersonDatabase
  nonisolated let clock: @Sendable () -> Timestamp
  private var listeners = Listeners<PersonChange>()
  /// The member whose settings were last merged with those here; nil before the first time.
  var agreed: MemberID?
  /// The task that keeps them merged.
  var following: [Task<Void, Never>] = []

  public init(database: PersonDatabase, member: MemberID = .nobody, clock: @escaping @Sendable () -> Timestamp) {
    self.database = database
    self.member = member
    self.clock = clock
  }

  deinit { for task in following { task.cancel() } }

  /// The objects of the member who was shown last on this machine.
  public static func ofCurrentMember(
    in database: PersonDatabase, clock: @escaping @Sendable () -> Timestamp
  ) async throws(StorageError) -> PersonObjects {
    let current = try await database.members().first { $0.isCurrent && $0.wipeReason == nil }
    return PersonObjects(database: database, member: current?.member.id ?? .nobody, clock: clock)
  }

  /// Each change from now on.
  public func changes() -> AsyncStream<PersonChange> {
    listeners.events()
  }

  /// Tells every listener; the sync does so for what came from elsewhere.
  public func announce(_ changes: some Sequence<PersonChange>) {
    for change in changes { listeners.tell(change) }
  }

  /// Shows another member's objects from now on.
  public func memberChanged(to member: MemberID) {
    guard member != self.member else { return }
    self.member = member
    announce(PersonChange.all)
  }

  /// Gives what was made while nobody was signed in to the member.
  public func adopt() async throws(StorageError) {
    guard member != .nobody else { return }
    if try await database.adoptObjects(by: member) { announce(PersonChange.all) }
    // The server has it: what was not sent lies under a name of its own.
    try await database.discardCopiesAside(of: member)
  }

  /// The objects of a kind that are not deleted, or with those that are.
  func objects(
    _ kind: PersonObject.Kind, deletedToo: Bool = false
  ) async throws(StorageError) -> [PersonObject] {
    try await database.objects(kind, of: member, deletedToo: deletedToo)
  }

  func change(
    _ kind: PersonObject.Kind, _ change: @escaping @Sendable ([PersonObject]) -> [PersonObject]
  ) async throws(StorageError) {
    if try await database.changeObjects(kind, of: member, change) { announce([.objects(kind)]) }
  }

  /// True when it became different.
  @discardableResult
  func change(
    _ id: PersonObject.ID, _ kind: PersonObject.Kind,
    _ change: @escaping @Sendable (PersonObject?) -> PersonObject?
  ) async throws(StorageError) -> Bool {
    let hasChanged = try await database.changeObject(id, of: member, change)
    if hasChanged { announce([.objects(kind)]) }
    return hasChanged
  }
}

/// The changed part of the person's objects.
public enum PersonChange: Hashable, Sendable {
  case objects(PersonObject.Kind)
  case history
  case recentCurrencies

  static let all = PersonObject.Kind.known.map { PersonChange.objects($0) } + [.history, .recentCurrencies]
}

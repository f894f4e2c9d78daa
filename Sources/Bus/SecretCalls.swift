// SPDX-License-Identifier: GPL-3.0-or-later
import COpened
import Glibc

/// The functions of libsecret, which are loaded on first use because libsecret loads GIO. The calls block, so never
/// make them on the main thread. Any thread may use this struct, because its properties never change.
struct SecretCalls: @unchecked Sendable {
  enum Outcome: Equatable {
    case done
    case none
    case noService
    case locked
    case refused
    case cancelled
    case failed(domain: String, code: Int)
  }

  // GIO documents that a GCancellable may be used on any thread.
  final class Cancellable: @unchecked Sendable {
    private let secret: kurs_secret
    fileprivate let pointer: UnsafeMutablePointer<GCancellable>?

    fileprivate init(_ secret: kurs_secret) { (self.secret, pointer) = (secret, secret.g_cancellable_new()) }
    deinit { secret.g_object_unref(pointer) }

    func cancel() { secret.g_cancellable_cancel(pointer) }
  }

  /// The error of a failed call. `isGone`: whether the object that the call used no longer exists.
  private struct Fault: Error {
    var outcome: Outcome
    var isGone = false
    var isOfService = false
  }

  private typealias ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

  private let secret: kurs_secret
  private let schema: UnsafePointer<SecretSchema>

  static let opened: SecretCalls? = SecretCalls()

  private init?() {
    guard let library = dlopen("libsecret-1.so.0", RTLD_NOW) else { return nil }
    var secret = kurs_secret()
    guard kurs_secret_fill(&secret, library) else { return nil }
    // The table's key is the name of an attribute, and its value the attribute's type. The type "string" is 0, or nil.
    let types = secret.g_hash_table_new_full(secret.g_str_hash, secret.g_str_equal, { free($0) }, nil)
    for name in ["application", "kind", "owner"] { _ = secret.g_hash_table_insert(types, strdup(name), nil) }
    defer { secret.g_hash_table_unref(types) }
    // Searches ignore the schema's name, because gnome-keyring can't search by that name before its first unlock.
    guard let schema = secret.secret_schema_newv("org.kursapp.Kurs.Secret", SECRET_SCHEMA_DONT_MATCH_NAME, types) else {
      return nil
    }
    (self.secret, self.schema) = (secret, UnsafePointer(schema))
  }

  func cancellable() -> Cancellable { Cancellable(secret) }

  /// Looks up a secret. Doesn't ask the user to unlock the keyring.
  func lookup(_ kind: String, _ owner: String, _ cancellable: Cancellable) -> (outcome: Outcome, text: String?) {
    var text: String?
    let outcome = retryingIfGone { () throws(Fault) in
      let found = try search(kind, owner, SECRET_SEARCH_NONE, cancellable)
      guard let item = found?.pointee.data else { return .none }
      defer { secret.g_list_free_full(found, secret.g_object_unref) }
      guard !isLocked(item) else { return .locked }  // guards X19
      let value = try checked { error in
        secret.secret_retrievable_retrieve_secret_sync(OpaquePointer(item), cancellable.pointer, error)
      }
      defer { if let value { secret.secret_value_unref(UnsafeMutableRawPointer(value)) } }
      guard let value, let stored = secret.secret_value_get_text(value) else { return .none }
      text = String(cString: stored)
      return .done
    }
    return (outcome, text)
  }

  /// Stores or replaces a secret in the default collection. `label`: the name that keyring editors show.
  func store(
    _ kind: String, _ owner: String, label: String, _ text: String, _ cancellable: Cancellable
  ) -> Outcome {
    retryingIfGone { () throws(Fault) in
      let table = attributes(kind, owner)
      defer { secret.g_hash_table_unref(table) }
      let isStored = try checked { error in
        secret.secret_password_storev_sync(schema, table, "default", label, text, cancellable.pointer, error) != 0
      }
      // libsecret reports no error if the user dismisses the prompt, so a failure counts as a locked keyring.
      return isStored ? .done : .locked
    }
  }

  func remove(_ kind: String, _ owner: String, _ cancellable: Cancellable) -> Outcome {
    retryingIfGone { () throws(Fault) in
      let table = attributes(kind, owner)
      defer { secret.g_hash_table_unref(table) }
      let isRemoved = try checked { error in
        secret.secret_password_clearv_sync(schema, table, cancellable.pointer, error) != 0
      }
      if isRemoved { return .done }
      // libsecret skips locked items without an error, so a search shows whether an item is left.
      guard let left = try search(kind, owner, SECRET_SEARCH_NONE, cancellable) else { return .none }
      secret.g_list_free_full(left, secret.g_object_unref)
      return .locked
    }
  }

  /// Asks the user to unlock the collections that contain secrets of Kurs.
  func unlock(_ cancellable: Cancellable) -> Outcome {
    retryingIfGone { () throws(Fault) in
      let flags = SecretSearchFlags(rawValue: SECRET_SEARCH_ALL.rawValue | SECRET_SEARCH_UNLOCK.rawValue)
      let found = try search(nil, nil, flags, cancellable)
      defer { secret.g_list_free_full(found, secret.g_object_unref) }
      var item = found
      while let each = item?.pointee {
        if let data = each.data, isLocked(data) { return .locked }
        item = each.next
      }
      return .done
    }
  }

  /// Whether a program owns the secret service's bus name. Without one, a prompt of libsecret never ends.
  func serviceRuns() -> Bool {
    guard let bus = secret.g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    defer { secret.g_object_unref(UnsafeMutableRawPointer(bus)) }
    let name = secret.g_variant_parse(nil, "('org.freedesktop.secrets',)", nil, nil, nil)
    defer { secret.g_variant_unref(name) }
    guard
      let answer = secret.g_dbus_connection_call_sync(
        bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", name, nil,
        G_DBUS_CALL_FLAGS_NONE, 1000, nil, nil)
    else { return false }
    defer { secret.g_variant_unref(answer) }
    let isOwned = secret.g_variant_get_child_value(answer, 0)
    defer { secret.g_variant_unref(isOwned) }
    return secret.g_variant_get_boolean(isOwned) != 0
  }
}

extension SecretCalls {
  /// Returns a secret's attributes. Every program may read them unencrypted, so the owner is hashed.
  private func attributes(_ kind: String?, _ owner: String?) -> OpaquePointer? {
    let table = secret.g_hash_table_new_full(secret.g_str_hash, secret.g_str_equal, { free($0) }, { free($0) })
    _ = secret.g_hash_table_insert(table, strdup("application"), strdup("org.kursapp.Kurs"))
    if let kind { _ = secret.g_hash_table_insert(table, strdup("kind"), strdup(kind)) }
    if let owner {
      let hidden = secret.g_compute_checksum_for_string(G_CHECKSUM_SHA256, owner, -1)  // guards X18, B06: secret.g_compute_checksum_for_string(G_CHECKSUM_SHA256, owner, -1) => strdup(owner)
      _ = secret.g_hash_table_insert(table, strdup("owner"), hidden)
    }
    return table
  }

  private func search(
    _ kind: String?, _ owner: String?, _ flags: SecretSearchFlags, _ cancellable: Cancellable
  ) throws(Fault) -> UnsafeMutablePointer<GList>? {
    let table = attributes(kind, owner)
    defer { secret.g_hash_table_unref(table) }
    return try checked { error in
      secret.secret_password_searchv_sync(schema, table, flags, cancellable.pointer, error)
    }
  }

  private func isLocked(_ item: UnsafeMutableRawPointer) -> Bool {
    let instance = item.assumingMemoryBound(to: GTypeInstance.self)
    return secret.g_type_check_instance_is_a(instance, secret.secret_item_get_type()) != 0
      && secret.secret_item_get_locked(item.assumingMemoryBound(to: SecretItem.self)) != 0
  }

  private func checked<Value>(_ call: (ErrorPointer) -> Value) throws(Fault) -> Value {
    var error: UnsafeMutablePointer<GError>?
    let value = call(&error)
    guard let error else { return value }
    defer { secret.g_error_free(error) }
    throw fault(error.pointee)
  }

  private func fault(_ error: GError) -> Fault {
    let domain = secret.g_quark_to_string(error.domain).map { String(cString: $0) } ?? ""
    let code = Int(error.code)
    func matches(_ codes: GDBusError...) -> Bool { codes.contains { Int($0.rawValue) == code } }
    if error.domain == secret.secret_error_get_quark() {
      if code == Int(SECRET_ERROR_IS_LOCKED.rawValue) { return Fault(outcome: .locked) }
      return Fault(
        outcome: .failed(domain: domain, code: code), isGone: code == Int(SECRET_ERROR_NO_SUCH_OBJECT.rawValue),
        isOfService: true)
    }
    switch domain {
    case "g-io-error-quark":
      // Without a bus, GIO tries to start one and fails with various codes, so all except `CANCELLED` mean no service.
      return Fault(outcome: code == Int(G_IO_ERROR_CANCELLED.rawValue) ? .cancelled : .noService)
    case "g-dbus-error-quark":
      if matches(G_DBUS_ERROR_ACCESS_DENIED, G_DBUS_ERROR_AUTH_FAILED) { return Fault(outcome: .refused) }
      // An unknown method or object means that the item was removed.
      return Fault(outcome: .noService, isGone: matches(G_DBUS_ERROR_UNKNOWN_METHOD, G_DBUS_ERROR_UNKNOWN_OBJECT))
    case "g-spawn-exec-error-quark", "g-file-error-quark": return Fault(outcome: .noService)
    default: return Fault(outcome: .failed(domain: domain, code: code))
    }
  }

  /// Repeats a call if its item was removed after the search. A second failure means a missing collection or service.
  private func retryingIfGone(_ call: () throws(Fault) -> Outcome) -> Outcome {
    do throws(Fault) { return try call() } catch where !error.isGone { return error.outcome } catch {}
    do throws(Fault) { return try call() } catch {
      guard error.isGone else { return error.outcome }
      return error.isOfService ? .refused : .noService
    }
  }
}

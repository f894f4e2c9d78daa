// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

final class Live<Value: Sendable>: Sendable {
  private let stored: Mutex<Value>

  init(_ value: Value) {
    stored = Mutex(value)
  }

  var value: Value { stored.withLock { $0 } }

  func set(_ value: Value) { stored.withLock { $0 = value } }
}

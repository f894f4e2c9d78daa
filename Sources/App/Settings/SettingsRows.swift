// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWords
import KursWorkflow

/// The settings that are a switch, a number or a choice. The widget in `settings.ui` has the name of its setting.
@MainActor
final class SettingsRows {
  private(set) var switches: [SettingsKey: Switch] = [:]
  private(set) var numbers: [SettingsKey: SpinButton] = [:]
  private(set) var answers: [SettingsKey: ComboRow] = [:]
  private let choices: SettingsChoices
  private var isRendering = false
  private let send: @MainActor @Sendable (SettingsEvent) -> Void

  init(
    _ builder: Builder, _ choices: SettingsChoices, send: @escaping @MainActor @Sendable (SettingsEvent) -> Void
  ) throws(BuilderError) {
    self.choices = choices
    self.send = send
    for (key, value) in Settings().values {
      switch value {
      case .flag: try add(builder.object(key.name) as Switch, for: key)
      case .number: try add(builder.object(key.name) as SpinButton, for: key)
      case .text: if let offered = choices.answers[key] { try add(builder.object(key.name), for: key, offered) }
      case .list, .map: break
      }
    }
  }

  func render(_ values: [SettingsKey: SettingsValue]) {
    isRendering = true
    defer { isRendering = false }
    for (key, value) in values {
      switch value {
      case .flag(let isOn): switches[key]?.isActive = isOn
      case .number(let number): numbers[key]?.value = number
      case .text(let text):
        answers[key]?.selected = choices.answers[key]?.firstIndex { $0.value == text } ?? 0
      case .list, .map: break
      }
    }
  }

  private func add(_ button: Switch, for key: SettingsKey) {
    switches[key] = button
    button.onToggle { [weak self, weak button] in if let button { self?.chosen(key, .flag(button.isActive)) } }
  }

  private func add(_ number: SpinButton, for key: SettingsKey) {
    numbers[key] = number
    if inOwnDigits("0") != "0" { number.write { inOwnDigits($0) } }
    number.onChange { [weak self, weak number] in if let number { self?.chosen(key, .number(number.value)) } }
  }

  private func add(_ row: ComboRow, for key: SettingsKey, _ offered: [SettingsChoices.Answer]) {
    answers[key] = row
    row.setChoices(offered.map(\.name))
    row.onSelect { [weak self, weak row] in
      guard let row, offered.indices.contains(row.selected) else { return }
      self?.chosen(key, .text(offered[row.selected].value))
    }
  }

  private func chosen(_ key: SettingsKey, _ value: SettingsValue) {
    if !isRendering { send(.set(key, value)) }
  }
}

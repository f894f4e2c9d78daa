// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

enum ProviderSection: String, CaseIterable, Sendable {
  case centralBank = "central-bank"
  case service, law, key, own

  init(_ provider: ProviderState) {
    if provider.isDescribed || provider.id.isTeam {
      self = .own
    } else if provider.needsKey {
      self = .key
    } else if provider.provider.isPrescribed {
      self = .law
    } else {
      self = ProviderKind(provider.id) == .centralBank ? .centralBank : .service
    }
  }
}

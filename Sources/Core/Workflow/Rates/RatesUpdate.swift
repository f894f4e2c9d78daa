// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

public enum RatesUpdate: Hashable, Sendable {
  case importProgress(ImportProgress)
  case newest(provider: ProviderID, Day)
  case failed(RatesFailure)
  case fileRecovered(QuarantinedFile)
  case damagedSeries(ProviderID)
  case orderChanged
}

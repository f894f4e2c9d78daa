// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursItems
public import KursModel
public import KursStorage

/// Why rates could not be read, taken up or fetched: a fact each, worded by the front end.
public enum RatesFailure: Error, Hashable, Sendable {
  case rate(RateError)
  case storage(StorageError)
  case document(provider: ProviderID, ItemError)
  case api(provider: ProviderID, APIError)
  case unknownProvider(String)
  /// A document names a day that has not come yet.
  case future(provider: ProviderID, Day)
  /// A prescribed table has been due since a day, and the server has none at its address.
  case overdue(provider: ProviderID, since: Day)
  case fileNotReadable(path: String)
}

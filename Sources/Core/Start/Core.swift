// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
public import KursModel
import KursNetwork
public import KursStorage
import KursValidation
public import KursWorkflow

/// The composition root: every layer put together once, for whichever front end asks.
public struct Core: Sendable {
  public let rates: RatesWorkflow
  private let environment: CoreEnvironment
  public let bundle: BundledHistory
  public let catalogue: CurrencyCatalogue
  /// A database of rates that could not be used and was kept aside.
  public let setAside: SetAside?

  /// Reads the catalogue and opens the rates; touches no network.
  public init(_ environment: CoreEnvironment) throws(StartFailure) {
    let resources = environment.resources
    do {
      catalogue = try CurrencyFiles.catalogue(
        currencies: try resources.bytes(of: "currencies/iso-4217.json"),
        fixedRates: try resources.bytes(of: "currencies/fixed-rates.json"),
        redenominations: try resources.bytes(of: "currencies/redenominations.json"))
    } catch let failure as StartFailure {
      throw failure
    } catch {
      throw .dataDamaged(name: "currencies")
    }
    self.environment = environment
    let database: RatesDatabase
    do {
      (database, setAside) = try RatesDatabase.recovering(
        path: "\(environment.dataFolder)/rates.sqlite", now: environment.clock())
    } catch {
      throw .storage(error)
    }
    bundle = BundledHistory(provider: .ecb, path: try resources.path(of: "rates/eurofxref-hist.zip"))
    rates = RatesWorkflow(
      database: database, catalogue: catalogue, items: ProviderItems.all,
      client: Self.client(environment), bundle: bundle, clock: environment.clock)
  }

  /// Opens what belongs to the person; not every command of the terminal needs it.
  public func openPerson() throws(StartFailure) -> (PersonDatabase, SetAside?) {
    do {
      return try PersonDatabase.recovering(
        path: "\(environment.dataFolder)/person.sqlite", now: environment.clock())
    } catch {
      throw .storage(error)
    }
  }

  /// Network, cache and schemas are put together when something is first asked of a server.
  private static func client(_ environment: CoreEnvironment) -> @Sendable () -> APIClient {
    { [transport = environment.transport, resources = environment.resources] in
      let schemas = SchemaStore { name in try? resources.bytes(of: "schemas/\(name)") }
      return APIClient(transport: transport(), validator: ResponseValidator(schemas))
    }
  }
}

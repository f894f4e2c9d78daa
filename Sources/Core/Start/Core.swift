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
  public let person: PersonDatabase
  public let bundle: BundledHistory
  public let catalogue: CurrencyCatalogue
  /// Databases that could not be used and were kept aside.
  public let setAside: [SetAside]

  /// Reads the catalogue and opens the databases; touches no network.
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
    let ratesDatabase: RatesDatabase
    do {
      let now = environment.clock()
      let (database, ratesAside) = try RatesDatabase.recovering(
        path: "\(environment.dataFolder)/rates.sqlite", now: now)
      let (person, personAside) = try PersonDatabase.recovering(
        path: "\(environment.dataFolder)/person.sqlite", now: now)
      (ratesDatabase, self.person) = (database, person)
      setAside = [ratesAside, personAside].compactMap { $0 }
    } catch {
      throw .storage(error)
    }
    rates = RatesWorkflow(
      database: ratesDatabase, catalogue: catalogue, items: ProviderItems.all, client: Self.client(environment),
      clock: environment.clock)
    bundle = BundledHistory(provider: .ecb, path: try resources.path(of: "rates/eurofxref-hist.zip"))
  }

  /// Network, cache and schemas are put together when something is first asked of a server.
  private static func client(_ environment: CoreEnvironment) -> @Sendable () -> APIClient {
    { [transport = environment.transport, resources = environment.resources] in
      let schemas = SchemaStore { name in try? resources.bytes(of: "schemas/\(name)") }
      return APIClient(transport: transport(), validator: ResponseValidator(schemas))
    }
  }
}

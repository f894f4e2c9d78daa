// SPDX-License-Identifier: GPL-3.0-or-later
import KursLocalCache
import KursModel
public import KursStorage
public import KursWorkflow

extension Core {
  /// The objects of the member who was shown last; their only owner in the program.
  public func objects(_ person: PersonDatabase) async -> PersonObjects {
    // If the member cannot be read, the account's start finds that out; until then nobody's data shows.
    let shown = try? await PersonObjects.ofCurrentMember(in: person, clock: environment.clock)
    return shown ?? PersonObjects(database: person, clock: environment.clock)
  }

  /// The account services over the person's objects.
  ///
  /// Asks nobody until something of it is started or used.
  public func accountServices(of objects: PersonObjects) async -> AccountServices {
    let person = objects.database
    let account = account(person, lockFolder: environment.lockFolder)
    let queue = offlineQueue(
      person, asMember: account.memberSender, proof: { [weak account] in await account?.proof(of: MemberID($0)) })
    let consent = ReportConsent()
    let images = imageCache(mayFetch: { [settings] in await settings.state.hindrance == nil }) {
      [weak account] member in await account?.proof(of: MemberID(member))
    }
    return await AccountServices(
      account: account, objects: objects, queue: queue, images: images,
      pictures: DecodedImages(
        of: images, clock: environment.clock, report: pictureReport, decode: environment.decodePicture),
      backup: backup(of: objects),
      reports: validationReports(person, queue: queue, terms: consent.terms), consent: consent,
      statistics: analyticsChoice(person, queue: queue, account: account), settings: settings)
  }
}

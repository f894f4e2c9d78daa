// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import KursDesktop
import KursGtk
import KursModel

/// Decodes pictures in separate processes, one at a time. A malicious picture can harm only its own process.
struct PictureDecoder: Sendable {
  private let executable: String
  private let patience: Duration
  private let queue = DispatchQueue(label: "org.kursapp.Kurs.pictures", qos: .utility)

  init(executable: String, patience: Duration = .seconds(5)) {
    self.executable = executable
    self.patience = patience
  }

  /// Returns the picture with at most `side` pixels per side. Nil if decoding fails or takes too long.
  @Sendable
  func decode(_ bytes: [UInt8], _ type: String, _ side: Int) async -> DecodedImage? {
    let limit = side * side * 4 + 8
    return await run(bytes, type, side, .pixels, limit: limit).flatMap { DecodedImage(written: $0) }
  }

  /// Returns the picture as a PNG without metadata. Metadata may contain the place where a photograph was taken.
  func withoutMetadata(_ bytes: [UInt8], _ type: String, side: Int) async -> [UInt8]? {
    await run(bytes, type, side, .png, limit: side * side * 5 + 4096)
  }

  private func run(
    _ bytes: [UInt8], _ type: String, _ side: Int, _ form: PictureProcess.Form, limit: Int
  ) async -> [UInt8]? {
    let kind = String(type.drop { $0 != "/" }.dropFirst())
    let process = ShortProcess(
      executable, PictureProcess.arguments(kind: kind, side: side, as: form), outputLimit: limit, patience: patience)
    return try? await process.run(bytes, on: queue)
  }
}

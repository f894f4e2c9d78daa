// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture as the only part of a `multipart/form-data` body (RFC 7578).
enum PictureForm {
  // Drawn once. A picture that holds it would be cut there; only its own member could make one.
  private static let boundary = "kurs-7d1f9c4e2b8a4f60b3c5d7e91a2f4c68"

  static let contentType = "multipart/form-data; boundary=\(boundary)"

  /// No bytes ask for a member without a picture.
  static func body(_ picture: [UInt8]) -> [UInt8] {
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="picture"; filename="picture"\r
      Content-Type: application/octet-stream\r
      \r

      """
    return Array(head.utf8) + picture + Array("\r\n--\(boundary)--\r\n".utf8)
  }
}

// SPDX-License-Identifier: GPL-3.0-or-later
import NIOCore
import NIOSSL

/// The server's certificate with its key. After a reload, new TLS connections use the new certificate.
struct Certificate: Sendable {
  let configuration: TLSConfiguration
  private let chainPath: String
  private let keyPath: String
  private let current: Live<NIOSSLContextConfigurationOverride>

  init?(chain: String?, key: String?) throws {
    guard let chain, let key else { return nil }
    let (sources, privateKey) = try Self.read(chain, key)
    let current = Live(Self.override(sources, privateKey))
    var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: sources, privateKey: privateKey)
    configuration.minimumTLSVersion = .tlsv12
    configuration.sslContextCallback = { _, promise in promise.succeed(current.value) }
    (self.configuration, self.current, chainPath, keyPath) = (configuration, current, chain, key)
  }

  /// Reads certificate and key again. If they don't belong together, throws, and the old pair stays in use.
  func reload() throws {
    let (sources, privateKey) = try Self.read(chainPath, keyPath)
    current.set(Self.override(sources, privateKey))
  }

  private static func read(
    _ chain: String, _ key: String
  ) throws -> ([NIOSSLCertificateSource], NIOSSLPrivateKeySource) {
    guard let certificates = try? NIOSSLCertificate.fromPEMFile(chain), !certificates.isEmpty else {
      throw Fault.unreadable(chain)
    }
    guard let privateKey = try? NIOSSLPrivateKey(file: key, format: .pem) else { throw Fault.unreadable(key) }
    let sources: [NIOSSLCertificateSource] = certificates.map { .certificate($0) }
    try check(sources, .privateKey(privateKey))
    return (sources, .privateKey(privateKey))
  }

  enum Fault: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case doNotBelongTogether

    var description: String {
      switch self {
      case .unreadable(let path): "Can't read \(path), or it isn't a PEM file. Check its path, permissions and contents."
      case .doNotBelongTogether: "The certificate and the key don't belong together. Name a matching pair."
      }
    }
  }

  private static func check(_ chain: [NIOSSLCertificateSource], _ key: NIOSSLPrivateKeySource) throws {
    do {
      _ = try NIOSSLContext(configuration: .makeServerConfiguration(certificateChain: chain, privateKey: key))
    } catch {
      throw Fault.doNotBelongTogether
    }
  }

  private static func override(
    _ chain: [NIOSSLCertificateSource], _ key: NIOSSLPrivateKeySource
  ) -> NIOSSLContextConfigurationOverride {
    var override = NIOSSLContextConfigurationOverride()
    (override.certificateChain, override.privateKey) = (chain, key)
    return override
  }
}

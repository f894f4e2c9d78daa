// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

@Suite("the terminal validator checks JSON documents against a schema") struct ToolTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write("schema.json", #"{"required": ["base"], "properties": {"base": {"$ref": "http://localhost:1234/code.json"}}}"#)
    try write("code.json", #"{"pattern": "^[A-Z]{3}$"}"#)
    try write("good.json", #"{"base": "EUR"}"#)
    try write("bad.json", #"{"base": "eur"}"#)
    try write("cut.json", #"{"base": "#)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private func run(_ arguments: String...) throws -> (code: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "validate")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  @Test("the terminal validator exits with 0 for valid JSON") func theTerminalValidatorExitsWith0ForValidJSON() throws {
    #expect(try run("--remotes", ".", "schema.json", "good.json") == (0, "good.json: valid\n"))
  }

  @Test("given an invalid document, the terminal validator prints all results and fails")
  func givenAnInvalidDocumentTheTerminalValidatorPrintsAllResultsAndFails() throws {
    let (code, output) = try run("--remotes", ".", "schema.json", "good.json", "bad.json", "cut.json")
    #expect(code == 1)
    #expect(
      output == """
        good.json: valid
        bad.json: invalid at "/base" by "pattern"
        cut.json: unreadable at byte 9

        """)
  }

  @Test("the terminal validator exits with 65 for an invalid schema")
  func theTerminalValidatorExitsWith65ForAnInvalidSchema() throws {
    #expect(try run("cut.json", "good.json").code == 65)
    #expect(try run("schema.json", "good.json").code == 65)
  }

  @Test("a missing document gives exit code 66, and no document gives 64")
  func aMissingDocumentGivesExitCode66AndNoDocumentGives64() throws {
    #expect(try run("--remotes", ".", "schema.json", "none.json") == (66, "none.json can't be read.\n"))
    #expect(try run("schema.json").code == 64)
    #expect(try run("--help").code == 0)
  }
}

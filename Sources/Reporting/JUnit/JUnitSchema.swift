// SPDX-License-Identifier: Apache-2.0

import CLibXML2

/// What a JUnit file of this program looks like, as an XML Schema that libxml2 checks.
///
/// It is narrower than the schemas of the consumers: a file that it accepts has every count, every
/// `type` from the fixed list, and no two cases that a consumer would take for one.
package struct JUnitSchema: Hashable, Sendable {
  package let text: String
  /// What an error calls the schema.
  package let name: String

  /// Uses a schema from elsewhere.
  package init(text: String, name: String) {
    self.text = text
    self.name = name
  }

  /// The project's own schema of a profile.
  package init(_ profile: JUnitProfile) {
    self.init(text: JUnitSchemaText.text(of: profile), name: "oncegate-\(profile.rawValue).xsd")
  }
}

extension JUnitSchema {
  /// A schema as the library holds it.
  @safe
  final class Parsed {
    let pointer: xmlSchemaPtr

    convenience init(_ schema: JUnitSchema) throws(ReportingError) {
      LibXML2.prepare()
      try self.init(text: schema.text, name: schema.name)
    }

    /// Parses a schema; a fault in it is thrown as `shapeBroken`.
    init(text: String, name: String) throws(ReportingError) {
      let diagnostics = XMLDiagnostics()
      let bytes = Array(text.utf8)
      // The parser of the schema's own document tells its errors to the thread's handler alone.
      unsafe xmlSetStructuredErrorFunc(
        diagnostics.pointer,
        { context, error in
          unsafe XMLDiagnostics.add(error?.pointee.line, error?.pointee.code, to: context)
        }
      )
      defer { xmlSetStructuredErrorFunc(nil, nil) }
      let parsed = unsafe bytes.withUnsafeBytes { buffer -> xmlSchemaPtr? in
        guard
          let context = unsafe xmlSchemaNewMemParserCtxt(
            buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
            Int32(buffer.count)
          )
        else { return nil }
        defer { unsafe xmlSchemaFreeParserCtxt(context) }
        unsafe xmlSchemaSetParserStructuredErrors(
          context,
          { context, error in
            unsafe XMLDiagnostics.add(error?.pointee.line, error?.pointee.code, to: context)
          },
          diagnostics.pointer
        )
        return unsafe xmlSchemaParse(context)
      }
      guard let parsed = unsafe parsed else {
        throw .shapeBroken(path: name, line: diagnostics.line, code: diagnostics.code)
      }
      unsafe pointer = parsed
    }

    deinit { unsafe xmlSchemaFree(pointer) }
  }
}

/// The first error that the library tells while it reads something.
///
/// Its message is left out: it quotes the document, and with it what a user wrote.
final class XMLDiagnostics {
  private(set) var line = 0
  private(set) var code: Int32 = 0
  var isEmpty: Bool { code == 0 }

  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  func add(_ line: Int32?, _ code: Int32?) {
    guard isEmpty, let line, let code else { return }
    self.line = Int(line)
    self.code = code
  }

  /// The same for a callback, which knows the object as a pointer.
  static func add(_ line: Int32?, _ code: Int32?, to pointer: UnsafeMutableRawPointer?) {
    guard let pointer = unsafe pointer else { return }
    unsafe Unmanaged<XMLDiagnostics>.fromOpaque(pointer).takeUnretainedValue().add(line, code)
  }
}

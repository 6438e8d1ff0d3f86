// SPDX-License-Identifier: Apache-2.0

extension Configuration {
  /// Finds and reads the configuration of a project.
  ///
  /// - Parameters:
  ///   - named: the file that the user named, or nothing.
  ///   - folder: where the file of the usual name is looked for.
  /// - Returns: the configuration; an empty one where no file was named and there is none.
  /// - Throws: everything that is wrong with the file.
  static func find(
    named: String?,
    in folder: String
  ) throws(ConfigurationError) -> Configuration {
    let file = named ?? (folder == "." ? defaultFile : "\(folder)/\(defaultFile)")
    let bytes: [UInt8]
    do {
      bytes = try Files.read(file, bytesMax: bytesMax)
    } catch {
      if error == .missing, named == nil { return Configuration() }
      throw ConfigurationError(
        file: file,
        problems: [ConfigurationError.Problem(line: nil, reason: .file(error))]
      )
    }
    return try ConfigurationReader.read(bytes, file: file)
  }
}

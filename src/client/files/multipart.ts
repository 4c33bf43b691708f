// Builds the multipart form of an upload: the fields in order, then the file. Pure.

export interface FilePart {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
}

/** The parts of a form around the file: `head` has the bytes before the content of the file, `tail` the bytes after. */
export interface Form {
  readonly contentType: string;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Returns a name in quotes, escaped in the same way as browsers do. */
function quoteName(name: string): string {
  return `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;
}

/** Removes characters that are not valid in the value of a header, for example line breaks. */
function headerValue(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}

/**
 * Returns a form with the fields and the file. `boundary` must not occur in the fields or the file, so it should be a
 * random text.
 */
export function multipartForm(fields: Readonly<Record<string, string>>, file: FilePart, boundary: string): Form {
  const fieldHeader = `--${boundary}\r\nContent-Disposition: form-data; name=`;
  const encodedFields = Object.entries(fields).map(
    ([name, value]) => `${fieldHeader}${quoteName(name)}\r\n\r\n${value}\r\n`,
  );
  const fileHeader = `${fieldHeader}"file"; filename=${quoteName(file.name)}\r\nContent-Type: ${headerValue(file.type)}\r\n\r\n`;
  const encoder = new TextEncoder();
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: encoder.encode(encodedFields.join('') + fileHeader),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  };
}

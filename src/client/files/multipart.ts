// Builds the multipart form of an upload: every field in order, the file last. Pure.

export interface FilePart {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
}

/** The bytes before and after those of the file. */
export interface Form {
  readonly contentType: string;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Returns a name in quotes, escaped as browsers do. */
function quoted(name: string): string {
  return `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;
}

/** The type is a header of its own, so it must not contain a line break. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}

/** `boundary` must not occur in any part; a random one does not. */
export function multipartForm(fields: Readonly<Record<string, string>>, file: FilePart, boundary: string): Form {
  const line = `--${boundary}\r\nContent-Disposition: form-data; name=`;
  const before = Object.entries(fields).map(([name, value]) => `${line}${quoted(name)}\r\n\r\n${value}\r\n`);
  const last = `${line}"file"; filename=${quoted(file.name)}\r\nContent-Type: ${headerText(file.type)}\r\n\r\n`;
  const encoder = new TextEncoder();
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: encoder.encode(before.join('') + last),
    tail: encoder.encode(`\r\n--${boundary}--\r\n`),
  };
}

// Owns the multipart form in which an object store takes a file: every field in order, the file last. Pure.

export interface FilePart {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
}

/** What goes before the bytes of the file, and after them. */
export interface Form {
  readonly contentType: string;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** A name within quotes, as browsers write it. */
function quoted(name: string): string {
  return `"${name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')}"`;
}

/** A type is a header of its own: nothing that ends the line may be in it. */
function headerText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}

/** `boundary` must be in none of the parts; a random one is in none. */
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

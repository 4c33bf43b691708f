// Determines the MIME type of a file by its name, and of a picture by its first bytes. Pure.

/**
 * MIME types that servers accept, by file extension. A file with another extension is sent as
 * `application/octet-stream`, which every server accepts.
 */
const TYPES: Readonly<Record<string, string>> = {
  aac: 'audio/aac',
  avif: 'image/avif',
  bmp: 'image/bmp',
  css: 'text/css',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  gz: 'application/gzip',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  log: 'text/plain',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'text/xml',
  zip: 'application/zip',
};

/** Returns the MIME type, or an empty string if the extension is unknown. */
export function typeOfName(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return TYPES[ending] ?? '';
}

/** Picture types that are shown. None of them can contain a script. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Whether a file with this type and name may be shown as a picture. */
export function isShownPicture(type: string, name: string): boolean {
  return SHOWN.has(type === '' || type === 'application/octet-stream' ? typeOfName(name) : type);
}

/** Whether a file may be opened as text in the editor. */
export function isText(type: string, name: string): boolean {
  const kind = type === '' || type === 'application/octet-stream' ? typeOfName(name) : type;
  return /^text\/|^application\/(?:json|xml|x-sql)$|\+xml$/.test(kind);
}

/**
 * Returns the type of a picture by its bytes only, not by its name or declared type; undefined for everything else,
 * including SVG.
 */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return head.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(head.slice(8, 12)) ? 'image/avif' : undefined;
}

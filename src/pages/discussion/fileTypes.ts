// Owns what a file is taken for: its type by its name, and which pictures are shown, by their first bytes. Pure.

/**
 * Files that services take, by the ending of their name. What is not here goes as plain bytes, which every service
 * takes.
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

/** MIME type; empty for a name that tells nothing. */
export function typeOfName(name: string): string {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return TYPES[ending] ?? '';
}

/** Kinds of pictures that are shown: none of them can carry a script. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Whether a file that is called so may be shown as a picture. */
export function isShownPicture(type: string, name: string): boolean {
  return SHOWN.has(type === '' || type === 'application/octet-stream' ? typeOfName(name) : type);
}

/** Whether a file may be opened as text in the editor. */
export function isText(type: string, name: string): boolean {
  const kind = type === '' || type === 'application/octet-stream' ? typeOfName(name) : type;
  return /^text\/|^application\/(?:json|xml|x-sql)$|\+xml$/.test(kind);
}

/** The type of a picture as its bytes tell it, whatever anybody says of them; undefined for all else, SVG among it. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return head.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(head.slice(8, 12)) ? 'image/avif' : undefined;
}

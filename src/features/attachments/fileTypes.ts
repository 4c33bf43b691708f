// Determines the MIME type of a file by its name, and of a picture by its first bytes. Pure.

import { UNKNOWN_FILE_TYPE } from '../../contract/attachmentTypes.ts';

/** MIME types by file extension. */
const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
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
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return TYPE_BY_EXTENSION[extension] ?? '';
}

/** MIME types of pictures that pages show. Pictures of these types cannot contain scripts. */
const PICTURE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Whether a file with this type and name may be shown as a picture. */
export function isSupportedPicture(type: string, name: string): boolean {
  return PICTURE_TYPES.has(type === '' || type === UNKNOWN_FILE_TYPE ? typeOfName(name) : type);
}

/** Whether a file may be opened as text in the editor. */
export function isTextFile(type: string, name: string): boolean {
  const mediaType = type === '' || type === UNKNOWN_FILE_TYPE ? typeOfName(name) : type;
  return /^text\/|^application\/(?:json|xml|x-sql)$|\+xml$/.test(mediaType);
}

/**
 * Returns the MIME type of a picture from its bytes, not from its name or declared type. Returns undefined for SVG and
 * for all other content.
 */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const firstBytes = String.fromCharCode(...bytes.subarray(0, 16));
  if (firstBytes.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (firstBytes.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(firstBytes)) return 'image/gif';
  if (firstBytes.startsWith('RIFF') && firstBytes.slice(8, 12) === 'WEBP') return 'image/webp';
  return firstBytes.slice(4, 8) === 'ftyp' && /^avi[fs]/.test(firstBytes.slice(8, 12)) ? 'image/avif' : undefined;
}

// The MIME types of files that servers accept as attachments. Pure.

/** The MIME type of a file whose own type is unknown or not accepted. Every server accepts it. */
export const UNKNOWN_FILE_TYPE = 'application/octet-stream';

/**
 * The types that Plane 1.3.1 accepts: the subtypes of each family. It rejects every other type, also of executable
 * files and web pages.
 */
const SUBTYPES: Readonly<Record<string, string>> = {
  application: `
    gzip json msword octet-stream pdf rtf xml zip
    vnd.ms-excel vnd.ms-powerpoint vnd.visio
    vnd.oasis.opendocument.database vnd.oasis.opendocument.graphics vnd.oasis.opendocument.presentation
    vnd.oasis.opendocument.spreadsheet vnd.oasis.opendocument.text
    vnd.openxmlformats-officedocument.presentationml.presentation
    vnd.openxmlformats-officedocument.spreadsheetml.sheet
    vnd.openxmlformats-officedocument.wordprocessingml.document
    x-7z-compressed x-gzip x-rar x-rar-compressed x-sql x-tar x-zip x-zip-compressed
    x-compressed x-compressed-tar x-compressed-tar-7z x-compressed-tar-bz2 x-compressed-tar-gz x-compressed-tar-rar
    x-compressed-tar-zip`,
  audio: 'aac flac midi mpeg ogg wav x-m4a x-midi',
  font: 'otf ttf woff woff2',
  image: 'bmp gif jpeg png svg+xml tiff webp x-portable-bitmap x-portable-graymap x-portable-pixmap',
  model: 'gltf+json gltf-binary',
  text: 'css csv javascript markdown plain xml',
  video: 'mp4 mpeg ogg quicktime webm x-ms-wmv x-msvideo',
};

const ACCEPTED_TYPES: ReadonlySet<string> = new Set(
  Object.entries(SUBTYPES).flatMap(([family, subtypes]) =>
    subtypes
      .trim()
      .split(/\s+/)
      .map((subtype) => `${family}/${subtype}`),
  ),
);

/** Servers compare the whole type: they reject `text/plain; charset=utf-8`. */
export function isAcceptedFileType(type: string): boolean {
  return ACCEPTED_TYPES.has(type);
}

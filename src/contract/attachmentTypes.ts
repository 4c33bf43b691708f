// The MIME types of files that servers accept as attachments. Pure.

/** The MIME type of a file whose own type is unknown or not accepted. Every server accepts it (API-FACTS, section F). */
export const UNKNOWN_FILE_TYPE = 'application/octet-stream';

/** Executable files and web pages are excluded, as on real servers (API-FACTS, section F). */
const ACCEPTED_TYPES = [
  /^image\/(?:jpeg|png|gif|svg\+xml|webp|tiff|bmp|x-portable-\w+)$/,
  /^text\/(?:plain|markdown|css|javascript|xml|csv|rtf)$/,
  /^audio\/(?:mpeg|wav|x-wav|ogg|midi|x-midi|aac|flac|x-m4a)$/,
  /^video\/(?:mp4|mpeg|ogg|webm|quicktime|x-msvideo|x-ms-wmv)$/,
  /^model\/gltf(?:-binary|\+json)$/,
  /^font\/(?:ttf|otf|woff2?)$/,
  /^application\/(?:pdf|json|xml|rtf|msword|vnd\.(?:ms-excel|ms-powerpoint|visio)|octet-stream|x-sql)$/,
  /^application\/vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.[\w.-]+$/,
  /^application\/(?:(?:x-)?(?:zip|zip-compressed|rar|rar-compressed|tar|gzip|7z-compressed)|vnd\.rar|font-woff)$/,
];

/** Servers compare the whole type: they reject `text/plain; charset=utf-8`. */
export function isAcceptedFileType(type: string): boolean {
  return ACCEPTED_TYPES.some((pattern) => pattern.test(type));
}

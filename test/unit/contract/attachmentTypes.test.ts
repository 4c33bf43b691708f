// Tests which MIME types servers accept as attachments.
import { describe, expect, it } from 'vitest';
import { isAcceptedFileType, UNKNOWN_FILE_TYPE } from '../../../src/contract/attachmentTypes.ts';

describe('A file type', () => {
  it.each([
    UNKNOWN_FILE_TYPE,
    'text/markdown',
    'image/svg+xml',
    'image/x-portable-pixmap',
    'application/x-gzip',
    'application/x-compressed-tar-bz2',
    'application/vnd.oasis.opendocument.database',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('is accepted if it is %s', (type) => {
    expect(isAcceptedFileType(type)).toBe(true);
  });

  it.each([
    '',
    'text/html',
    'text/rtf',
    'text/x-python',
    'text/plain; charset=utf-8',
    'TEXT/PLAIN',
    'audio/x-wav',
    'image/avif',
    'image/heic',
    'image/x-portable-anymap',
    'application/vnd.rar',
    'application/font-woff',
    'application/x-sh',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
    'application/vnd.oasis.opendocument.formula',
    'constructor',
  ])('is not accepted if it is “%s”', (type) => {
    expect(isAcceptedFileType(type)).toBe(false);
  });
});

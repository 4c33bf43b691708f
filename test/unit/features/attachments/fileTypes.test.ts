// Tests the MIME types of files by name, and of pictures by their bytes.
import { describe, expect, it } from 'vitest';
import {
  isSupportedPicture,
  isTextFile,
  pictureTypeOf,
  typeOfName,
} from '../../../../src/features/attachments/fileTypes.ts';

describe('The MIME type of a file', () => {
  it.each([
    ['notes.TXT', 'text/plain'],
    ['a.b.png', 'image/png'],
    ['archive', ''],
    ['.gitignore', ''],
    ['program.exe', ''],
  ])('with the name %s is “%s”', (name, type) => {
    expect(typeOfName(name)).toBe(type);
  });

  it('determines whether the file is shown as a picture or opened as text', () => {
    expect(isSupportedPicture('image/png', 'x')).toBe(true);
    expect(isSupportedPicture('application/octet-stream', 'x.webp')).toBe(true);
    expect(isSupportedPicture('image/svg+xml', 'x.svg')).toBe(false);
    expect(isSupportedPicture('image/tiff', 'x.png')).toBe(false);
    expect(isTextFile('image/svg+xml', 'x.svg')).toBe(true);
    expect(isTextFile('application/json', 'x')).toBe(true);
    expect(isTextFile('application/pdf', 'x.txt')).toBe(false);
    expect(isTextFile('', 'x.md')).toBe(true);
  });
});

describe('pictureTypeOf', () => {
  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  it.each([
    ['\u0089PNG\r\n\u001a\n…', 'image/png'],
    ['\u00ff\u00d8\u00ff\u00e0', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', 'image/webp'],
    ['\u0000\u0000\u0000\u001cftypavif', 'image/avif'],
    ['\u0000\u0000\u0000\u001cftypisom', undefined],
    ['<svg xmlns="http://www.w3.org/2000/svg">', undefined],
    ['<!doctype html>', undefined],
    ['', undefined],
  ])('maps the bytes %j to the type %s', (bytes, type) => {
    expect(pictureTypeOf(bytesOf(bytes))).toBe(type);
  });
});

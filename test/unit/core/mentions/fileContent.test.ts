// Tests that a search reads the content of files, but not the targets of symbolic links.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_FILE_BYTES, readFileContent } from '../../../../src/core/mentions/fileContent.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

describe('readFileContent', () => {
  const folder = temporaryFolder();
  const createFile = (name: string, bytes: string | Uint8Array): string => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  const createLink = (name: string, target: string): string => {
    symlinkSync(target, join(folder, name));
    return join(folder, name);
  };

  it('returns the content of a file, and `large` for a very large file', async () => {
    expect(await readFileContent(createFile('a.txt', 'WEB-1'))).toEqual(Buffer.from('WEB-1'));
    expect(await readFileContent(createFile('huge.txt', new Uint8Array(MAX_FILE_BYTES + 1)))).toBe('large');
    await expect(readFileContent(join(folder, 'gone'))).rejects.toThrow('ENOENT');
  });

  it('returns an empty text for every symbolic link', async () => {
    const targets = [
      '/etc/passwd',
      '/proc/self/environ',
      '/dev/zero',
      createFile('own.txt', 'WEB-1'),
      join(folder, 'nowhere'),
      folder,
    ];
    for (const [number, target] of targets.entries()) {
      expect(await readFileContent(createLink(`link-${number}`, target)), target).toEqual({ text: '' });
    }
    expect(await readFileContent(createLink('loop', join(folder, 'loop')))).toEqual({ text: '' });
  });

  it('returns an empty text for folders and devices', async () => {
    expect(await readFileContent('/dev/zero')).toEqual({ text: '' });
    expect(await readFileContent(folder)).toEqual({ text: '' });
  });
});

// Tests that copies of attachments have valid names, and can be overwritten and removed.
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { safeName } from '../../../../src/features/attachments/safeName.ts';
import { type FileOperations, removeReadOnlyCopies, writeReadOnly } from '../../../../src/shell/host/readOnlyCopies.ts';
import { temporaryFolder } from '../../../support/templateFolder.ts';

describe('safeName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.txt', 'plan.txt'],
    ['folder/', 'folder'],
    ['plan\u200B\u{E0041}.txt', 'plan.txt'],
    ['..', 'file'],
    ['', 'file'],
    ['.npmrc', 'npmrc'],
    ['a<b>c:d"e|f?g*h\u0007.txt', 'a_b_c_d_e_f_g_h_.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Com1.tar.gz', '_Com1.tar.gz'],
    ['LPT\u00b2.log', '_LPT\u00b2.log'],
    ['aux .txt', '_aux .txt'],
    ['CONIN$', '_CONIN$'],
    ['console.log', 'console.log'],
    ['com10.txt', 'com10.txt'],
    ['notes.', 'notes'],
    ['notes . .', 'notes'],
    ['nul. ', '_nul'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['half\ud83d.txt', 'half_.txt'],
  ])('converts %j to %j', (name, expected) => {
    expect(safeName(name)).toBe(expected);
  });

  it('shortens a long name to at most 240 bytes, without splitting characters or removing the extension', () => {
    const shortName = safeName(`${'\u{1f680}'.repeat(200)}.png`);
    expect(shortName).not.toMatch(/\p{Cs}/u);
    expect(shortName.endsWith('\u{1f680}.png')).toBe(true);
    expect(new TextEncoder().encode(shortName).length).toBeLessThanOrEqual(240);
    expect(safeName(`${'a'.repeat(300)}.png`)).toHaveLength(120);
  });

  it('returns a safe name unchanged', () => {
    for (const name of [' . CON. ', '.'.repeat(300), `${'x'.repeat(100)}....${'y'.repeat(116)}`])
      expect(safeName(safeName(name))).toBe(safeName(name));
  });
});

describe('A read-only copy of an attachment', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  /** Simulates the file system of Windows, which cannot delete read-only files. */
  const windowsFileSystem: FileOperations = {
    chmod,
    mkdir,
    readdir: (path) => readdir(path, { withFileTypes: true, recursive: true }),
    writeFile,
    rm: async (path, options) => {
      const entries = await readdir(String(path), { withFileTypes: true, recursive: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      for (const file of files.length > 0 ? files : [String(path)]) {
        const mode = await stat(file).then(
          (entry) => entry.mode,
          () => 0o666,
        );
        if ((mode & 0o200) === 0) throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' });
      }
      await rm(path, options);
    },
  };

  it('overwrites an older copy even if the platform cannot delete read-only files', async () => {
    const path = join(folder, 'a1', 'plan.txt');
    await writeReadOnly(path, new TextEncoder().encode('first'), windowsFileSystem);
    await writeReadOnly(path, new TextEncoder().encode('second'), windowsFileSystem);
    expect(await readFile(path, 'utf8')).toBe('second');
    expect((await stat(path)).mode & 0o777).toBe(0o444);
  });

  it('is deleted with its folder even if the platform cannot delete read-only files', async () => {
    await writeReadOnly(join(folder, 'a1', 'plan.txt'), new Uint8Array([1]), windowsFileSystem);
    await removeReadOnlyCopies(folder, windowsFileSystem);
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });
});

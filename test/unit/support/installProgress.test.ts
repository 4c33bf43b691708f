// Tests the progress of an installation that `npm start` shows.
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderSize, withInstallProgress } from '../../support/setup/installProgress.mjs';
import { temporaryFolder } from '../../support/templateFolder.ts';

function newFolder(): string {
  const folder = temporaryFolder();
  return folder;
}

/** Writes a file that takes no space on the disk. */
function writeFileOfSize(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

/** An output that resolves `written` at the first text. */
function recordingOutput(isTTY: boolean) {
  const texts: string[] = [];
  let resolveWritten = (): void => undefined;
  const written = new Promise<void>((resolve) => {
    resolveWritten = resolve;
  });
  const write = (text: string): boolean => {
    texts.push(text);
    resolveWritten();
    return true;
  };
  return { texts, written, output: { isTTY, write } };
}

it('folderSize returns the bytes of all files below a folder, and 0 for a missing one', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'one'), 'x'.repeat(10));
  writeFileSync(join(folder, 'deep', 'two'), 'x'.repeat(5));
  expect(await folderSize(folder)).toBe(15);
  expect(await folderSize(join(folder, 'missing'))).toBe(0);
});

it('The progress shows the size of the folder in the same line of a terminal until the installation is done', async () => {
  const folder = newFolder();
  writeFileOfSize(join(folder, 'file'), 2_000_000);
  const { texts, written, output } = recordingOutput(true);
  await withInstallProgress({ folder, expectedMegabytes: 600, output, intervalMs: 1 }, () => written);
  expect(texts[0]).toBe('\r  2 of about 600 MB');
  expect(texts.at(-1)).toBe('\n');
});

it('Without a terminal, the progress shows a line after 100 MB', async () => {
  const folder = newFolder();
  writeFileOfSize(join(folder, 'file'), 100_000_000);
  const { texts, written, output } = recordingOutput(false);
  await withInstallProgress({ folder, expectedMegabytes: 600, output, intervalMs: 1 }, () => written);
  expect(texts).toEqual(['  100 of about 600 MB\n']);
});

it('The progress rejects with the error of the installation', async () => {
  const { output } = recordingOutput(false);
  const install = () => Promise.reject(new Error('npm failed'));
  await expect(withInstallProgress({ folder: newFolder(), expectedMegabytes: 1, output }, install)).rejects.toThrow(
    'npm failed',
  );
});

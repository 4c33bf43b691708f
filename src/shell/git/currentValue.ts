// A value that is read from files, and read again when one of them has changed.
import { stat } from 'node:fs/promises';

/** A value, and the files and folders that it was read from. A file that does not exist yet counts, too. */
export interface ReadValue<T> {
  readonly value: T;
  readonly files: readonly string[];
}

/** A value with the state that its files had when it was read. */
export interface CurrentValue<T> extends ReadValue<T> {
  readonly version: string;
}

/** Resolves with `entry` if its files are as they were, otherwise with the value that `read` resolves with. */
export async function readIfChanged<T>(
  entry: CurrentValue<T> | undefined,
  read: () => Promise<ReadValue<T>>,
): Promise<CurrentValue<T>> {
  if (entry !== undefined && (await versionOf(entry.files)) === entry.version) return entry;
  const { value, files } = await read();
  return { value, files, version: await versionOf(files) };
}

async function versionOf(files: readonly string[]): Promise<string> {
  const versions = await Promise.all(
    files.map((file) =>
      stat(file).then(
        ({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
        () => 'missing',
      ),
    ),
  );
  return versions.join('\n');
}

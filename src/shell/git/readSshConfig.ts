// Reads the SSH configuration of the user and of the machine. No file of a repository is read.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { parseSshConfig, type SshDirective, wildcard } from '../../core/code/sshConfig.ts';
import type { ReadValue } from './currentValue.ts';

export interface SshFolders {
  readonly home: string;
  /** The folder of the machine's configuration. */
  readonly system: string;
}

/** The user's configuration comes first, because SSH takes the first value that applies. */
export async function readSshConfig({ home, system }: SshFolders): Promise<ReadValue<readonly SshDirective[]>> {
  const files = new Set<string>();
  const readText = (file: string): Promise<string> => {
    files.add(file);
    return readTextIfPossible(file);
  };
  const configurations = await Promise.all(
    [
      { folder: join(home, '.ssh'), file: 'config' },
      { folder: system, file: 'ssh_config' },
    ].map(async ({ folder, file }) =>
      parseSshConfig(await readText(join(folder, file)), async (path) => {
        const included = await includedFiles(path, folder, home);
        for (const one of included.folders) files.add(one);
        return Promise.all(included.files.map(readText));
      }),
    ),
  );
  return { value: configurations.map((directives) => ({ keyword: 'include', directives })), files: [...files] };
}

/** Resolves with the files that an `Include` names, and with the folder whose content decides that. */
async function includedFiles(
  path: string,
  folder: string,
  home: string,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
  const inHome = path.replace(/^~(?=[/\\])/, () => home);
  const file = isAbsolute(inHome) ? inHome : join(folder, inHome);
  if (!/[*?]/.test(file)) return { files: [file], folders: [] };
  const pattern = wildcard(basename(file));
  const names = await readdir(dirname(file)).catch(() => []);
  const matchingNames = names.filter((name) => pattern.test(name)).toSorted();
  return { files: matchingNames.map((name) => join(dirname(file), name)), folders: [dirname(file)] };
}

/** Resolves with an empty text if the file does not exist or cannot be read, as SSH does for an `Include`. */
function readTextIfPossible(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

// Reads the SSH configuration of the user and of the machine. No file of a repository is read.
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { parseSshConfig, type SshDirective, wildcard } from '../../codeLinks/sshConfig.ts';

export interface SshFolders {
  readonly home: string;
  /** The folder of the machine's configuration. */
  readonly system: string;
}

/** The user's configuration comes first, because SSH takes the first value that applies. */
export async function readSshConfig(
  { home, system }: SshFolders = { home: homedir(), system: '/etc/ssh' },
): Promise<readonly SshDirective[]> {
  const configurations = await Promise.all(
    [
      { folder: join(home, '.ssh'), file: 'config' },
      { folder: system, file: 'ssh_config' },
    ].map(async ({ folder, file }) =>
      parseSshConfig(await readText(join(folder, file)), (path) => readIncluded(path, folder, home)),
    ),
  );
  return configurations.map((directives) => ({ keyword: 'include', directives }));
}

async function readIncluded(path: string, folder: string, home: string): Promise<readonly string[]> {
  const inHome = path.replace(/^~(?=[/\\])/, () => home);
  const file = isAbsolute(inHome) ? inHome : join(folder, inHome);
  if (!/[*?]/.test(file)) return [await readText(file)];
  const pattern = wildcard(basename(file));
  const names = await readdir(dirname(file)).catch(() => []);
  return Promise.all(
    names
      .filter((name) => pattern.test(name))
      .toSorted()
      .map((name) => readText(join(dirname(file), name))),
  );
}

/** Resolves with an empty text if the file does not exist or cannot be read, as SSH does for an `Include`. */
function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

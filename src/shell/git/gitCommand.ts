// Runs git for what the API of VS Code's git extension does not offer.
import { execFile } from 'node:child_process';
import { delimiter, isAbsolute } from 'node:path';
import { env, platform } from 'node:process';
import { promisify } from 'node:util';
import { GitError } from './gitError.ts';

/** Resolves with the output of git in a folder. Rejects with a GitError. No shell reads the arguments. */
export type RunGit = (folder: string, ...args: readonly string[]) => Promise<string>;

const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 10_000_000;
/** Variables that select another repository than that of the folder; they are set if VS Code was started by a hook. */
const REPOSITORY_VARIABLES = /^GIT_(?:DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|OBJECT_DIRECTORY|PREFIX|NAMESPACE)$/;

/**
 * Whether `path` cannot be a program in a folder of the window. On Linux, VS Code's path is only `git`, which is searched
 * for in `PATH`; Windows would search for it in the current folder first.
 */
export function isTrustedGitPath(path: string, platformName: NodeJS.Platform = platform): boolean {
  return isAbsolute(path) || (platformName !== 'win32' && /^[\w.-]+$/.test(path));
}

/**
 * Returns a function that runs the program `path`. Git asks and downloads nothing, and a command that only reads locks
 * nothing.
 */
export function gitCommand(path: string, environment: NodeJS.ProcessEnv = env): RunGit {
  return createRunGit(path, environment, { env: { GIT_NO_LAZY_FETCH: '1' }, timeout: TIMEOUT_MS });
}

/**
 * Returns a function that runs git for commands that check out files. They may take long, may download missing files of
 * a partial clone, and run the hooks and filters that the user has configured.
 */
export function checkoutGitCommand(path: string, environment: NodeJS.ProcessEnv = env): RunGit {
  return createRunGit(path, environment, { env: {}, timeout: 0 });
}

/** Git starts no monitor of the folder, and adds no signatures, which another program checks, to what it prints. */
const COMMON_OPTIONS = ['-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false'];

function createRunGit(
  path: string,
  environment: NodeJS.ProcessEnv,
  { env: variables, timeout }: { readonly env: Readonly<Record<string, string>>; readonly timeout: number },
): RunGit {
  const inheritedVariables = Object.entries(environment).filter(([name]) => !REPOSITORY_VARIABLES.test(name));
  const searchedFolders = environment['PATH']?.split(delimiter).filter((name) => isAbsolute(name));
  const readOnlyEnvironment = {
    ...Object.fromEntries(inheritedVariables),
    ...(searchedFolders === undefined ? {} : { PATH: searchedFolders.join(delimiter) }),
    LC_ALL: 'C',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    ...variables,
  };
  const options = {
    env: readOnlyEnvironment,
    timeout,
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
  } as const;
  return async (folder, ...args) => {
    try {
      const { stdout } = await promisify(execFile)(path, [...COMMON_OPTIONS, ...args], {
        ...options,
        cwd: folder,
      });
      return stdout;
    } catch (error) {
      throw GitError.from(error);
    }
  };
}

/** Git treats this path as an empty file on Windows, too. */
const NO_FILE = '/dev/null';
/** Options for what a git older than 2.32 reads from the user's configuration, and for files that no variable hides. */
const ISOLATION_OPTIONS = [
  'commit.gpgSign=false',
  'core.autocrlf=false',
  'gc.auto=0',
  `core.hooksPath=${NO_FILE}`,
  `core.excludesFile=${NO_FILE}`,
  `core.attributesFile=${NO_FILE}`,
].flatMap((option) => ['-c', option]);

/**
 * Returns a function that runs git to write a new repository: without the configuration, hooks, ignored files and
 * attributes of the user and of the machine. `variables` are set in the environment, in place of inherited `GIT_*`
 * variables.
 */
export function isolatedGitCommand(
  path: string,
  variables: Readonly<Record<string, string>> = {},
  environment: NodeJS.ProcessEnv = env,
): RunGit {
  const inheritedVariables = Object.entries(environment).filter(([name]) => !name.startsWith('GIT_'));
  const run = gitCommand(path, {
    ...Object.fromEntries(inheritedVariables),
    GIT_CONFIG_GLOBAL: NO_FILE,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_DEFAULT_HASH: 'sha1',
    ...variables,
  });
  return (folder, ...args) => run(folder, ...ISOLATION_OPTIONS, ...args);
}

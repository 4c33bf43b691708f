// Tests conventions of the source files: first line, exports, processes, environment, secrets.
import { describe, expect, it } from 'vitest';
import { manifest } from './manifest.ts';
import { sources } from './parsedSources.ts';
import { filesBelow } from './sources.ts';

const files = sources;
const allFiles = [...filesBelow('src', '.ts', '.tsx', '.css'), ...filesBelow('test', '.ts', '.tsx', '.mjs')];

function pathsWhere(condition: (file: (typeof files)[number]) => boolean): string[] {
  return files.filter(condition).map(({ path }) => path);
}

describe('A source file', () => {
  it('starts with a comment', () => {
    expect(allFiles.filter(({ text }) => !/^(\/\/|\/\*+) \S/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('has no default export and is not an index file', () => {
    expect(pathsWhere(({ exportsDefault }) => exportsDefault)).toEqual([]);
    expect(pathsWhere(({ path }) => /\/index\.tsx?$/.test(path))).toEqual([]);
  });

  it('is in no folder named utils, helpers, common or managers', () => {
    expect(
      allFiles.filter(({ path }) => /\/(utils?|helpers?|common|managers?)\//.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('starts no process and opens no terminal, except git in shell/git/gitCommand.ts', () => {
    const filesWithProcesses = files.filter(
      ({ imports, text }) =>
        imports.some(({ from }) => /child_process|cluster/.test(from)) ||
        /\b(?:createTerminal|sendText|executeTask)\s*\(/.test(text),
    );
    expect(filesWithProcesses.map(({ path }) => path)).toEqual(['src/shell/git/gitCommand.ts']);
  });

  // A call with some 100,000 arguments throws a RangeError, and the server decides how many records a page has.
  it('passes the elements of an array neither to Math.max and Math.min nor to push and unshift', () => {
    expect(
      pathsWhere(({ methodsWithSpread }) => methodsWithSpread.some((name) => /^(?:max|min|push|unshift)$/.test(name))),
    ).toEqual([]);
  });

  // Only proxies, certificate authorities, the account and the permissions of the MCP server are read from environment
  // variables.
  it('reads process.env only if it is server/main.ts or core/session/environment.ts', () => {
    const allowedPaths = ['src/server/main.ts', 'src/core/session/environment.ts'];
    expect(pathsWhere(({ path, text }) => !allowedPaths.includes(path) && /\bprocess\s*\.\s*env\b/.test(text))).toEqual(
      [],
    );
    // Git gets the environment of VS Code.
    expect(pathsWhere(({ text }) => /import \{[^}]*\benv\b[^}]*\} from 'node:process'/.test(text))).toEqual([
      'src/shell/git/gitCommand.ts',
    ]);
  });
});

describe('A notification', () => {
  it('is shown only by shell/prompts/notifications.ts, which escapes texts that other users wrote', () => {
    const notificationCall = /\bshow(?:Information|Warning|Error)Message\b|\bsetStatusBarMessage\b/;
    expect(
      pathsWhere(({ path, text }) => path !== 'src/shell/prompts/notifications.ts' && notificationCall.test(text)),
    ).toEqual([]);
  });
});

describe('An item of the status bar', () => {
  // For VS Code, items with the same id are one: the end of a message would remove a later message.
  it('has an id of its own only where one exists at a time, which is disposed of with its feature', () => {
    const ids = files.flatMap(({ text }) => [...text.matchAll(/createStatusBarItem\(\s*'(\w+)'/g)].map(([, id]) => id));
    expect(ids).toHaveLength(new Set(ids).size);
    const keptItem = /disposables\.add\(\s*vscode\.window\.createStatusBarItem\(/g;
    expect(pathsWhere(({ text }) => /createStatusBarItem\(\s*[^\sv]/.test(text.replaceAll(keptItem, '')))).toEqual([]);
  });
});

describe('The API key', () => {
  // Panels and trees also have a method `reveal`. A file of shell/ and features/ that does not import `Secret` can only call
  // that method, so it is not checked.
  const mayRevealSecret = ({ path, imports }: (typeof files)[number]): boolean =>
    !/^src\/(?:shell\/|features\/|\w+\.ts$)/.test(path) || imports.some(({ from }) => from.endsWith('std/secret.ts'));

  it('is unwrapped from its Secret object only to set a request header and to write to the secret storage', () => {
    const revealingPaths = pathsWhere(
      (file) => mayRevealSecret(file) && file.path !== 'src/std/secret.ts' && /\.reveal\(/.test(file.text),
    );
    expect(
      revealingPaths.filter(
        (path) =>
          path !== 'src/client/middleware/authenticate.ts' && path !== 'src/core/session/accounts/credentialStore.ts',
      ),
    ).toEqual([]);
  });

  // VS Code gives the access token of an authentication provider to other extensions, and the labels of its accounts
  // without asking.
  it('is not available from an authentication provider, which would give the key to other extensions', () => {
    expect(Object.keys(manifest.contributes)).not.toContain('authentication');
    expect(pathsWhere(({ text }) => /registerAuthenticationProvider/.test(text))).toEqual([]);
  });

  it('is the only token but that of VS Code’s GitHub session, which VS Code asks for only after a click', () => {
    const users = files.filter(({ text }) => /\bvscode\.authentication\b/.test(text));
    expect(users.map(({ path }) => path)).toEqual(['src/shell/network/codeHostToken.ts']);
    expect(users[0]?.text.match(/vscode\.authentication\.\w+\([^)]*\)/g)).toEqual([
      'vscode.authentication.getSession(provider, SCOPES, { silent: true })',
      'vscode.authentication.getSession(provider, SCOPES, { createIfNone: false })',
    ]);
  });
});

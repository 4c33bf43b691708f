// Tests conventions of every source file: first line, exports, folder names, child processes,
// environment and secrets.
import { describe, expect, it } from 'vitest';
import { filesBelow, sources } from './sources.ts';

const files = sources();
const everything = [...filesBelow('src', '.ts', '.tsx', '.css'), ...filesBelow('test', '.ts', '.tsx', '.mjs')];

function pathsWhere(condition: (file: (typeof files)[number]) => boolean): string[] {
  return files.filter(condition).map(({ path }) => path);
}

describe('A source file', () => {
  it('starts with a comment', () => {
    expect(everything.filter(({ text }) => !/^(\/\/|\/\*+) \S/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('has no default export, and does not only export what others declare', () => {
    expect(pathsWhere(({ exportsDefault }) => exportsDefault)).toEqual([]);
    expect(pathsWhere(({ path }) => /\/index\.tsx?$/.test(path))).toEqual([]);
  });

  it('is not in a folder with a generic name', () => {
    expect(
      everything.filter(({ path }) => /\/(utils?|helpers?|common|managers?)\//.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('starts no process and opens no terminal', () => {
    const starters = files.filter(
      ({ imports, text }) =>
        imports.some(({ from }) => /child_process|cluster/.test(from)) ||
        /\b(?:createTerminal|sendText|executeTask)\s*\(/.test(text),
    );
    expect(starters.map(({ path }) => path)).toEqual([]);
  });

  // Proxies and certificate authorities of the environment are read in one file, as data. Nothing else is read from the
  // environment.
  it('reads the environment only in the server’s command line and in workbench/environment.ts', () => {
    const may = ['src/server/main.ts', 'src/workbench/environment.ts'];
    expect(pathsWhere(({ path, text }) => !may.includes(path) && /\bprocess\s*\.\s*env\b/.test(text))).toEqual([]);
  });
});

describe('A notification', () => {
  it('is shown only by ui/notifications.ts, which escapes texts of other users', () => {
    const says = /\bshow(?:Information|Warning|Error)Message\b|\bsetStatusBarMessage\b/;
    expect(pathsWhere(({ path, text }) => path !== 'src/workbench/ui/notifications.ts' && says.test(text))).toEqual([]);
  });
});

describe('The key', () => {
  // Panels and trees have a `reveal` method too, but in files that do not import secrets.
  const mayKnow = ({ path, imports }: (typeof files)[number]): boolean =>
    !path.startsWith('src/workbench/') || imports.some(({ from }) => from.endsWith('std/secret.ts'));

  it('is revealed only to set the request header and to write the secret storage', () => {
    const revealers = pathsWhere(
      (file) => mayKnow(file) && file.path !== 'src/std/secret.ts' && /\.reveal\(/.test(file.text),
    );
    expect(
      revealers.filter(
        (path) => path !== 'src/client/middleware/authenticate.ts' && path !== 'src/session/credentialStore.ts',
      ),
    ).toEqual([]);
  });
});

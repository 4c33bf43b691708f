// Owns the habits of every file: what its first line says, what it never exports, and which few may touch the key or
// the environment.
import { describe, expect, it } from 'vitest';
import { filesBelow, sources } from './sources.ts';

const files = sources();
const everything = [...filesBelow('src', '.ts', '.tsx', '.css'), ...filesBelow('test', '.ts', '.tsx', '.mjs')];

function pathsWhere(condition: (file: (typeof files)[number]) => boolean): string[] {
  return files.filter(condition).map(({ path }) => path);
}

describe('a file', () => {
  it('says in its first line what it owns', () => {
    expect(everything.filter(({ text }) => !/^(\/\/|\/\*+) \S/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('exports nothing by default, and is no barrel', () => {
    expect(pathsWhere(({ exportsDefault }) => exportsDefault)).toEqual([]);
    expect(pathsWhere(({ path }) => /\/index\.tsx?$/.test(path))).toEqual([]);
  });

  it('is in no folder that is named after nothing', () => {
    expect(
      everything.filter(({ path }) => /\/(utils?|helpers?|common|managers?)\//.test(path)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('starts no program and opens no terminal', () => {
    const starters = files.filter(
      ({ imports, text }) =>
        imports.some(({ from }) => /child_process|cluster/.test(from)) ||
        /\b(?:createTerminal|sendText|executeTask)\s*\(/.test(text),
    );
    expect(starters.map(({ path }) => path)).toEqual([]);
  });

  // What the environment says of proxies and authorities has to come in somewhere: in one file, as data, and nothing
  // else of it.
  it('reads the environment only where the service has its command line, and where proxies are read at the edge', () => {
    const may = ['src/server/main.ts', 'src/workbench/environment.ts'];
    expect(pathsWhere(({ path, text }) => !may.includes(path) && /\bprocess\s*\.\s*env\b/.test(text))).toEqual([]);
  });
});

describe('a sentence for the person', () => {
  it('is said in one file, which takes other people’s words in it at their letters', () => {
    const says = /\bshow(?:Information|Warning|Error)Message\b|\bsetStatusBarMessage\b/;
    expect(pathsWhere(({ path, text }) => path !== 'src/workbench/ui/notifications.ts' && says.test(text))).toEqual([]);
  });
});

describe('the key', () => {
  // A panel and a tree are revealed too, but by files that know of no secret.
  const mayKnow = ({ path, imports }: (typeof files)[number]): boolean =>
    !path.startsWith('src/workbench/') || imports.some(({ from }) => from.endsWith('std/secret.ts'));

  it('is revealed only where the header is made and where the secret storage keeps it', () => {
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

// Reads which host an SSH connection to a name goes to, from the user's configuration of SSH.
// `ssh -G` would answer the same, but runs the commands of `Match exec`, with names from a cloned repository in them.

/** Returns the texts of the files that an `Include` names: a path, which may start with `~` and contain wildcards. */
export type ReadIncluded = (path: string) => Promise<readonly string[]>;

/** One line of the configuration; an `Include` has the lines of its files. Other keywords are left out. */
export type SshDirective =
  | { readonly keyword: 'host' | 'match'; readonly words: readonly string[] }
  | { readonly keyword: 'hostname'; readonly value: string }
  | { readonly keyword: 'include'; readonly directives: readonly SshDirective[] };

/** SSH reads no files below this depth of `Include`. */
const MAX_INCLUDE_DEPTH = 16;
const LINE = /^\s*"?([a-z]+)"?(?:\s*=\s*|\s+)(.*)$/i;
/** Matches a word, of which any part may be quoted, or a comment. */
const WORD = /(#.*$)|(?:"[^"]*"|'[^']*'|[^\s"'])+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;
const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?|\[?[0-9a-f:.]+\]?)\.?$/i;

export async function parseSshConfig(
  text: string,
  readIncluded: ReadIncluded,
  depth = 0,
): Promise<readonly SshDirective[]> {
  const directives: SshDirective[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', rest = ''] = LINE.exec(line) ?? [];
    const keyword = name.toLowerCase();
    // `Match` may have an equals sign after each criterion.
    const words = wordsOf(keyword === 'match' ? rest.replaceAll('=', ' ') : rest);
    const [value] = words;
    if (value === undefined) continue;
    if (keyword === 'host' || keyword === 'match') directives.push({ keyword, words });
    if (keyword === 'hostname') directives.push({ keyword, value });
    if (keyword !== 'include' || depth >= MAX_INCLUDE_DEPTH) continue;
    const texts = (await Promise.all(words.map(readIncluded))).flat();
    const included = await Promise.all(texts.map((one) => parseSshConfig(one, readIncluded, depth + 1)));
    for (const one of included) directives.push({ keyword: 'include', directives: one });
  }
  return directives;
}

/** Returns the name of the host that a connection to `name` goes to; `name` if the configuration does not say it. */
export function sshHostName(name: string, directives: readonly SshDirective[]): string {
  const configuredName = findHostName(name, directives)?.replace(/%([h%])/g, (_, token) =>
    token === 'h' ? name : '%',
  );
  return configuredName !== undefined && HOST_NAME.test(configuredName) ? configuredName.toLowerCase() : name;
}

/** Returns the first `HostName` that applies, as SSH does. */
function findHostName(name: string, directives: readonly SshDirective[]): string | undefined {
  let applies = true;
  for (const directive of directives) {
    switch (directive.keyword) {
      case 'host':
        applies = matchesPatterns(name, directive.words);
        break;
      case 'match':
        applies = matchesCriteria(name, directive.words);
        break;
      case 'hostname':
        if (applies) return directive.value;
        break;
      case 'include': {
        const found = applies ? findHostName(name, directive.directives) : undefined;
        if (found !== undefined) return found;
        break;
      }
      default:
        return directive satisfies never;
    }
  }
  return undefined;
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([word, comment]) =>
    comment === undefined ? [word.replace(QUOTED, '$1$2')].filter((unquoted) => unquoted !== '') : [],
  );
}

/** Whether one of the patterns matches, and none of those that start with `!`. */
function matchesPatterns(name: string, patterns: readonly string[]): boolean {
  const matches = (pattern: string): boolean => wildcard(pattern).test(name);
  return (
    patterns.some((pattern) => !pattern.startsWith('!') && matches(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1)))
  );
}

/** Whether `Match` applies. A criterion that depends on more than the name, for example `exec`, does not. */
function matchesCriteria(name: string, words: readonly string[]): boolean {
  for (let index = 0; index < words.length; index += 1) {
    const criterion = words[index] ?? '';
    if (criterion.toLowerCase() === 'all') continue;
    const [, negation, kind] = /^(!?)(host|originalhost)$/i.exec(criterion) ?? [];
    if (kind === undefined) return false;
    index += 1;
    // Other than `Host`, these criteria ignore the case of names.
    const patterns = (words[index] ?? '').toLowerCase().split(',');
    if (matchesPatterns(name.toLowerCase(), patterns) === (negation === '!')) return false;
  }
  return true;
}

/** Returns a pattern of SSH (`*` and `?`) as a regular expression. SSH distinguishes the case of names. */
export function wildcard(pattern: string): RegExp {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`);
}

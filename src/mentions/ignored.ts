// Applies a repository's `.gitignore` files, including nested ones: as in git, the innermost rule
// wins. Pure.
import ignore from 'ignore';

type Rules = ReturnType<typeof ignore>;

/** For one search: each folder is checked once. Paths are relative to the searched folder, with slashes. */
export class Ignored {
  /** By folder path, '' for the root. */
  readonly #rules = new Map<string, Rules>();
  readonly #folders = new Map<string, boolean>([['', false]]);

  /** `files` maps paths of `.gitignore` files to their texts. */
  constructor(files: ReadonlyMap<string, string>) {
    for (const [path, text] of files) this.#rules.set(folderOf(path), ignore({ allowRelativePaths: true }).add(text));
  }

  has(path: string): boolean {
    return this.#rules.size > 0 && (this.#hasFolder(folderOf(path)) || this.#decides(path, path));
  }

  /** As in git, a file in an ignored folder cannot be re-included. */
  #hasFolder(folder: string): boolean {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const is = this.#hasFolder(folderOf(folder)) || this.#decides(folder, `${folder}/`);
    this.#folders.set(folder, is);
    return is;
  }

  #decides(path: string, asked: string): boolean {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const word = this.#rules.get(folder)?.test(folder === '' ? asked : asked.slice(folder.length + 1));
      if (word?.ignored === true) return true;
      if (word?.unignored === true || folder === '') return false;
    }
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

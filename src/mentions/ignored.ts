// Owns what a repository's `.gitignore` files leave out: nested ones as git reads them, the innermost word counting
// most. Pure.
import ignore from 'ignore';

type Rules = ReturnType<typeof ignore>;

/** For one search: each folder is decided once. Paths go from the folder that is searched, with slashes. */
export class Ignored {
  /** By the path of their folder, '' for the topmost. */
  readonly #rules = new Map<string, Rules>();
  readonly #folders = new Map<string, boolean>([['', false]]);

  /** `files` are the texts of `.gitignore` files by their paths. */
  constructor(files: ReadonlyMap<string, string>) {
    for (const [path, text] of files) this.#rules.set(folderOf(path), ignore({ allowRelativePaths: true }).add(text));
  }

  has(path: string): boolean {
    return this.#rules.size > 0 && (this.#hasFolder(folderOf(path)) || this.#decides(path, path));
  }

  /** What is in a folder that is left out cannot be taken in again. */
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

// Applies the `.gitignore` files of a repository; as in git, the innermost file wins. Pure.
import ignore from 'ignore';

type IgnoreRules = ReturnType<typeof ignore>;

/**
 * Decides which files are ignored. Caches the result for each folder. Paths are relative to the searched folder, with
 * slashes.
 */
export class GitignoreRules {
  /** The rules by path of the folder that contains the `.gitignore` file; '' is the root. */
  readonly #rulesByFolder = new Map<string, IgnoreRules>();
  readonly #ignoredByFolder = new Map<string, boolean>([['', false]]);

  /** `files` maps paths of `.gitignore` files to their texts. */
  constructor(files: ReadonlyMap<string, string>) {
    for (const [path, text] of files)
      this.#rulesByFolder.set(folderOf(path), ignore({ allowRelativePaths: true }).add(text));
  }

  ignores(path: string): boolean {
    return (
      this.#rulesByFolder.size > 0 && (this.#isFolderIgnored(folderOf(path)) || this.#isIgnoredByRules(path, path))
    );
  }

  /** As in git, a file in an ignored folder cannot be re-included. */
  #isFolderIgnored(folder: string): boolean {
    const cachedResult = this.#ignoredByFolder.get(folder);
    if (cachedResult !== undefined) return cachedResult;
    const isIgnored = this.#isFolderIgnored(folderOf(folder)) || this.#isIgnoredByRules(folder, `${folder}/`);
    this.#ignoredByFolder.set(folder, isIgnored);
    return isIgnored;
  }

  #isIgnoredByRules(path: string, pathToTest: string): boolean {
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const result = this.#rulesByFolder
        .get(folder)
        ?.test(folder === '' ? pathToTest : pathToTest.slice(folder.length + 1));
      if (result?.ignored === true) return true;
      if (result?.unignored === true || folder === '') return false;
    }
  }
}

function folderOf(path: string): string {
  const slashIndex = path.lastIndexOf('/');
  return slashIndex === -1 ? '' : path.slice(0, slashIndex);
}

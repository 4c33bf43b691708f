// The README that the .vsix contains.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withAbsoluteAddresses } from './repository.ts';

/**
 * Returns the README for the .vsix: without the section that needs a clone, and without pictures that have no `https:`
 * URL, which VS Code's extension page does not load. The link to the license gets the file name that vsce uses. Links to
 * other files of the repository become text, because VS Code does not open links to files of an extension.
 */
export function packagedReadme(readme: string): string {
  return readme
    .replace(/^## Contributing\n[^]*?(?=^## )/gm, '')
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n+/gm, '')
    .replaceAll('](LICENSE)', '](LICENSE.txt)')
    .replace(/\[([^\]]*)\]\((?!https:|LICENSE)[^)]*\)/g, '$1');
}

/** Reads README.md of the repository, and returns it as the .vsix contains it. */
export async function readPackagedReadme(root: string): Promise<string> {
  const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');
  return packagedReadme(withAbsoluteAddresses(await read('README.md'), JSON.parse(await read('package.json'))));
}

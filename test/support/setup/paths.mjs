// The paths of the repository and of the scratch folder of tests and `npm start`.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The folder of the npm packages' programs, including Node 24. It is first on the PATH of every child process. */
export const toolFolder = join(root, 'node_modules', '.bin');

/** A folder that git ignores. It may be deleted at any time; the programs create it again. */
export const scratchFolder = join(root, '.vscode-test');

export const screenshotFolder = join(scratchFolder, 'screenshots');

/** The .vsix file, which `npm run package` writes and the end-to-end tests install. */
export const packageFile = join(root, 'dist', 'contrail.vsix');

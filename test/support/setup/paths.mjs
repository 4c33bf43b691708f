// Paths of the repository, and of the ignored folder for everything that tests and `npm start`
// create.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The tools of this repository, including Node 24; first on the PATH of every child process. */
export const toolFolder = join(root, 'node_modules', '.bin');

/** Ignored by git. It may be deleted at any time, and is created again when needed. */
export const scratchFolder = join(root, '.vscode-test');

export const screenshotFolder = join(scratchFolder, 'screenshots');

/** Written by `npm run package`, and installed by the end-to-end tests. */
export const packageFile = join(root, 'dist', 'contrail.vsix');

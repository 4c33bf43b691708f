// Owns where things lie: the repository and the ignored folder in which everything made by tests and by `npm start` is
// kept.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The tools of this repository, Node 24 among them: first on the PATH of every child. */
export const toolFolder = join(root, 'node_modules', '.bin');

/** Ignored by git; may be deleted at any time, and is made again when needed. */
export const scratchFolder = join(root, '.vscode-test');

export const screenshotFolder = join(scratchFolder, 'screenshots');

/** What `npm run package` writes and the journeys install. */
export const packageFile = join(root, 'dist', 'contrail.vsix');

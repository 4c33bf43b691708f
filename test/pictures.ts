// `npm run pictures`: creates the pictures of the README again. They also appear on the contact sheet (`npm run
// sheet`).
import { join } from 'node:path';
import { takeReadmePictures } from './browser/readmePictures.ts';
import { root } from './support/setup/paths.mjs';

await takeReadmePictures(join(root, 'media'));

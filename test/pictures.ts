// `npm run pictures`: renews the pictures of the README, which the contact sheet (`npm run sheet`) shows as well.
import { join } from 'node:path';
import { takeReadmePictures } from './browser/readmePictures.ts';
import { root } from './support/setup/paths.mjs';

await takeReadmePictures(join(root, 'media'));

// `npm run pictures`: creates the icon and the pictures of the README and the walkthroughs again. Those of the README also
// appear on the contact sheet (`npm run sheet`).
import { join } from 'node:path';
import { takeReadmePictures } from './browser/readmePictures.ts';
import { takeStoryPictures } from './browser/storyPictures.ts';
import { drawWalkthroughPictures } from './browser/walkthroughPictures.ts';
import { drawIcon } from './release/icon.ts';
import { root } from './support/setup/paths.mjs';

const media = join(root, 'media');
await drawIcon(join(media, 'icon.png'));
await takeReadmePictures(media);
await takeStoryPictures(media);
await drawWalkthroughPictures(join(media, 'walkthrough'));

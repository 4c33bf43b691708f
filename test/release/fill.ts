// Fills package.json for a release. The release workflow runs this before it tests and packages.
import { root } from '../support/setup/paths.mjs';
import { fillManifest } from './manifest.ts';

fillManifest(root, process.env);

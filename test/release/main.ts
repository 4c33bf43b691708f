// `npm run release`: prepares all files of a release in dist/release, from the .vsix that was tested. It publishes
// nothing; the release workflow does. With --dry-run, it needs neither a tag nor a public address, and writes the other
// files also if the changelog is not ready.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../package/zip.ts';
import { childEnvironment } from '../support/setup/child.mjs';
import { packageFile, root } from '../support/setup/paths.mjs';
import { changelogPart } from './changelog.ts';
import { writeMcpPackage } from './mcpPackage.ts';
import { createSbom } from './sbom.ts';
import { checkTag, parseVersion } from './version.ts';

const isDryRun = process.argv.includes('--dry-run');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const version = parseVersion(manifest.version);
if (!isDryRun) {
  checkTag(process.env['GITHUB_REF_NAME'], version);
  if (manifest.repository === undefined)
    throw new Error(
      'package.json has no repository. The release workflow runs test/release/fill.ts before it packages.',
    );
}
const notes = releaseNotes();

if (!existsSync(packageFile)) throw new Error('There is no dist/contrail.vsix. Run `npm run package` first.');
const vsix = readFileSync(packageFile);
const packaged = JSON.parse(textOf(vsix, 'extension/package.json'));
if (packaged.version !== version.text || packaged.repository?.url !== manifest.repository?.url)
  throw new Error('dist/contrail.vsix was packaged from another package.json. Run `npm run package` again.');
const isMarked = textOf(vsix, 'extension.vsixmanifest').includes('Code.PreRelease" Value="true"');
if (!isDryRun && isMarked !== version.isPreRelease)
  throw new Error(`dist/contrail.vsix is marked as a ${isMarked ? 'pre-release' : 'release'}, unlike its version.`);

const folder = join(root, 'dist', 'release');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
copyFileSync(packageFile, join(folder, `contrail-${version.text}.vsix`));
if (notes !== undefined) writeFileSync(join(folder, 'notes.md'), `${notes}\n`);
writeFileSync(join(folder, `contrail-${version.text}.cdx.json`), `${JSON.stringify(createSbom(root), undefined, 2)}\n`);
const mcpFolder = join(root, 'dist', 'mcp');
writeMcpPackage(root, mcpFolder, process.env);
execFileSync('npm', ['pack', '--pack-destination', folder, '--loglevel', 'error'], {
  cwd: mcpFolder,
  env: childEnvironment(),
  stdio: ['ignore', 'ignore', 'inherit'],
  shell: process.platform === 'win32',
});

const outputs = process.env['GITHUB_OUTPUT'];
if (outputs !== undefined) appendFileSync(outputs, `pre-release=${version.isPreRelease}\n`);
console.log(`${version.isPreRelease ? 'Pre-release' : 'Release'} ${version.text}, tag v${version.text}`);
for (const name of readdirSync(folder))
  console.log(`${String(statSync(join(folder, name)).size).padStart(9)}  dist/release/${name}`);
if (isDryRun) console.log('Nothing was published. A push of the tag starts the release workflow.');

/** Returns the part of the changelog about the version. A dry run says what is wrong with it, and goes on. */
function releaseNotes(): string | undefined {
  try {
    return changelogPart(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version.text);
  } catch (error) {
    if (!isDryRun || !(error instanceof Error)) throw error;
    console.error(`There is no dist/release/notes.md: ${error.message}`);
    process.exitCode = 1;
    return undefined;
  }
}

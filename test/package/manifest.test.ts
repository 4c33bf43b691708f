// Tests what the Marketplace reads of the .vsix, and that a package with a repository gives no warning.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillManifest } from '../release/manifest.ts';
import { childEnvironment } from '../support/setup/child.mjs';
import { packageFile, root } from '../support/setup/paths.mjs';
import { entriesOf, textOf } from './zip.ts';

/** The Marketplace rejects a package with more tags: the keywords, and what vsce adds for contributions. */
const MAX_TAGS = 30;

interface NamedFiles {
  readonly main: string;
  readonly icon: string;
  readonly l10n: string;
  readonly contributes: {
    readonly icons: Readonly<Record<string, { readonly default: { readonly fontPath: string } }>>;
    readonly viewsContainers: Readonly<Record<string, readonly { readonly icon: string }[]>>;
    readonly chatSkills: readonly { readonly path: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly { readonly media: Readonly<Record<string, string>> }[];
    }[];
  };
}

const zip = readFileSync(packageFile);

describe('The manifest in the .vsix', () => {
  const { main, icon, l10n, contributes }: NamedFiles = JSON.parse(textOf(zip, 'extension/package.json'));
  const entries = entriesOf(zip);

  it('names only files and folders that are in the .vsix', () => {
    const fonts = Object.values(contributes.icons).map((one) => one.default.fontPath);
    const containerIcons = Object.values(contributes.viewsContainers).flatMap((all) => all.map((one) => one.icon));
    const pictures = contributes.walkthroughs.flatMap(({ steps }) =>
      steps.flatMap(({ media: { svg = '', image = svg } }) => image),
    );
    const skills = contributes.chatSkills.map(({ path }) => path);
    const files = [main, icon, ...fonts, ...containerIcons, ...pictures, ...skills].map((path) =>
      path.replace('./', ''),
    );
    expect(files).toEqual(expect.arrayContaining(['media/icon.png', 'media/walkthrough/open.svg']));
    expect(files.filter((path) => !entries.includes(`extension/${path}`))).toEqual([]);
    const folder = `extension/${l10n.replace('./', '')}/`;
    expect(entries.filter((path) => path.startsWith(folder))).not.toEqual([]);
  });

  it('has an icon of 256 pixels', () => {
    const picture = readFileSync(join(root, icon));
    // The header of a PNG file has the width and the height at bytes 16 and 20.
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([256, 256]);
  });
});

describe('A package of a repository with a public address', () => {
  const address = 'https://github.example/acme/contrail';
  const folder = mkdtempSync(join(tmpdir(), 'contrail-package-'));
  let output: string;
  let packagedZip: Buffer;
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(async () => {
    const texts = readdirSync(root).filter((name) =>
      /^(?:package(?:\.nls.*)?\.json|[A-Z]+(?:\.md)?|\.vscodeignore)$/.test(name),
    );
    for (const name of [...texts, 'media', 'dist'])
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (path) => !['contrail.vsix', 'release'].includes(basename(path)),
      });
    fillManifest(folder, { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'acme/contrail' });
    const vsce = join(root, 'node_modules', '@vscode', 'vsce', 'vsce');
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [
        vsce,
        'package',
        '--no-dependencies',
        '--baseImagesUrl',
        `${address}/raw/v1`,
        '--baseContentUrl',
        address,
        '--out',
        'a.vsix',
      ],
      { cwd: folder, env: childEnvironment() },
    );
    output = `${stdout}${stderr}`;
    packagedZip = readFileSync(join(folder, 'a.vsix'));
  }, 60_000);

  it('is packaged without a warning', () => {
    expect(output).toContain('Packaged:');
    expect(output).not.toMatch(/warn/i);
  });

  it('tells the Marketplace where the repository and its issues are', () => {
    const marketplaceManifest = textOf(packagedZip, 'extension.vsixmanifest');
    expect(marketplaceManifest).toContain(`Links.Source" Value="${address}.git"`);
    expect(marketplaceManifest).toContain(`Links.Support" Value="${address}/issues"`);
    expect(marketplaceManifest).toContain(`CustomerQnALink" Value="${address}/issues"`);
    expect(marketplaceManifest).toContain('<Categories>AI,Other</Categories>');
    const [, tags = ''] = /<Tags>(.*?)<\/Tags>/.exec(marketplaceManifest) ?? [];
    expect(tags.split(',')).toEqual(expect.arrayContaining(['issue', 'task', 'ticket', 'kanban']));
    expect(tags.split(',').length).toBeLessThanOrEqual(MAX_TAGS);
  });
});

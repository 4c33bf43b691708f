// The software bill of materials: what is in the .vsix, in the format CycloneDX.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '../support/setup/child.mjs';
import { foldersOfLastBuild } from './bundledPackages.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly [property: string]: unknown;
}

export interface Sbom {
  readonly metadata: { readonly component: Component; readonly [property: string]: unknown };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
  readonly [property: string]: unknown;
}

/**
 * Returns what npm lists, limited to the bundled packages. npm calls all of them development dependencies, because the
 * .vsix contains no node_modules; that is left out.
 * @param isBundled is called with each component's name and version, such as `zod@4.6.7`
 */
export function bundledSbom(installed: Sbom, isBundled: (nameAndVersion: string) => boolean): Sbom {
  const components = installed.components
    .filter(({ name, version }) => isBundled(`${name}@${version}`))
    .map((component): Component => ({ ...component, properties: [] }));
  const { component: npmComponent, ...metadata } = installed.metadata;
  const [, name = ''] = /^(.*)@/.exec(npmComponent['bom-ref']) ?? [];
  // npm takes the name from the folder and keeps the placeholder of the description. The npm package with the name of
  // the product is other software.
  const purl = `pkg:generic/${npmComponent['bom-ref']}`;
  const product = { ...npmComponent, type: 'application', name, description: '', purl };
  const kept = new Set([npmComponent['bom-ref'], ...components.map((component) => component['bom-ref'])]);
  return {
    ...installed,
    metadata: { ...metadata, component: product },
    components,
    dependencies: installed.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  };
}

/** Returns the bill of materials of the last build. @throws if npm does not list a bundled package */
export function createSbom(root: string): Sbom {
  const bundled = new Set(foldersOfLastBuild(root).map((folder) => nameAndVersion(join(root, folder))));
  const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    env: childEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const sbom = bundledSbom(JSON.parse(output), (one) => bundled.has(one));
  const listed = new Set(sbom.components.map(({ name, version }) => `${name}@${version}`));
  const missing = [...bundled].filter((one) => !listed.has(one));
  if (missing.length > 0) throw new Error(`npm sbom does not list ${missing.join(', ')}`);
  return sbom;
}

function nameAndVersion(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return `${name}@${version}`;
}

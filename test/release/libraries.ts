// Packs the client, the server and the table of operations as npm packages, each with one module that others may import.
// `node test/release/libraries.ts <folder>` writes the tarballs into the folder. It publishes nothing.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';
import { fillRepository } from '../../src/build/repository.ts';
import { childEnvironment } from '../support/setup/child.mjs';
import { root } from '../support/setup/paths.mjs';

interface Library {
  readonly name: string;
  readonly description: string;
  /** The module that others may import, relative to `src`. */
  readonly entry: string;
  /** The folders of `src` whose declarations those of the module import. The last one has the README. */
  readonly layers: readonly string[];
}

const LIBRARIES: readonly Library[] = [
  {
    name: 'contrail-contract',
    description: 'The operations of the REST API of Plane as a table, with zod schemas. Not affiliated with Plane.',
    entry: 'contract/operations.ts',
    layers: ['std', 'contract'],
  },
  {
    name: 'contrail-client',
    description: 'Typed client for the REST API of Plane. Not affiliated with Plane.',
    entry: 'client/api/connect.ts',
    layers: ['std', 'contract', 'client'],
  },
  {
    name: 'contrail-server',
    description: 'Server with the REST API of Plane, for tests and demonstrations. Not affiliated with Plane.',
    entry: 'server/startServer.ts',
    layers: ['std', 'contract', 'server'],
  },
];

/**
 * Packs all libraries into `folder`. Resolves with the paths of the tarballs.
 * @param env the variables that GitHub sets in a workflow
 */
export async function packLibraries(folder: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  run('node', [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', 'src/client', 'src/server'], root);
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const staging = mkdtempSync(join(tmpdir(), 'contrail-libraries-'));
  try {
    for (const library of LIBRARIES) {
      const packageFolder = join(staging, library.name);
      await writePackage(library, packageFolder, fillRepository(manifestOf(library, manifest), env));
      run('npm', ['pack', '--pack-destination', folder, '--loglevel', 'error'], packageFolder);
    }
  } finally {
    rmSync(staging, { recursive: true });
  }
  return LIBRARIES.map(({ name }) => join(folder, `${name}-${manifest.version}.tgz`));
}

async function writePackage({ entry, layers }: Library, folder: string, manifest: object): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { index: join('src', entry) },
    outdir: join(folder, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22.17',
    // For the CommonJS packages in the bundle.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    // The schemas are part of the declarations, so the package has the same zod as its user.
    external: ['zod'],
    logLevel: 'warning',
  });
  for (const layer of layers) {
    const source = join(root, '.tsbuild', layer);
    for (const file of globSync('**/*.d.ts', { cwd: source })) {
      const target = join(folder, 'types', layer, file);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(source, file), target);
    }
  }
  copyFileSync(join(root, 'src', layers.at(-1) ?? '', 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function manifestOf(
  { name, description, entry }: Library,
  {
    version,
    license,
    devDependencies,
  }: Readonly<Record<string, unknown>> & {
    readonly devDependencies: Readonly<Record<string, string>>;
  },
): Record<string, unknown> {
  return {
    name,
    version,
    description,
    keywords: ['plane', 'work items', 'issues', 'api'],
    license,
    type: 'module',
    exports: { types: `./types/${entry.replace(/\.ts$/, '.d.ts')}`, default: './dist/index.js' },
    files: ['dist', 'types'],
    dependencies: { zod: devDependencies['zod'] },
    engines: { node: '>=22.17' },
  };
}

function run(command: string, args: readonly string[], cwd: string): void {
  execFileSync(command, args, {
    cwd,
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist', 'libraries'));
  mkdirSync(folder, { recursive: true });
  for (const file of await packLibraries(folder, process.env)) console.log(relative(root, file));
}

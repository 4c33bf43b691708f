// Owns what is bundled into dist/: four host bundles (door, rooms, wire, service) and the page of the work item editor.
//
// Why engines.vscode is ^1.96.0 in package.json: undici 7 needs Node 20.18.1, and 1.96 is the first VS Code whose extension host runs on a
// Node that new. undici 8 would need Node 22.19, and with it a VS Code of 2025 and later.
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, context } from 'esbuild';

const rooms = join('src', 'workbench', 'rooms.ts');
const wire = join('src', 'api', 'wire.ts');
const watching = process.argv.includes('--watch');
const developing = watching || process.argv.includes('--dev');

/** @satisfies {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: import.meta.dirname,
  bundle: true,
  minify: true,
  sourcemap: developing,
  legalComments: 'none',
  logLevel: 'warning',
};

/** @satisfies {import('esbuild').BuildOptions} */
const host = { ...shared, platform: 'node', format: 'cjs', target: 'node20.18', external: ['vscode'] };

/**
 * Two modules have bundles of their own, required when an import() reaches them: what lies behind the door, so that activation reads next
 * to nothing, and the wire, because undici costs over 100 ms to load.
 * @type {ReadonlyMap<string, string>}
 */
const apart = new Map([
  [join(import.meta.dirname, rooms), './rooms.cjs'],
  [join(import.meta.dirname, wire), './wire.cjs'],
]);

/** @type {import('esbuild').Plugin} */
const setApart = {
  name: 'set-apart',
  setup(bundle) {
    bundle.onResolve({ filter: /\/(?:rooms|wire)\.ts$/ }, ({ kind, path, resolveDir }) => {
      const bundled = kind === 'dynamic-import' ? apart.get(join(resolveDir, path)) : undefined;
      return bundled === undefined ? undefined : { path: bundled, external: true };
    });
  },
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  { ...host, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.cjs', plugins: [setApart] },
  { ...host, entryPoints: [rooms], outfile: 'dist/rooms.cjs', plugins: [setApart] },
  { ...host, entryPoints: [wire], outfile: 'dist/wire.cjs' },
  { ...host, entryPoints: ['src/service/worker.ts'], outfile: 'dist/service.cjs' },
  {
    ...shared,
    entryPoints: ['src/webview/main.tsx'],
    outfile: 'dist/webview/main.js',
    platform: 'browser',
    format: 'esm',
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
  },
];

const codicons = dirname(createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css'));
const copied = ['codicon.css', 'codicon.ttf'];

/** What the .vsix carries, by size: as it lies there, and as it travels. */
async function sizes() {
  const files = [
    'extension.cjs',
    'rooms.cjs',
    'wire.cjs',
    'service.cjs',
    'webview/main.js',
    'webview/main.css',
    ...copied.map((name) => `webview/${name}`),
  ];
  const said = await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(join(import.meta.dirname, 'dist', file));
      return `${basename(file)} ${kilobytes(bytes.length)} (${kilobytes(gzipSync(bytes).length)} gz)`;
    }),
  );
  return said.join(' · ');
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

await rm(join(import.meta.dirname, 'dist'), { recursive: true, force: true });
await mkdir(join(import.meta.dirname, 'dist', 'webview'), { recursive: true });
await Promise.all(copied.map((name) => copyFile(join(codicons, name), join(import.meta.dirname, 'dist', 'webview', name))));

if (watching) {
  const contexts = await Promise.all(bundles.map((options) => context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  const outcomes = await Promise.allSettled(bundles.map(build));
  if (outcomes.some(({ status }) => status === 'rejected')) {
    // esbuild has said why, file and line included.
    console.error('The build failed.');
    process.exitCode = 1;
  } else console.log(await sizes());
}

// Builds dist/: the bundles of the extension host, the pages with their icons, and the notices.
// With --package, the .vsix too. With --dev there are source maps; with --watch, bundles are built again after a change.
//
// engines.vscode is ^1.103.0 in package.json because the local workspace needs node:sqlite, which
// the Node 20 of older versions lacks, and because 1.103 is the oldest such version that the tests
// can install. undici 8 would need Node 22.19, which 1.103 (Node 22.17) does not have.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { context } from 'esbuild';
import { ICON_SHEET, icons } from './src/build/icons.ts';
import { thirdPartyNotices } from './src/build/notices.ts';
import { lazyBundles, oneVscodeApi, privateZodGlobals, smallerUndici, toCommonJs } from './src/build/plugins.ts';
import { readPackagedReadme } from './src/build/readme.ts';
import { stateFont } from './src/build/stateFont.ts';
import { copySqlite, webBundle } from './src/build/web.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const watching = process.argv.includes('--watch');
const developing = watching || process.argv.includes('--dev');

/** @satisfies {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  legalComments: 'none',
  logLevel: watching ? 'info' : 'warning',
  metafile: true,
};

/** @satisfies {import('esbuild').TransformOptions} */
const host = { platform: 'node', target: 'node22.17', sourcemap: developing && 'inline' };

/** Makes bundles require each other. `import()` finds the exports of a CommonJS module only if a list names them. */
const commonJs = { ...host, format: /** @type {const} */ ('cjs'), supported: { 'dynamic-import': false } };

/** @type {Record<string, string>} What `extension.ts` imports dynamically. The keys are the names of the bundles. */
const lazyModules = {};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  // The only bundle that activation loads.
  {
    ...shared,
    ...commonJs,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
    plugins: [lazyBundles(join(root, 'src'), lazyModules), oneVscodeApi],
  },
  {
    ...shared,
    ...host,
    get entryPoints() {
      return {
        ...lazyModules,
        // Loaded for the first request: undici alone takes over 100 ms.
        transport: 'src/client/transport.ts',
        server: 'src/server/worker.ts',
        mcp: 'src/agents/mcp/main.ts',
      };
    },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    plugins: [oneVscodeApi, privateZodGlobals, smallerUndici, toCommonJs({ ...commonJs, minify: true })],
  },
  {
    ...shared,
    // Every page loads main.css. The entries …Page are styles that only these pages use; the other styles that esbuild
    // writes for them repeat main.css and are not in the .vsix.
    entryPoints: {
      main: 'src/page.tsx',
      overview: 'src/features/overview/page/main.tsx',
      overviewPage: 'src/features/overview/page/overview.css',
      stickies: 'src/features/stickies/page/main.tsx',
      stickiesPage: 'src/features/stickies/page/stickies.css',
    },
    outdir: 'dist/webview',
    sourcemap: developing,
    format: 'esm',
    splitting: true,
    target: 'es2023',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [icons],
  },
  { ...shared, ...webBundle(root), sourcemap: host.sourcemap },
];

await rm(dist, { recursive: true, force: true });
await mkdir(dist);
await writeFile(join(dist, 'states.woff2'), await stateFont());
await copySqlite(root);

/** @type {import('esbuild').Metafile['outputs']} */
const outputs = {};
// One after the other, because the lazy modules are those that `extension.ts` imports.
for (const options of bundles) {
  const bundleContext = await context(options);
  Object.assign(outputs, (await bundleContext.rebuild()).metafile?.outputs);
  await (watching ? bundleContext.watch() : bundleContext.dispose());
}
// Which modules each bundle contains, for the tests of sizes and notices.
await writeFile(join(dist, 'metafile.json'), JSON.stringify({ outputs }));
const bundled = Object.values(outputs).flatMap(({ inputs }) =>
  Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
);
await writeFile(join(dist, 'ThirdPartyNotices.txt'), await thirdPartyNotices(root, [...bundled, ICON_SHEET]));

if (process.argv.includes('--package')) {
  const { createVSIX } = await import('@vscode/vsce');
  await writeFile(join(dist, 'README.md'), await readPackagedReadme(root));
  await createVSIX({
    cwd: root,
    packagePath: join(dist, 'contrail.vsix'),
    readmePath: 'dist/README.md',
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
  });
}

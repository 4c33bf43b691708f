// Builds dist/: the bundles of the extension host, the pages with their icons, and the notices.
// With --dev there are source maps; with --watch, bundles are built again after a change.
//
// engines.vscode is ^1.103.0 in package.json because the local workspace needs node:sqlite, which
// the Node 20 of older versions lacks, and because 1.103 is the oldest such version that the tests
// can install. undici 8 would need Node 22.19, which 1.103 (Node 22.17) does not have.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, relative } from 'node:path';
import { build, context, transform } from 'esbuild';
import { minify } from 'oxc-minify';
import { ICON_SHEET, icons } from './test/support/setup/icons.mjs';
import { thirdPartyNotices } from './test/support/setup/notices.mjs';
import { stateFont } from './test/support/setup/stateFont.mjs';

const requireHere = createRequire(import.meta.url);
const root = import.meta.dirname;
const dist = join(root, 'dist');
const watching = process.argv.includes('--watch');
const developing = watching || process.argv.includes('--dev');

/** @satisfies {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: developing,
  legalComments: 'none',
  logLevel: watching ? 'info' : 'warning',
  metafile: true,
};

/** @satisfies {import('esbuild').BuildOptions} */
const host = { ...shared, platform: 'node', format: 'cjs', target: 'node22.17' };

/** @satisfies {import('esbuild').BuildOptions} */
const page = {
  ...shared,
  outdir: 'dist/webview',
  platform: 'browser',
  format: 'esm',
  target: 'es2023',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  define: { 'process.env.NODE_ENV': '"production"' },
};

/**
 * The modules with a bundle of their own: what `extension.ts` imports dynamically. The keys are the names of the bundles.
 * @type {Record<string, string>}
 */
const lazyModules = {};

/**
 * Gives each module that is imported dynamically a bundle of its own, which the importing bundle requires.
 * @type {import('esbuild').Plugin}
 */
const lazyBundles = {
  name: 'lazy-bundles',
  setup(bundle) {
    bundle.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const file = join(resolveDir, path);
      const name = relative(join(root, 'src'), file).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-');
      lazyModules[name] = file;
      return { path: `./${name}.cjs`, external: true };
    });
  },
};

/**
 * Makes `import('….ts')` of the module that has a bundle of its own require that bundle.
 * @type {import('esbuild').Plugin}
 */
const separateTransport = {
  name: 'separate-transport',
  setup(bundle) {
    bundle.onResolve({ filter: /\/transport\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './transport.cjs', external: true } : undefined,
    );
  },
};

/** The values that the API of VS Code exports. */
const vscodeExports = [
  ...(await readFile(requireHere.resolve('@types/vscode/index.d.ts'), 'utf8')).matchAll(
    /^(?:\t| {2,4})(?:export )?(?:abstract )?(?:class|enum|namespace|const|function) (\w+)/gm,
  ),
].map(([, name]) => name);

/**
 * Makes all modules of a bundle share one copy of the API's properties. For each module that imports `vscode`, esbuild
 * would copy all of them, which takes half of the time to load the extension.
 * @type {import('esbuild').Plugin}
 */
const oneVscodeApi = {
  name: 'one-vscode-api',
  setup(bundle) {
    bundle.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'vscode-api' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode-api' },
    );
    bundle.onLoad({ filter: /./, namespace: 'vscode-api' }, () => ({
      contents: [
        `const api = require('vscode');`,
        `const read = (name) => api[name];`,
        ...vscodeExports.map((name) => `export const ${name} = /* @__PURE__ */ read('${name}');`),
      ].join('\n'),
    }));
  },
};

/**
 * zod keeps its settings and its registry in global variables, which all extensions of the host would share: here they are module variables.
 * @type {import('esbuild').Plugin}
 */
const privateZodGlobals = {
  name: 'private-zod-globals',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:core|registries)\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      if (!code.includes('globalThis.__zod_'))
        throw new Error(`${path} has no global variables any more. Remove this plugin.`);
      return { contents: `const ownGlobals = {};\n${code.replaceAll('globalThis', 'ownGlobals')}` };
    });
  },
};

/**
 * Replaces both HTTP parsers of undici by one that is read from dist/llhttp.wasm. The parsers are WebAssembly, the second for processors without SIMD instructions, which VS Code does not support. In a file of its own, a parser takes 22 % less of the .vsix than as Base64 text.
 * @type {import('esbuild').Plugin}
 */
const oneHttpParser = {
  name: 'one-http-parser',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]llhttp[\\/]llhttp(?:_simd)?-wasm\.js$/ }, async () => {
      await writeFile(join(dist, 'llhttp.wasm'), requireHere('undici/lib/llhttp/llhttp_simd-wasm.js'));
      return {
        contents: `
          const { readFileSync } = require('node:fs');
          module.exports = readFileSync(require('node:path').join(__dirname, 'llhttp.wasm'));`,
      };
    });
  },
};

/**
 * Leaves out what undici needs only for HTTP/2 and for bodies of FormData, both of which Contrail does not use: 12 kB of the .vsix.
 * @type {import('esbuild').Plugin}
 */
const onlyHttp1 = {
  name: 'only-http1',
  setup(bundle) {
    bundle.onLoad(
      { filter: /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/]client-h2|web[\\/]fetch[\\/]body)\.js$/ },
      () => ({
        contents: `
        const notBundled = () => { throw new Error('This part of undici is not bundled.'); };
        module.exports = Object.assign(notBundled, { extractBody: notBundled });`,
      }),
    );
  },
};

/**
 * Converts ES modules to CommonJS: esbuild shares code between bundles only as ES modules, and the bundle that activation loads requires the others.
 * @type {import('esbuild').Plugin}
 */
const toCommonJs = {
  name: 'to-common-js',
  setup(bundle) {
    bundle.onEnd(async ({ outputFiles = [] }) => {
      const { format, platform, target } = host;
      for (const { path, text } of outputFiles) {
        const sourcemap = developing && 'inline';
        const { code } = await transform(text, {
          format,
          platform,
          target,
          minify: true,
          sourcemap,
          sourcefile: basename(path),
        });
        await writeFile(path, code);
      }
    });
  },
};

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  // The only bundle that activation loads.
  {
    ...host,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
    plugins: [lazyBundles, oneVscodeApi],
  },
  // Loaded for the first request: undici alone takes over 100 ms.
  {
    ...host,
    entryPoints: ['src/client/transport.ts'],
    outfile: 'dist/transport.cjs',
    plugins: [oneHttpParser, onlyHttp1],
  },
  {
    ...host,
    get entryPoints() {
      return { ...lazyModules, server: 'src/server/worker.ts', mcp: 'src/mcp/main.ts' };
    },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    sourcemap: developing && 'inline',
    write: false,
    plugins: [separateTransport, oneVscodeApi, privateZodGlobals, toCommonJs],
  },
  // Uses Preact and no editor: one file is smaller than the chunks it would share with the other pages.
  { ...page, entryPoints: { overview: 'src/webview/overview/main.tsx' }, plugins: [icons] },
  {
    ...page,
    entryPoints: { main: 'src/webview/main.tsx', stickies: 'src/webview/stickies/main.tsx' },
    splitting: true,
    plugins: [icons],
  },
  // Every page loads main.css. These pages also load the styles that only they use; the other styles that esbuild writes
  // for them repeat main.css and are not in the .vsix.
  {
    ...page,
    entryPoints: {
      overviewPage: 'src/webview/overview/overview.css',
      stickiesPage: 'src/webview/stickies/stickies.css',
    },
  },
];

/**
 * Minifies the bundles again: oxc removes more dead code than esbuild and shortens more names, 18 kB of the .vsix.
 * @param {import('esbuild').Metafile['outputs']} outputs
 * @throws if oxc cannot read a bundle
 */
async function minifyAgain(outputs) {
  for (const file of Object.keys(outputs).filter((name) => /\.c?js$/.test(name))) {
    const path = join(root, file);
    const { code, errors } = await minify(file, await readFile(path, 'utf8'), {
      module: file.endsWith('.js'),
      // In a page, only libraries write to the console, which no user reads.
      compress: file.endsWith('.js') ? { target: page.target, dropConsole: true } : { target: 'es2024' },
      mangle: { toplevel: true },
    });
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    await writeFile(path, code);
  }
}

/**
 * Writes which modules each bundle contains, for the tests of sizes and notices. The file is not part of the .vsix.
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
async function writeMetafile(outputs) {
  await writeFile(join(dist, 'metafile.json'), JSON.stringify({ outputs }));
}

/**
 * Writes the licenses of bundled packages, because minifying removes license comments. Rejects if a license is unknown.
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
async function writeNotices(outputs) {
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const bundled = inputs.flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : []));
  await writeFile(join(dist, 'ThirdPartyNotices.txt'), await thirdPartyNotices(root, [...bundled, ICON_SHEET]));
}

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, 'webview'), { recursive: true });
await writeFile(join(dist, 'states.ttf'), stateFont());

if (watching) {
  for (const options of bundles) {
    const bundleContext = await context(options);
    await bundleContext.rebuild();
    await bundleContext.watch();
  }
} else {
  const outputs = {};
  // One after the other, because the icons are those that the files of all pages use, and the lazy modules those that
  // `extension.ts` imports.
  for (const options of bundles) Object.assign(outputs, (await build(options)).metafile?.outputs);
  if (!developing) await minifyAgain(outputs);
  await writeMetafile(outputs);
  await writeNotices(outputs);
}

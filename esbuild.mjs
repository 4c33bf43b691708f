// Owns what is bundled into dist/: the host's bundles (extension, composition, wire, service, and what composition and service share) and the webview pages.
//
// Why engines.vscode is ^1.96.0 in package.json: undici 7 needs Node 20.18.1, and 1.96 is the first VS Code whose extension host runs on a
// Node that new. undici 8 would need Node 22.19, and with it a VS Code of 2025 and later.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, context, transform } from 'esbuild';
import subsetFont from 'subset-font';
import { thirdPartyNotices } from './test/support/setup/notices.mjs';

const root = import.meta.dirname;
const composition = join('src', 'workbench', 'composition.ts');
const wire = join('src', 'client', 'wire.ts');
const codicons = dirname(createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css'));
const watching = process.argv.includes('--watch');
const developing = watching || process.argv.includes('--dev');

/** @satisfies {import('esbuild').BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: developing,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

/** @satisfies {import('esbuild').BuildOptions} */
const host = { ...shared, platform: 'node', format: 'cjs', target: 'node20.18', external: ['vscode'] };

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
 * Two modules have bundles of their own, required when an import() reaches them: what lies behind the door, so that activation reads next
 * to nothing, and the wire, because undici costs over 100 ms to load.
 * @type {ReadonlyMap<string, string>}
 */
const apart = new Map([
  [join(root, composition), './composition.cjs'],
  [join(root, wire), './wire.cjs'],
]);

/** @type {import('esbuild').Plugin} */
const setApart = {
  name: 'set-apart',
  setup(bundle) {
    bundle.onResolve({ filter: /\/(?:composition|wire)\.ts$/ }, ({ kind, path, resolveDir }) => {
      const bundled = kind === 'dynamic-import' ? apart.get(join(resolveDir, path)) : undefined;
      return bundled === undefined ? undefined : { path: bundled, external: true };
    });
  },
};

/**
 * zod keeps its settings and its registry in global variables, which every extension in the host would share with us: here they are its own.
 * @type {import('esbuild').Plugin}
 */
const ownRegistry = {
  name: 'own-registry',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](?:core|registries)\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      if (!code.includes('globalThis.__zod_')) throw new Error(`${path} keeps nothing in global variables any more: this plugin can go.`);
      return { contents: `const ownGlobals = {};\n${code.replaceAll('globalThis', 'ownGlobals')}` };
    });
  },
};

/**
 * esbuild shares code between bundles only as ES modules, and the extension host of VS Code 1.96 gives `vscode` only to CommonJS: so what
 * it made is turned into CommonJS afterwards.
 * @type {import('esbuild').Plugin}
 */
const intoCommonJs = {
  name: 'into-common-js',
  setup(bundle) {
    bundle.onEnd(async ({ outputFiles = [] }) => {
      const sourcemap = developing ? 'inline' : false;
      await Promise.all(
        outputFiles.map(async ({ path, text }) => {
          const { code } = await transform(text, {
            format: 'cjs',
            platform: 'node',
            target: host.target,
            minify: true,
            sourcemap,
            sourcefile: basename(path),
          });
          await writeFile(path, code);
        }),
      );
    });
  },
};

/**
 * The pages' icons: of the whole font only the glyphs that the pages' code names, and of its style sheet only their rules.
 * @type {import('esbuild').Plugin}
 */
const icons = {
  name: 'icons',
  setup(bundle) {
    bundle.onEnd(async ({ errors }) => {
      if (errors.length > 0) return;
      const folder = join(root, 'dist', 'webview');
      const made = (await readdir(folder)).filter((file) => /\.(?:js|css)$/.test(file) && file !== 'codicon.css');
      const code = (await Promise.all(made.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
      await drawIcons(code);
    });
  },
};

/** @param {string} code of all pages, their style sheets included */
async function drawIcons(code) {
  const sheet = await readFile(join(codicons, 'codicon.css'), 'utf8');
  const rule = /^\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)" \}\n/gm;
  const glyphs = new Map([...sheet.matchAll(rule)].map(([, name = '', hex = '']) => [name, hex]));
  const unknown = [...code.matchAll(/(?<![\w-])codicon-([a-z][\w-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !glyphs.has(name) && !name.startsWith('modifier-'));
  if (unknown.length > 0) throw new Error(`There is no codicon of the name ${unknown.join(', ')}.`);
  const isDrawn = (/** @type {string} */ name, /** @type {string} */ hex) =>
    [`"${name}"`, `'${name}'`, `\`${name}\``, `codicon-${name}`, `"\\${hex}"`].some((mention) => code.includes(mention));
  const drawn = new Map([...glyphs].filter(([name, hex]) => isDrawn(name, hex)));
  const kept = sheet.replace(rule, (whole, name) => (drawn.has(name) ? whole : ''));
  const text = [...drawn.values()].map((hex) => String.fromCodePoint(Number.parseInt(hex, 16))).join('');
  const font = await subsetFont(await readFile(join(codicons, 'codicon.ttf')), text, { noHinting: true });
  const { code: style } = await transform(kept, { loader: 'css', minify: true, legalComments: 'none' });
  await writeFile(join(root, 'dist', 'webview', 'codicon.css'), style);
  await writeFile(join(root, 'dist', 'webview', 'codicon.ttf'), font);
}

/** @type {import('esbuild').BuildOptions[]} */
const bundles = [
  { ...host, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.cjs', plugins: [setApart] },
  { ...host, entryPoints: [wire], outfile: 'dist/wire.cjs' },
  {
    ...host,
    entryPoints: { composition, service: 'src/server/worker.ts' },
    outdir: 'dist',
    outExtension: { '.js': '.cjs' },
    format: 'esm',
    splitting: true,
    chunkNames: '[name]-[hash]',
    sourcemap: developing && 'inline',
    write: false,
    plugins: [setApart, ownRegistry, intoCommonJs],
  },
  // Uses Preact and no editor: one file is smaller than the chunks it would share with the other pages.
  { ...page, entryPoints: { overview: 'src/webview/overview/main.tsx' }, plugins: [icons] },
  {
    ...page,
    entryPoints: { main: 'src/webview/main.tsx', stickies: 'src/webview/stickies/main.tsx' },
    splitting: true,
    plugins: [icons],
  },
];

/**
 * For those who weigh the bundles: of which modules each is made. It stays at home.
 * @param {import('esbuild').BuildResult[]} results
 */
async function tellWhatIsInside(results) {
  /** @type {import('esbuild').Metafile['outputs']} */
  const outputs = Object.assign({}, ...results.map(({ metafile }) => metafile?.outputs));
  await writeFile(join(root, 'dist', 'inside.json'), JSON.stringify({ outputs }));
  return outputs;
}

/**
 * Minifying removes the license comments of the libraries: their licenses are in a file beside the bundles instead. Fails when one can't be
 * determined.
 * @param {import('esbuild').Metafile['outputs']} outputs
 */
async function writeNotices(outputs) {
  const bundled = Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => file);
  const files = new Set([...bundled, relative(root, join(codicons, 'codicon.css'))]);
  await writeFile(join(root, 'dist', 'ThirdPartyNotices.txt'), await thirdPartyNotices(root, files));
}

/** What the .vsix carries, by size: as it lies there, and as it travels. */
async function sizes() {
  const files = (await readdir(join(root, 'dist'), { recursive: true })).filter((file) => /\.(?:cjs|js|css|ttf)$/.test(file));
  const said = await Promise.all(
    files.sort().map(async (file) => {
      const bytes = await readFile(join(root, 'dist', file));
      return `${basename(file)} ${kilobytes(bytes.length)} (${kilobytes(gzipSync(bytes).length)} gz)`;
    }),
  );
  return said.join(' · ');
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

await rm(join(root, 'dist'), { recursive: true, force: true });
await mkdir(join(root, 'dist', 'webview'), { recursive: true });

if (watching) {
  const contexts = await Promise.all(bundles.map((options) => context({ ...options, logLevel: 'info' })));
  await Promise.all(contexts.map((one) => one.watch()));
} else {
  const results = [];
  // One after another: the icons are those that the files of all pages name.
  for (const options of bundles) results.push(await build(options));
  const outputs = await tellWhatIsInside(results);
  await writeNotices(outputs);
  console.log(await sizes());
}

// The bundle for VS Code in a browser: one file, in which modules of src/web/ replace what a browser does not have.
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { oneVscodeApi, privateZodGlobals } from './plugins.ts';

/** The modules of Node, and the modules of src/web/node/ that replace them. */
const NODE_MODULES: Readonly<Record<string, string>> = {
  'node:crypto': 'crypto',
  'node:fs/promises': 'fsPromises',
  'node:os': 'os',
  'node:path': 'path',
  'node:process': 'process',
  'node:timers/promises': 'timers',
  'node:util': 'util',
  'node:zlib': 'zlib',
  'node:child_process': 'unavailable',
  'node:fs': 'unavailable',
  'node:module': 'unavailable',
};
/** Modules of src/shell/host/ that have a twin in src/web/ with the same exports. */
const TWINS = ['serverAccess.ts', 'pageStyles.ts', 'programs.ts', 'fileCopies.ts'];

function browserModules(sourceFolder: string): Plugin {
  const web = join(sourceFolder, 'web');
  const twins = new Map(TWINS.map((name) => [join(sourceFolder, 'shell', 'host', name), join(web, name)]));
  return {
    name: 'browser-modules',
    setup(bundle) {
      bundle.onResolve({ filter: /^node:/ }, ({ path, importer }) => {
        const name = NODE_MODULES[path];
        return name === undefined
          ? { errors: [{ text: `${path}, imported by ${importer}, has no replacement in src/web/node.` }] }
          : { path: join(web, 'node', `${name}.ts`) };
      });
      bundle.onResolve({ filter: /\.ts$/ }, ({ path, resolveDir, importer }) => {
        const twin = twins.get(join(resolveDir, path));
        return twin === undefined || importer === twin ? undefined : { path: twin };
      });
    },
  };
}

export function webBundle(root: string): BuildOptions {
  return {
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/web/extension.cjs',
    format: 'cjs',
    platform: 'browser',
    target: 'es2022',
    mainFields: ['browser', 'module', 'main'],
    inject: ['src/web/node/globals.ts'],
    plugins: [browserModules(join(root, 'src')), oneVscodeApi, privateZodGlobals],
  };
}

/** Copies SQLite's WebAssembly, which the local workspace reads when it starts. */
export async function copySqlite(root: string): Promise<void> {
  await mkdir(join(root, 'dist', 'web'), { recursive: true });
  const file = createRequire(join(root, 'package.json')).resolve('sql.js/dist/sql-wasm-browser.wasm');
  await copyFile(file, join(root, 'dist', 'web', 'sqlite.wasm'));
}

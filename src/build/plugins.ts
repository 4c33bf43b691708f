// The esbuild plugins of the bundles for the extension host.
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Plugin, type TransformOptions, transform } from 'esbuild';

/**
 * Makes the importing bundle require a bundle of its own for each module that it imports dynamically, and adds these
 * modules to `modules`, under the names of their bundles.
 */
export function lazyBundles(sourceFolder: string, modules: Record<string, string>): Plugin {
  return {
    name: 'lazy-bundles',
    setup(bundle) {
      bundle.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        if (kind !== 'dynamic-import') return undefined;
        const file = join(resolveDir, path);
        const name = relative(sourceFolder, file).replace(/\.ts$/, '').replaceAll(/[\\/]/g, '-');
        modules[name] = file;
        return { path: `./${name}.cjs`, external: true };
      });
    },
  };
}

/** The values that the API of VS Code exports. */
async function vscodeExports(): Promise<(string | undefined)[]> {
  const types = await readFile(createRequire(import.meta.url).resolve('@types/vscode/index.d.ts'), 'utf8');
  const declaration = /^(?:\t| {2,4})(?:export )?(?:abstract )?(?:class|enum|namespace|const|function) (\w+)/gm;
  return [...types.matchAll(declaration)].map(([, name]) => name);
}

/**
 * Makes all modules of a bundle share one copy of the API's properties. For each module that imports `vscode`, esbuild
 * would copy all of them, which takes half of the time to load the extension.
 */
export const oneVscodeApi: Plugin = {
  name: 'one-vscode-api',
  setup(bundle) {
    bundle.onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'vscode-api' ? { path: 'vscode', external: true } : { path: 'vscode', namespace: 'vscode-api' },
    );
    bundle.onLoad({ filter: /./, namespace: 'vscode-api' }, async () => ({
      contents: [
        `const api = require('vscode');`,
        `const read = (name) => api[name];`,
        ...(await vscodeExports()).map((name) => `export const ${name} = /* @__PURE__ */ read('${name}');`),
      ].join('\n'),
    }));
  },
};

/** zod keeps its settings and its registry in global variables, which all extensions of the host would share: here they are module variables. */
export const privateZodGlobals: Plugin = {
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

/** Files of undici that no request of Contrail runs, and the code that replaces them. */
const UNUSED_IN_UNDICI: Readonly<Record<string, string>> = {
  // The client for HTTP/2. To load `node:http2` would take 8 ms of the first request.
  'lib/dispatcher/client-h2.js': `module.exports = () => { throw new Error('HTTP/2 is not bundled.'); };`,
  // Reads bodies that are FormData. Contrail sends texts and streams of bytes.
  'lib/web/fetch/body.js': `exports.extractBody = () => { throw new Error('FormData is not bundled.'); };`,
  // The same HTTP parser as llhttp-wasm.js, which runs on all processors. SIMD saves nothing measurable here.
  'lib/llhttp/llhttp_simd-wasm.js': `module.exports = require('./llhttp-wasm.js');`,
};

/** Leaves out what Contrail does not use of undici. */
export const smallerUndici: Plugin = {
  name: 'smaller-undici',
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]undici[\\/]lib[\\/]/ }, ({ path }) => {
      const contents = UNUSED_IN_UNDICI[path.replaceAll('\\', '/').replace(/^.*\/undici\//, '')];
      return contents === undefined ? undefined : { contents, resolveDir: dirname(path) };
    });
  },
};

/**
 * Returns the code of an ES module that esbuild has bundled, with assigned getters in place of its exports. esbuild
 * would write 400 bytes of helpers for them into each of more than 100 bundles.
 */
function withoutExports(code: string): string {
  return code.replace(/\bexport\{([^{}]*)\};(?=\s*(?:\/\/# sourceMappingURL=.*\s*)?$)/, (_, names: string) => {
    const getters = names.split(',').map((pair) => {
      const [local, exported = local] = pair.split(' as ');
      return `get ${exported}(){return ${local}}`;
    });
    return `module.exports={${getters.join()}};`;
  });
}

/** Converts ES modules to CommonJS: esbuild shares code between bundles only as ES modules, and the bundle that activation loads requires the others. */
export function toCommonJs(options: TransformOptions): Plugin {
  return {
    name: 'to-common-js',
    setup(bundle) {
      bundle.initialOptions.write = false;
      bundle.onEnd(async ({ outputFiles = [] }) => {
        for (const { path, text } of outputFiles) {
          const { code } = await transform(withoutExports(text), {
            ...options,
            format: 'cjs',
            sourcefile: basename(path),
          });
          await writeFile(path, code);
        }
      });
    },
  };
}

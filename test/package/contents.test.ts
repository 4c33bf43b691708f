// Tests the content and the size of the .vsix file.
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { packageFile, root } from '../support/setup/paths.mjs';
import { packagedPathPattern } from './packaged.ts';
import { desktopSize, entriesOf } from './zip.ts';

const zip = readFileSync(packageFile);
const { outputs }: { readonly outputs: Metafile['outputs'] } = JSON.parse(
  readFileSync(join(root, 'dist', 'metafile.json'), 'utf8'),
);
const packagedFiles = entriesOf(zip)
  .filter((name) => name.startsWith('extension/') && !name.endsWith('/'))
  .map((name) => name.slice('extension/'.length));

describe('The .vsix', () => {
  it('contains all bundles', () => {
    const neededFiles = [
      'extension.cjs',
      'composition.cjs',
      'transport.cjs',
      'server.cjs',
      'mcp.cjs',
      'states.woff2',
      'web/extension.cjs',
      'web/sqlite.wasm',
      'webview/main.js',
      'webview/main.css',
      'webview/codicon.css',
      'webview/codicon.woff2',
    ];
    expect(packagedFiles).toEqual(
      expect.arrayContaining(['package.json', ...neededFiles.map((name) => `dist/${name}`)]),
    );
  });

  it('contains every chunk that the bundles import', () => {
    const importedChunks = packagedFiles
      .filter((name) => /\.c?js$/.test(name))
      .flatMap((name) => {
        const code = readFileSync(join(root, name), 'utf8');
        // A bundle for the extension host also contains texts of files that import `.js` files.
        const extension = posix.extname(name);
        return [...code.matchAll(/(?:require|import|from)\s*\(?["'`](\.[\w./-]+\.c?js)["'`]/g)]
          .map(([, importPath = '']) => posix.join(posix.dirname(name), importPath))
          .filter((path) => posix.extname(path) === extension);
      });
    expect(importedChunks).toContain('dist/composition.cjs');
    expect(packagedFiles).toEqual(expect.arrayContaining(importedChunks));
  });

  it('contains only allowed files', () => {
    expect(packagedFiles.filter((name) => !packagedPathPattern.test(name))).toEqual([]);
  });

  // npm installs `entities` once for markdown-it and htmlparser2, because package.json pins a version that both accept.
  it('contains no package twice', () => {
    const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
    const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
    const names = [...folders].map((folder) => folder.replace(/^.*node_modules\//, ''));
    expect(names).toContain('entities');
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('contains of undici one HTTP parser, and neither HTTP/2 nor `fetch`', () => {
    const files = Object.entries(outputs['dist/transport.cjs']?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 200)
      .map(([file]) => file.replace(/^.*undici\/lib\//, ''));
    expect(files.filter((file) => file.endsWith('wasm.js'))).toEqual(['llhttp/llhttp-wasm.js']);
    expect(files.filter((file) => /client-h2|^web\//.test(file))).toEqual([]);
  });

  it('contains chunks that have getters for their exports, which `require` reads and `import()` does not', () => {
    const files = packagedFiles.filter((name) => /^dist\/[\w-]+\.cjs$/.test(name));
    const codeOf = (name: string): string => readFileSync(join(root, name), 'utf8');
    const chunks = files.filter((name) => name.startsWith('dist/chunk-'));
    expect(chunks).not.toEqual([]);
    expect(chunks.filter((name) => !codeOf(name).includes('module.exports={get '))).toEqual([]);
    expect(files.filter((name) => /\bimport\("\.\//.test(codeOf(name)))).toEqual([]);
  });

  it('has at most 1000 kB without translations and the bundle for browsers', () => {
    expect(desktopSize(zip)).toBeLessThanOrEqual(1_000_000);
  });
});

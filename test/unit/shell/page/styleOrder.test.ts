// Tests the order of the style sheets in the page's bundle. It follows the order of imports, which decides between rules
// of the same specificity.
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { root } from '../../../support/setup/paths.mjs';

it('The bundle of the page starts with the styles of every page and ends with the layout', async () => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/page.tsx'],
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'dist',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
  });
  const sheets = Object.keys(metafile.outputs['dist/page.css']?.inputs ?? {});
  expect(sheets[0]).toBe('src/shell/page/base.css');
  expect(sheets.at(-1)).toBe('src/app.css');
});

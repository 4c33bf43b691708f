// Tests the search for object literals in callbacks of `map` that have a property which the expected type lacks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findExcessProperties } from '../support/excessProperties.ts';

it('A misspelled optional property in a mapping callback is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contrail-excess-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "target": "es2023" } }');
    writeFileSync(
      join(folder, 'rows.ts'),
      [
        'interface Row { readonly label: string; readonly detail?: string }',
        'type Shown = Row | { readonly icon: string };',
        'const words = ["a", "b"];',
        'export const good: readonly Row[] = words.map((label) => ({ label, detail: label }));',
        'export const bad: readonly Row[] = words.map((label) => ({ label, detial: label }));',
        'export const inUnion: Shown[] = words.filter(Boolean).map((label) => ({ label, icon: "x" }));',
        'export const spread: Row[] = [...words.map((label) => ({ label, more: 1 })).slice(1), { label: "" }];',
        'export const branches: Row[] = words.flatMap((label) => (label ? [{ label, hint: "" }] : []));',
        'export async function read(): Promise<Row[]> {',
        '  return words.map((label) => {',
        '    return { label, details: "" };',
        '  });',
        '}',
        'export const open: Record<string, unknown>[] = words.map((label) => ({ label, anything: 1 }));',
        'export const checked: Row[] = words.map((label): Row => ({ label }));',
      ].join('\n'),
    );
    const { found, checkedCallCount } = findExcessProperties(folder, [join(folder, 'tsconfig.json')]);
    expect(found.toSorted()).toEqual(['rows.ts:11 details', 'rows.ts:5 detial', 'rows.ts:7 more', 'rows.ts:8 hint']);
    expect(checkedCallCount).toBe(6);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

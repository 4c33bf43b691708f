// Measures the activation of Contrail and of an empty extension in a window that has finished
// starting. Loaded by the workbench, which calls run().
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { extensions } from 'vscode';
import type { ActivationResult } from './activationResult.ts';
import { empty } from './floors.ts';
import { resultVariable } from './linkingResult.ts';

const contrail = 'contrail.contrail';
/** How long a window continues to start, in milliseconds. */
const STARTING = 5_000;

export async function run(): Promise<void> {
  await rest(STARTING);
  const file = process.env[resultVariable] ?? '';
  const { turn }: { readonly turn: number } = JSON.parse(readFileSync(file, 'utf8'));
  const took = new Map<string, number>();
  for (const id of turn % 2 === 0 ? [contrail, empty] : [empty, contrail]) took.set(id, await waking(id));
  const folder = join(extensions.getExtension(contrail)?.extensionPath ?? '', 'dist');
  const loaded = Object.keys(require.cache).filter((one) => dirname(one) === folder);
  const result: ActivationResult = {
    contrail: took.get(contrail) ?? Number.NaN,
    empty: took.get(empty) ?? Number.NaN,
    loaded: loaded.map((one) => basename(one)),
  };
  writeFileSync(file, JSON.stringify(result));
}

/**
 * Returns the milliseconds from the call until the extension is active: its code is loaded and activate() has returned.
 */
async function waking(id: string): Promise<number> {
  const extension = extensions.getExtension(id);
  if (extension === undefined || extension.isActive) throw new Error(`${id} is not there to be woken`);
  const begun = performance.now();
  await extension.activate();
  return performance.now() - begun;
}

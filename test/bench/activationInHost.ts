// Measures, in the extension host, the activation of Contrail and of an empty extension.
// VS Code loads this file and calls `run`.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { extensions } from 'vscode';
import type { ActivationResult } from './activationResult.ts';
import { DURATIONS_NAME, emptyExtensionId, MEASURED_FILE } from './baselineExtensions.ts';
import { resultVariable } from './linkingResult.ts';

const contrailId = 'contrail.contrail';
/** How long to wait, so that the window has finished starting. */
const STARTUP_MS = 5_000;

export async function run(): Promise<void> {
  await rest(STARTUP_MS);
  const file = process.env[resultVariable] ?? '';
  const { turn }: { readonly turn: number } = JSON.parse(readFileSync(file, 'utf8'));
  for (const id of turn % 2 === 0 ? [contrailId, emptyExtensionId] : [emptyExtensionId, contrailId]) await activate(id);
  const durations: Readonly<Record<string, number>> = Reflect.get(globalThis, DURATIONS_NAME);
  const folder = join(extensions.getExtension(contrailId)?.extensionPath ?? '', 'dist');
  const bundles = Object.keys(require.cache).filter((path) => dirname(path) === folder);
  const result: ActivationResult = {
    contrail: durations[contrailId] ?? Number.NaN,
    empty: durations[emptyExtensionId] ?? Number.NaN,
    loadedBundles: bundles.map((path) => basename(path)).filter((name) => name !== MEASURED_FILE),
  };
  writeFileSync(file, JSON.stringify(result));
}

async function activate(id: string): Promise<void> {
  const extension = extensions.getExtension(id);
  if (extension === undefined || extension.isActive) throw new Error(`${id} is not installed or already active`);
  await extension.activate();
}

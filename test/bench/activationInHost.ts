// Owns the reading of what VS Code says of each extension's activation. Loaded by the workbench, which calls run().
import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { commands, extensions, workspace } from 'vscode';
import { eventually } from '../host/eventually.ts';
import type { Activation, ActivationTold } from './activationTold.ts';
import { empty } from './floors.ts';
import { toldVariable } from './linkingTold.ts';

const contrail = 'contrail.contrail';

export async function run(): Promise<void> {
  await eventually(() => [contrail, empty].every((id) => extensions.getExtension(id)?.isActive === true));
  await commands.executeCommand('perfview.show');
  const told = () => workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText() ?? '';
  await eventually(() => [contrail, empty].every((id) => rowOf(id, told()) !== undefined));
  const folder = join(extensions.getExtension(contrail)?.extensionPath ?? '', 'dist');
  const loaded = Object.keys(require.cache).filter((file) => dirname(file) === folder);
  const answer: ActivationTold = {
    contrail: activationOf(contrail, told()),
    empty: activationOf(empty, told()),
    loaded: loaded.map((file) => basename(file)),
  };
  writeFileSync(process.env[toldVariable] ?? '', JSON.stringify(answer));
}

/** The cells of the row of “Extension Activation Stats”: Extension, Eager, Load Code, Call Activate, Finish Activate, Event, By. */
function rowOf(id: string, report: string): readonly string[] | undefined {
  const rows = report.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.find((cells) => cells[1] === id)?.slice(1);
}

function activationOf(id: string, report: string): Activation {
  const [load = Number.NaN, call = Number.NaN, finish = Number.NaN] = (rowOf(id, report) ?? []).slice(2, 5).map(Number);
  return { load, call, finish };
}

// Measures mentions inside an extension host: links of a long document, and the hover of a loaded
// work item. Loaded by the workbench, which calls run().
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { Store } from '../../src/cache/store.ts';
import { createClient } from '../../src/client/client.ts';
import { createWire } from '../../src/client/wire.ts';
import { KnownItems } from '../../src/mentions/knownItems.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { documentLinks } from '../../src/workbench/features/mentions/documentLinks.ts';
import { hoverProviders } from '../../src/workbench/features/mentions/hover.ts';
import { serverVariable } from '../host/report.ts';
import { type LinkingResult, resultVariable } from './linkingResult.ts';
import { inTurns } from './measure.ts';

const LINES = 20_000;
const HOVERS = 1_000;

export async function run(): Promise<void> {
  const { baseUrl, workspace, apiKey } = JSON.parse(process.env[serverVariable] ?? '{}') as Record<
    'baseUrl' | 'workspace' | 'apiKey',
    string
  >;
  const credential = { kind: 'key', secret: new Secret(apiKey), origin: baseUrl } as const;
  const client = createClient({
    baseUrl,
    workspace,
    credential,
    clock: systemClock,
    logger: silentLogger,
    wire: createWire(),
  });
  const store = new Store(client);
  await store.resources.projects.list().read();
  for (const id of store.resources.projects.list().state.ids) await store.list({ of: 'items', owner: id }).read();
  const known = new KnownItems(store, { read: () => [], write: () => undefined }, systemClock);
  try {
    const result: LinkingResult = { ...(await links(known)), ...(await hovers(store, known)) };
    writeFileSync(process.env[resultVariable] ?? '', JSON.stringify(result));
  } finally {
    known.dispose();
    await client.close();
  }
}

async function links(known: KnownItems): Promise<Pick<LinkingResult, 'links' | 'linksFloor' | 'found'>> {
  const line = (place: number): string =>
    place % 10 === 0
      ? `  // well-known since 2026-11, see WEB-${(place % 28) + 1} in UTF-8`
      : '  const total = prices.reduce((sum, one) => sum + one, 0);';
  const content = Array.from({ length: LINES }, (_, place) => line(place)).join('\n');
  const document = await vscode.workspace.openTextDocument({ content, language: 'typescript' });
  const provider = documentLinks(known);
  const never = new vscode.CancellationTokenSource().token;
  const ours = async () => provider.provideDocumentLinks(document, never);
  /** The same links by a plain pattern, line by line. */
  const floor = async () => {
    const made: vscode.DocumentLink[] = [];
    for (let place = 0; place < document.lineCount; place += 1) {
      for (const match of document.lineAt(place).text.matchAll(/\b[A-Z][A-Z0-9]*-\d+\b/g)) {
        if (known.project(match[0].split('-')[0] ?? '') === undefined) continue;
        made.push(new vscode.DocumentLink(new vscode.Range(place, match.index, place, match.index + match[0].length)));
      }
    }
    return made;
  };
  const found = (await ours()) ?? [];
  const [took, tookFloor] = await inTurns(40, ours, floor);
  return { links: took, linksFloor: tookFloor, found: found.length };
}

async function hovers(store: Store, known: KnownItems): Promise<Pick<LinkingResult, 'hover' | 'hovers'>> {
  const content = Array.from({ length: 28 }, (_, place) => `See WEB-${place + 1} first.`).join('\n');
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  const providers = Object.values(hoverProviders(store, known));
  const never = new vscode.CancellationTokenSource().token;
  const took: number[] = [];
  let shown = 0;
  for (let turn = -50; turn < HOVERS; turn += 1) {
    const position = new vscode.Position(Math.abs(turn) % 28, 6);
    const begun = performance.now();
    const cards = await Promise.all(
      providers.map(async (provider) => provider.provideHover(document, position, never)),
    );
    if (turn < 0) continue;
    took.push(performance.now() - begun);
    shown += cards.filter((card) => card !== undefined && card !== null).length;
  }
  return { hover: took.sort((one, other) => one - other)[Math.floor(took.length * 0.95)] ?? Number.NaN, hovers: shown };
}

// Measures, in the extension host, the links of a long document and hovers of work items.
// VS Code loads this file and calls `run`.
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { createClient } from '../../src/client/api/client.ts';
import { createTransport } from '../../src/client/transport.ts';
import { Store } from '../../src/core/cache/store/store.ts';
import { MentionResolver } from '../../src/core/mentions/mentionResolver.ts';
import { documentLinks } from '../../src/features/mentions/workbench/documentLinks.ts';
import { hoverProviders } from '../../src/features/mentions/workbench/hover.ts';
import { systemClock } from '../../src/std/clock.ts';
import { silentLogger } from '../../src/std/logger.ts';
import { Secret } from '../../src/std/secret.ts';
import { serverVariable } from '../host/report.ts';
import { type LinkingResult, resultVariable } from './linkingResult.ts';
import { p95OfMedians, shortestDurations } from './measure.ts';

const LINE_COUNT = 20_000;
const ITEM_COUNT = 28;
const HOVERS_PER_ITEM = 36;
const WARM_UP_ROUNDS = 2;

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
    transport: createTransport(),
  });
  const store = new Store(client);
  await store.resources.projects.list().read();
  for (const id of store.resources.projects.list().state.ids) await store.list({ of: 'items', owner: id }).read();
  const mentionResolver = new MentionResolver(store, { read: () => [], write: () => undefined }, systemClock);
  try {
    const result: LinkingResult = {
      ...(await measureLinks(mentionResolver)),
      ...(await measureHovers(store, mentionResolver)),
    };
    writeFileSync(process.env[resultVariable] ?? '', JSON.stringify(result));
  } finally {
    mentionResolver.dispose();
    await client.close();
  }
}

async function measureLinks(
  mentionResolver: MentionResolver,
): Promise<Pick<LinkingResult, 'linksMs' | 'linksBaselineMs' | 'found'>> {
  const line = (index: number): string =>
    index % 10 === 0
      ? `  // well-known since 2026-11, see WEB-${(index % 28) + 1} in UTF-8`
      : '  const total = prices.reduce((sum, one) => sum + one, 0);';
  const content = Array.from({ length: LINE_COUNT }, (_, index) => line(index)).join('\n');
  const document = await vscode.workspace.openTextDocument({ content, language: 'typescript' });
  const provider = documentLinks(mentionResolver);
  const { token } = new vscode.CancellationTokenSource();
  const contrailLinks = async () => provider.provideDocumentLinks(document, token);
  /** The reference implementation, which finds the same links with a regular expression for each line. */
  const referenceLinks = async () => {
    const links: vscode.DocumentLink[] = [];
    for (let index = 0; index < document.lineCount; index += 1) {
      for (const match of document.lineAt(index).text.matchAll(/\b[A-Z][A-Z0-9]*-\d+\b/g)) {
        if (mentionResolver.project(match[0].split('-')[0] ?? '') === undefined) continue;
        links.push(new vscode.DocumentLink(new vscode.Range(index, match.index, index, match.index + match[0].length)));
      }
    }
    return links;
  };
  const found = (await contrailLinks()) ?? [];
  const [contrailMs, referenceMs] = await shortestDurations(40, contrailLinks, referenceLinks);
  return { linksMs: contrailMs, linksBaselineMs: referenceMs, found: found.length };
}

async function measureHovers(
  store: Store,
  mentionResolver: MentionResolver,
): Promise<Pick<LinkingResult, 'hoverMs' | 'hovers'>> {
  const content = Array.from({ length: ITEM_COUNT }, (_, index) => `See WEB-${index + 1} first.`).join('\n');
  const document = await vscode.workspace.openTextDocument({ content, language: 'plaintext' });
  const providers = Object.values(hoverProviders(store, mentionResolver, systemClock));
  const { token } = new vscode.CancellationTokenSource();
  const durationsByItem = Array.from({ length: ITEM_COUNT }, (): number[] => []);
  let hovers = 0;
  for (let round = -WARM_UP_ROUNDS; round < HOVERS_PER_ITEM; round += 1) {
    for (const [line, durations] of durationsByItem.entries()) {
      const position = new vscode.Position(line, 6);
      const start = performance.now();
      const results = await Promise.all(
        providers.map(async (provider) => provider.provideHover(document, position, token)),
      );
      if (round < 0) continue;
      durations.push(performance.now() - start);
      hovers += results.filter((hover) => hover !== undefined && hover !== null).length;
    }
  }
  return { hoverMs: p95OfMedians(durationsByItem), hovers };
}

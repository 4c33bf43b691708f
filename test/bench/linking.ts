// Measures mentions: the matcher against a plain search, and links and hovers in VS Code.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findStackFrames } from '../../src/core/code/stackTrace.ts';
import { IdentifierMatcher } from '../../src/core/mentions/identifiers.ts';
import { serverVariable } from '../host/report.ts';
import { openBrowser } from '../support/browser.ts';
import { BuiltInServer } from '../support/builtInServer.ts';
import { openFaultProxy } from '../support/faultProxy.ts';
import { copySampleFolder } from '../support/sampleFolder.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { packageExtension } from '../support/setup/child.mjs';
import { ensureCodeServer } from '../support/setup/codeServer.mjs';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { bundleForHost } from './hostBundle.ts';
import { type LinkingResult, resultVariable } from './linkingResult.ts';
import { countEquals, type Measure, ratioAtMost, shortestDurations } from './measure.ts';

/**
 * The text is searched in documents. In one text, the 20,000 mentions survive garbage collections, and V8 decides in
 * every fifth run to create them as old objects, which takes twice as long.
 */
const DOCUMENT_COUNT = 50;
const DOCUMENT_LENGTH = 100_000;
const MAX_TEXT_MS = 50;
const MAX_HOVER_MS = 5;

const PREFIXES = ['WEB', 'API', 'NOTES', 'OPS', 'ÇAĞRI', '项目'];
/** A text of about 250 characters with one mention, and with words with a hyphen that are not mentions. */
const PROSE =
  'The quick brown fox, well-known since 2026-11, jumps over the lazy dog, as WEB-12 asks for; in UTF-8 and by ISO-8601 of course. ' +
  'Nothing else happens on this line, which is as long as lines are where people write to each other rather than to machines.\n';
/** Long lines on which a form of a stack trace could begin at each character. */
const HOSTILE_LINES = ['a.', 'a', 'ab-', 'a/b.', 'x@', 'in '].map((unit) => `:1 ${unit.repeat(990 / unit.length)}:1\n`);
const HOSTILE_TEXT = 'WEB-WEB--1-0WEB-99999999999 xWEB-1x项目-项目1';

export async function benchLinking(): Promise<readonly Measure[]> {
  return [...(await measureMatcher()), ...(await measureInHost())];
}

async function measureMatcher(): Promise<readonly Measure[]> {
  const matcher = new IdentifierMatcher(PREFIXES);
  const documents = documentsOf(PROSE);
  const hostileDocuments = documentsOf(HOSTILE_TEXT);
  /**
   * The baseline: finds the dashes, and creates a result for each after `WEB`, without a check of what surrounds it. A
   * search for each prefix is no baseline: it skips the dashes of the prose at the speed of the memory, which differs
   * between machines by a factor of three.
   */
  const searchDashes = async () => {
    for (const text of documents) {
      const found: { readonly start: number; readonly end: number; readonly identifier: string }[] = [];
      for (let dash = text.indexOf('-'); dash >= 0; dash = text.indexOf('-', dash + 1))
        if (text.startsWith('WEB', dash - 3))
          found.push({ start: dash - 3, end: dash + 3, identifier: text.slice(dash - 3, dash + 3) });
    }
  };
  const findIn = (texts: readonly string[]) => async () => {
    for (const text of texts) matcher.find(text);
  };
  const [ours, baseline] = await shortestDurations(40, findIn(documents), searchDashes);
  const [hostileDuration] = await shortestDurations(20, findIn(hostileDocuments), searchDashes);
  const [tracesDuration] = await shortestDurations(
    20,
    async () => HOSTILE_LINES.map((line) => findStackFrames(line.repeat(300))),
    searchDashes,
  );
  return [
    ratioAtMost('search for mentions in 5 MB of text, against indexOf and a result for each', ours, baseline, 3, 'ms'),
    ratioAtMost('search for mentions in 5 MB of text, against the limit', ours, MAX_TEXT_MS, 1, 'ms'),
    ratioAtMost(
      'search for mentions in 5 MB of hostile text, against the limit',
      hostileDuration,
      MAX_TEXT_MS,
      1,
      'ms',
    ),
    ratioAtMost(
      'search for stack traces in 1800 hostile lines, against the limit',
      tracesDuration,
      MAX_TEXT_MS,
      1,
      'ms',
    ),
  ];
}

function documentsOf(line: string): readonly string[] {
  const document = line.repeat(Math.ceil(DOCUMENT_LENGTH / line.length)).slice(0, DOCUMENT_LENGTH);
  return Array.from({ length: DOCUMENT_COUNT }, () => document);
}

async function measureInHost(): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', 'linking');
  const file = join(home, 'result.json');
  rmSync(home, { recursive: true, force: true });
  await packageExtension({ quiet: true });
  await ensureCodeServer();
  await ensureBrowser();
  await using disposables = new AsyncDisposableStack();
  const planeServer = disposables.adopt(await BuiltInServer.start({ rate: 0 }), (started) => started.stop());
  const proxy = disposables.use(await openFaultProxy(planeServer.baseUrl));
  const { workspace, apiKey } = planeServer;
  const server = disposables.adopt(
    await VscodeServer.start({
      home: join(home, 'server'),
      workspace: copySampleFolder(join(home, 'workspace')),
      env: { [resultVariable]: file, [serverVariable]: JSON.stringify({ baseUrl: proxy.url, workspace, apiKey }) },
      testDriver: true,
    }),
    (started) => started.stop(),
  );
  const browser = disposables.adopt(await openBrowser(join(home, 'browser')), (context) => context.close());
  let exitCode: number | undefined;
  await Workbench.open(browser, server, {
    payload: [
      ['extensionDevelopmentPath', server.uriOf(root)],
      ['extensionTestsPath', server.uriOf(await bundleForHost('linkingInHost.ts', home))],
    ],
    prepare: async (page) => {
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        exitCode = code;
      });
    },
  });
  await until('the measurement in the extension host', () => exitCode !== undefined, 120_000);
  if (exitCode !== 0) throw new Error(`The measurement in the extension host ended with ${exitCode}`);
  const { linksMs, linksBaselineMs, found, hoverMs, hovers }: LinkingResult = JSON.parse(readFileSync(file, 'utf8'));
  const itemRequests = proxy.requests.filter(({ path }) => /\/work-items\/[^/?]+-\d+\//.test(path)).length;
  return [
    ratioAtMost(
      `${found} links in a document of 20,000 lines, against a regular expression for each line`,
      linksMs,
      linksBaselineMs,
      1.5,
      'ms',
    ),
    ratioAtMost(`the hover of a loaded work item, p95 of ${hovers}, against the limit`, hoverMs, MAX_HOVER_MS, 1, 'ms'),
    countEquals('requests to the server for these hovers', itemRequests, 0, 'requests'),
  ];
}

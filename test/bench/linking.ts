// Measures mentions: the matcher against a plain scan of the same text, and links and hovers in a
// real extension host.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Matcher } from '../../src/mentions/identifiers.ts';
import { serverVariable } from '../host/report.ts';
import { openBrowser } from '../support/browser.ts';
import { openFaultProxy } from '../support/faultProxy.ts';
import { PlaneServer } from '../support/planeServer.ts';
import { copySampleWorkspace } from '../support/sampleWorkspace.ts';
import { ensureBrowser } from '../support/setup/browser.mjs';
import { ensureCodeServer } from '../support/setup/codeServer.mjs';
import { packageExtension } from '../support/setup/package.mjs';
import { root, scratchFolder } from '../support/setup/paths.mjs';
import { until } from '../support/until.ts';
import { remoteAuthority, VscodeServer } from '../support/vscodeServer.ts';
import { Workbench } from '../support/workbench.ts';
import { bundleForHost } from './hostBundle.ts';
import { type LinkingResult, resultVariable } from './linkingResult.ts';
import { atMost, exactly, inTurns, type Measure } from './measure.ts';

const SIZE = 5_000_000;
/** In milliseconds. */
const WHOLE_FILE = 50;
const HOVER = 5;

const PREFIXES = ['WEB', 'API', 'NOTES', 'OPS', 'ÇAĞRI', '项目'];
/** One mention in about three hundred characters, and words with a hyphen that are not mentions. */
const PROSE =
  'The quick brown fox, well-known since 2026-11, jumps over the lazy dog, as WEB-12 asks for; in UTF-8 and by ISO-8601 of course. ' +
  'Nothing else happens on this line, which is as long as lines are where people write to each other rather than to machines.\n';
const HOSTILE = 'WEB-WEB--1-0WEB-99999999999 xWEB-1x项目-项目1';

export async function linking(): Promise<readonly Measure[]> {
  return [...(await matching()), ...(await inHost())];
}

async function matching(): Promise<readonly Measure[]> {
  const matcher = new Matcher(PREFIXES);
  const text = PROSE.repeat(Math.ceil(SIZE / PROSE.length)).slice(0, SIZE);
  const hostile = HOSTILE.repeat(Math.ceil(SIZE / HOSTILE.length)).slice(0, SIZE);
  /** The cost of a minimal search: looks for each prefix, without checking the characters around it. */
  const scan = async () => {
    let found = 0;
    for (const prefix of PREFIXES) {
      for (let at = text.indexOf(`${prefix}-`); at >= 0; at = text.indexOf(`${prefix}-`, at + 1)) found += 1;
    }
    return found;
  };
  const [ours, floor] = await inTurns(20, async () => matcher.find(text), scan);
  const [worst] = await inTurns(20, async () => matcher.find(hostile), scan);
  return [
    atMost('5 MB of text read for mentions, against indexOf for each prefix', ours, floor, 4, 'ms'),
    atMost('5 MB of text, against the time allowed', ours, WHOLE_FILE, 1, 'ms'),
    atMost('5 MB of hostile text, against the time allowed', worst, WHOLE_FILE, 1, 'ms'),
  ];
}

async function inHost(): Promise<readonly Measure[]> {
  const home = join(scratchFolder, 'bench', 'linking');
  const file = join(home, 'result.json');
  rmSync(home, { recursive: true, force: true });
  await packageExtension({ quiet: true });
  await ensureCodeServer();
  await ensureBrowser();
  await using held = new AsyncDisposableStack();
  const planeServer = held.adopt(await PlaneServer.start({ rate: 0 }), (one) => one.stop());
  const proxy = held.use(await openFaultProxy(planeServer.baseUrl));
  const { workspace, apiKey } = planeServer;
  const server = held.adopt(
    await VscodeServer.start({
      home: join(home, 'server'),
      workspace: copySampleWorkspace(join(home, 'workspace')),
      env: { [resultVariable]: file, [serverVariable]: JSON.stringify({ baseUrl: proxy.url, workspace, apiKey }) },
      testDriver: true,
    }),
    (one) => one.stop(),
  );
  const browser = held.adopt(await openBrowser(join(home, 'browser')), (one) => one.close());
  let ended: number | undefined;
  await Workbench.open(browser, server, {
    payload: [
      ['extensionDevelopmentPath', `${remoteAuthority}${root}`],
      ['extensionTestsPath', `${remoteAuthority}${await bundleForHost('linkingInHost.ts', home)}`],
    ],
    prepare: async (page) => {
      await page.exposeFunction('codeAutomationLog', () => undefined);
      await page.exposeFunction('codeAutomationExit', (code: number) => {
        ended = code;
      });
    },
  });
  await until('the measures in the extension host', () => ended !== undefined, 120_000);
  if (ended !== 0) throw new Error(`The measures in the extension host ended with ${ended}`);
  const { links, linksFloor, found, hover, hovers }: LinkingResult = JSON.parse(readFileSync(file, 'utf8'));
  const asked = proxy.requests.filter(({ path }) => /\/work-items\/[^/?]+-\d+\//.test(path)).length;
  return [
    atMost(
      `${found} links in a document of 20,000 lines, against a plain pattern line by line`,
      links,
      linksFloor,
      1.5,
      'ms',
    ),
    atMost(`the card of a known work item, p95 of ${hovers}, against the time allowed`, hover, HOVER, 1, 'ms'),
    exactly('asked of the server for these cards', asked, 0, 'requests'),
  ];
}

// Tests the hover over a mention: its text, its commands, and that text of other users is escaped.
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Store } from '../../../../../src/cache/store.ts';
import { KnownItems, type Meaning } from '../../../../../src/mentions/knownItems.ts';
import {
  answerCard,
  COMMENT,
  commandAddress,
  endOfLineText,
  knownCard,
  lensText,
  OPEN,
  plainCardText,
  stateName,
} from '../../../../../src/workbench/features/mentions/card.ts';
import { createSetup, type Setup, WEB_1 } from '../../../../support/pageSetup.ts';
import { sample } from '../../../../support/testServer.ts';

const WEB = sample.project('WEB');
const HOSTILE = '[Click](command:workbench.action.terminal.new) $(flame) <img src=x onerror=alert(1)> `**`';

let setup: Setup;
let store: Store;
let known: KnownItems;
beforeAll(async () => {
  setup = await createSetup();
  store = new Store(setup.client);
  known = new KnownItems(store, { read: () => [], write: () => undefined }, setup.clock);
  await Promise.all([store.resources.projects.list().read(), store.list({ of: 'items', owner: WEB }).read()]);
});
afterAll(async () => {
  known.dispose();
  await setup[Symbol.asyncDispose]();
});

function mention(identifier: string) {
  const [found] = known.matcher.find(identifier);
  if (found === undefined) throw new Error(`${identifier} is no mention`);
  return found;
}
const GONE: Meaning = { kind: 'gone' };
const FAILED: Meaning = { kind: 'failed', fault: { kind: 'timeout', afterMs: 30_000 } };
const READ: Meaning = { kind: 'read', address: WEB_1 };
const card = (meaning: Meaning) => knownCard(mention('WEB-1'), meaning, known, store, [OPEN, COMMENT]);

describe('The hover over a mention', () => {
  it('shows the cached work item, with the commands before the description', () => {
    const [heading, facts, actions, rule, lines] = card(READ).split('\n\n');
    expect(heading).toBe('**WEB\\-1** Use the board with the keyboard alone');
    expect(facts).toMatch(/\*\*State\*\* In Progress · \*\*Priority\*\* High · \*\*Assignees\*\* Ada Park, Elif Aydin/);
    expect(facts).toMatch(/\*\*Start\*\* 20\d\d\\-\d\d\\-\d\d · \*\*Due\*\* 20\d\d/);
    expect(actions).toBe(
      `[$(go-to-file) Open](${commandAddress('contrail.openWorkItem', WEB_1)} "Open")&nbsp;&nbsp; ` +
        `[$(comment) Comment](${commandAddress('contrail.comment', WEB_1)} "Comment")`,
    );
    expect(rule).toBe('---');
    expect(lines?.split('  \n')).toHaveLength(4);
  });

  it('shows the project of a work item that is not loaded, and adds the server’s response', () => {
    expect(card({ kind: 'unread' })).toBe('**WEB\\-1** · Atlas Web');
    expect(answerCard({ kind: 'unread' }, store, [])).toBeUndefined();
    expect(answerCard(READ, store, [OPEN])).toMatch(/^\*\*Use the board with the keyboard alone\*\*\n\n\*\*State\*\*/);
  });

  it('states in one line that there is no such work item, or why it could not be read', () => {
    expect(card(GONE)).toBe('WEB\\-1 does not exist, or you have no access to it\\.');
    expect(answerCard(GONE, store, [OPEN])).toBe('It does not exist, or you have no access to it\\.');
    expect(card(FAILED)).toContain('could not be loaded\\. The server did not respond within 30 seconds');
    expect(answerCard(FAILED, store, [])).toContain('It could not be loaded');
  });

  it('escapes the text of other users', async () => {
    await store.resources.workItems.update(
      WEB_1.id,
      { name: HOSTILE, description_html: `<p>${HOSTILE.replaceAll('<', '&lt;')}</p><script>alert(1)</script>` },
      WEB_1.project,
    );
    const html = new MarkdownIt({ html: true }).render(`${card(READ)}\n\n${answerCard(READ, store, [])}`);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      expect.stringContaining('command:contrail.openWorkItem?'),
      expect.stringContaining('command:contrail.comment?'),
    ]);
    expect(html).not.toMatch(/<img|<script|alert\(1\)<\/script/);
    expect(card(READ).replaceAll('[$(', '')).not.toContain('$(');
    expect(lensText(mention('WEB-1'), READ, store).replace(/^\$\([\w-]+\)/, '')).not.toContain('$(');
  });
});

describe('commandAddress', () => {
  it('encodes its argument so that it cannot end the link early', () => {
    const given = { project: ') [x](http://evil) "', id: "'*(!" };
    const address = commandAddress('contrail.openWorkItem', given);
    expect(address).toMatch(/^command:contrail\.openWorkItem\?[\w%.~-]+$/);
    expect(JSON.parse(decodeURIComponent(address.slice(address.indexOf('?') + 1)))).toEqual([given]);
  });
});

describe('The text beside a mention', () => {
  it('is the state, and in a CodeLens also the name', () => {
    const meaning = known.meaning(mention('WEB-2'));
    const state = stateName(meaning, store);
    expect(state).not.toBe('');
    expect(lensText(mention('WEB-2'), meaning, store)).toMatch(new RegExp(`^\\$\\([\\w-]+\\) WEB-2 ${state} · `));
  });

  it('names each work item once if a line mentions several', () => {
    const told = ['WEB-1', 'WEB-2', 'WEB-1'].map((identifier) => ({ mention: mention(identifier), meaning: READ }));
    expect(endOfLineText(told, store)).toBe('WEB-1 In Progress · WEB-2 In Progress');
    expect(endOfLineText(told.slice(0, 1), store)).toBe('In Progress');
  });

  it('states that a work item is not loaded or does not exist', () => {
    const one = mention('WEB-4711');
    expect(lensText(one, { kind: 'unread' }, store)).toBe('WEB-4711 …');
    expect(lensText(one, GONE, store)).toBe('WEB-4711 does not exist');
    expect(plainCardText(one, GONE, known, store)).toBe('WEB-4711 does not exist, or you have no access to it.');
    expect(plainCardText(one, { kind: 'unread' }, known, store)).toBe('Work item in Atlas Web');
  });
});

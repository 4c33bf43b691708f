// Tests the texts about a mentioned work item, and that text of other users is escaped in them.
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { type MentionResolution, MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import {
  CHANGE_STATE_ACTION,
  COMMENT_ACTION,
  cachedItemHover,
  changedItemHover,
  commandLink,
  endOfLineText,
  type HoverAction,
  lensText,
  loadedItemHover,
  mentionTitle,
  OPEN_ACTION,
  stateName,
} from '../../../../src/shell/code/itemHover.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const HOSTILE_TEXT = '[Click](command:workbench.action.terminal.new) $(flame) <img src=x onerror=alert(1)> `**`';

let resolver: MentionResolver;
const setup = forAllTests(createSetup);
const store = forAllTests(() => new Store(setup.client));
beforeAll(async () => {
  resolver = new MentionResolver(store, { read: () => [], write: () => undefined }, setup.clock);
  await Promise.all([
    store.resources.projects.list().read(),
    store.list({ of: 'items', owner: WEB_PROJECT_ID }).read(),
  ]);
});
afterAll(async () => {
  resolver.dispose();
});

function mentionOf(identifier: string) {
  const [match] = resolver.matcher.find(identifier);
  if (match === undefined) throw new Error(`${identifier} is no mention`);
  return match;
}
async function change(changes: Parameters<typeof store.resources.workItems.update>[1]): Promise<void> {
  await store.resources.workItems.update(WEB_1.id, changes, WEB_1.project);
}
const GONE_RESOLUTION: MentionResolution = { kind: 'gone' };
const FAILED_RESOLUTION: MentionResolution = { kind: 'failed', fault: { kind: 'timeout', afterMs: 30_000 } };
const READ_RESOLUTION: MentionResolution = { kind: 'read', address: WEB_1 };
const cardOptionsOn = (today: string, actions: readonly HoverAction[] = []) => ({ store, today, actions });
const ACTIONS = [OPEN_ACTION, COMMENT_ACTION, CHANGE_STATE_ACTION];
const hoverText = (resolution: MentionResolution, today = '2026-11-20') =>
  cachedItemHover(mentionOf('WEB-1'), resolution, resolver, cardOptionsOn(today, ACTIONS));

describe('The hover of a mention that has changed on the server', () => {
  it('says so above the current values', () => {
    expect(changedItemHover('**New name**')).toBe('This work item has changed on the server\\:\n\n**New name**');
  });
});

describe('The hover of a mention', () => {
  it('contains one line with state, priority, assignees and due date, then commands, then the description', async () => {
    await change({ target_date: '2026-11-24' });
    const [heading, facts, actions, rule, ...description] = hoverText(READ_RESOLUTION).split('\n\n');
    expect(heading).toBe('**WEB\\-1** Use the board with the keyboard alone');
    expect(facts).toBe(
      '$(contrail-started-half) In Progress · $(arrow-up) High · $(account) Ada Park, Elif Aydin · $(calendar) Due Nov 24',
    );
    expect(actions).toBe(
      `[$(go-to-file) Open](${commandLink('contrail.openWorkItem', WEB_1)} "Open")&nbsp;&nbsp; ` +
        `[$(comment) Comment](${commandLink('contrail.comment', WEB_1)} "Comment")&nbsp;&nbsp; ` +
        `[$(contrail-started-half) Change State…](${commandLink('contrail.changeState', WEB_1)} "Change State…")`,
    );
    expect(rule).toBe('---');
    expect(description.join('')).not.toBe('');
  });

  it('marks an open work item as overdue, and shows the priority only if it is urgent or high', async () => {
    const factsTextOn = (today: string): string | undefined => hoverText(READ_RESOLUTION, today).split('\n\n')[1];
    await change({ priority: 'urgent', target_date: '2026-11-24', assignees: [] });
    expect(factsTextOn('2026-11-25')).toBe(
      '$(contrail-started-half) In Progress · $(flame) Urgent · $(calendar) Due Nov 24 \\(overdue\\)',
    );
    expect(factsTextOn('2026-11-24')).toContain('$(calendar) Due Nov 24');
    await change({ priority: 'medium', state: sample.state('WEB', 'Done') });
    expect(factsTextOn('2027-01-25')).toBe('$(pass-filled) Done · $(calendar) Due Nov 24, 2026');
    await change({ priority: 'high', state: sample.state('WEB', 'In Progress'), assignees: [] });
  });

  it('keeps the lists and headings of the description', async () => {
    await change({ description_html: '<h1>Why</h1><p>It is *slow*.</p><ol><li>A<ul><li>B</li></ul></li></ol>' });
    expect(hoverText(READ_RESOLUTION).split('\n\n---\n\n')[1]).toBe('#### Why\n\nIt is \\*slow\\*\\.\n\n1. A\n    - B');
  });

  it('contains the name of a user that the description mentions', async () => {
    const mentionElement = `<mention-component entity_identifier="${sample.user('elif')}"></mention-component>`;
    await change({ description_html: `<p>Ask ${mentionElement} first.</p>` });
    expect(hoverText(READ_RESOLUTION).split('\n\n---\n\n')[1]).toBe('Ask \\@Elif Aydin first\\.');
  });

  it('contains only the project of a work item that is not loaded, and adds the details after the response', () => {
    expect(hoverText({ kind: 'unread' })).toBe('**WEB\\-1** · Atlas Web');
    expect(loadedItemHover({ kind: 'unread' }, cardOptionsOn('2026-11-20'))).toBeUndefined();
    expect(loadedItemHover(READ_RESOLUTION, cardOptionsOn('2026-11-20'))).toMatch(
      /^\*\*Use the board with the keyboard alone\*\*\n\n\$\(contrail-started-half\) In Progress/,
    );
  });

  it('shows that the work item does not exist, or why the work item could not be loaded', () => {
    expect(hoverText(GONE_RESOLUTION)).toBe('WEB\\-1 does not exist, or you have no access to it\\.');
    expect(loadedItemHover(GONE_RESOLUTION, cardOptionsOn('2026-11-20', ACTIONS))).toBe(
      'The work item does not exist, or you have no access to it\\.',
    );
    expect(hoverText(FAILED_RESOLUTION)).toContain(
      'could not be loaded\\. The server did not respond within 30 seconds',
    );
    expect(loadedItemHover(FAILED_RESOLUTION, cardOptionsOn('2026-11-20'))).toContain(
      'The work item could not be loaded',
    );
  });

  it('contains text of other users only as escaped text', async () => {
    const hostileHtml = HOSTILE_TEXT.replaceAll('<', '&lt;');
    await change({
      name: HOSTILE_TEXT,
      description_html: `<h2>${hostileHtml}</h2><ul><li>${hostileHtml}</li></ul><p>${hostileHtml}</p><script>alert(1)</script>`,
    });
    const html = new MarkdownIt({ html: true }).render(
      `${hoverText(READ_RESOLUTION)}\n\n${loadedItemHover(READ_RESOLUTION, cardOptionsOn('2026-11-20'))}`,
    );
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      expect.stringContaining('command:contrail.openWorkItem?'),
      expect.stringContaining('command:contrail.comment?'),
      expect.stringContaining('command:contrail.changeState?'),
    ]);
    expect(html).not.toMatch(/<img|<script|alert\(1\)<\/script/);
    expect(hoverText(READ_RESOLUTION).match(/\$\([\w-]+\)/g)).toEqual([
      '$(contrail-started-half)',
      '$(arrow-up)',
      '$(calendar)',
      '$(go-to-file)',
      '$(comment)',
      '$(contrail-started-half)',
    ]);
    expect(lensText(mentionOf('WEB-1'), READ_RESOLUTION, store).replace(/^\$\([\w-]+\)/, '')).not.toContain('$(');
  });
});

describe('A link that runs a command', () => {
  it('encodes the argument of the command so that the argument cannot end the Markdown link', () => {
    const argument = { project: ') [x](http://evil) "', id: "'*(!" };
    const link = commandLink('contrail.openWorkItem', argument);
    expect(link).toMatch(/^command:contrail\.openWorkItem\?[\w%.~-]+$/);
    expect(JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1)))).toEqual([argument]);
  });
});

describe('The text beside a mention in the editor', () => {
  it('is the state of the work item, and in a CodeLens also contains the identifier and the name', () => {
    const resolution = resolver.resolve(mentionOf('WEB-2'));
    const state = stateName(resolution, store);
    expect(state).not.toBe('');
    expect(lensText(mentionOf('WEB-2'), resolution, store)).toMatch(new RegExp(`^\\$\\([\\w-]+\\) WEB-2 ${state} · `));
  });

  it('contains each work item only once, even if the line mentions the work item several times', () => {
    const resolvedMentions = ['WEB-1', 'WEB-2', 'WEB-1'].map((identifier) => ({
      mention: mentionOf(identifier),
      resolution: READ_RESOLUTION,
    }));
    expect(endOfLineText(resolvedMentions, store)).toBe('WEB-1 In Progress · WEB-2 In Progress');
    expect(endOfLineText(resolvedMentions.slice(0, 1), store)).toBe('In Progress');
  });

  it('indicates that a work item is not loaded or does not exist', () => {
    const missing = mentionOf('WEB-4711');
    expect(lensText(missing, { kind: 'unread' }, store)).toBe('WEB-4711 …');
    expect(lensText(missing, GONE_RESOLUTION, store)).toBe('WEB-4711 does not exist');
    expect(mentionTitle(missing, GONE_RESOLUTION, resolver, store)).toBe(
      'WEB-4711 does not exist, or you have no access to it.',
    );
    expect(mentionTitle(missing, { kind: 'unread' }, resolver, store)).toBe('Work item in Atlas Web');
    expect(mentionTitle({ ...missing, prefix: 'NONE' }, { kind: 'unread' }, resolver, store)).toBe(
      'Work item in this workspace',
    );
    expect([stateName(GONE_RESOLUTION, store), stateName({ kind: 'unread' }, store)]).toEqual(['does not exist', '…']);
    expect(mentionTitle(mentionOf('WEB-2'), resolver.resolve(mentionOf('WEB-2')), resolver, store)).toBe(
      'Agree on the keys · Done · Medium',
    );
  });
});

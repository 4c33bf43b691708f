// Tests the tool that adds relations and links: confirmation, results, and undo.
import { describe, expect, it } from 'vitest';
import { showAgentChanges } from '../../../../src/features/agentTools/agentChanges.ts';
import { readRelations } from '../../../../src/features/relations/relatedItems.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { webItem } from '../quickEdit/setup.ts';
import { AgentToolsSetup } from './setup.ts';

const setup = forEachTest(() => AgentToolsSetup.open());

const RELATE_TOOL = 'contrail_relateWorkItem';
const blockingInput = { id: 'WEB-28', relation: 'blocking', other: 'WEB-27' };
const linkInput = { id: 'WEB-28', link: 'https://example.org/plan', title: 'The plan' };

/** Returns the types of the relations between WEB-28 and WEB-27 on the server. */
async function relationsTo27(): Promise<readonly string[]> {
  const { session, clock } = setup.quickEditSetup;
  const relations = await advanceUntilDone(clock, readRelations(session.store, webItem(28)));
  return relations.filter(({ other }) => other.id === webItem(27).id).map(({ type }) => type);
}

/** Returns the URLs and titles of the links of WEB-28 on the server. */
async function linksOnServer(): Promise<readonly unknown[]> {
  const { session, clock } = setup.quickEditSetup;
  const itemLinks = await advanceUntilDone(clock, session.store.links.readAll(webItem(28)));
  return itemLinks.map(({ url, title }) => ({ url, title }));
}

/** Undoes the change with this text in the list of agent changes. */
async function undo(text: string): Promise<void> {
  const { prompts, clock, session } = setup.quickEditSetup;
  const listPromise = showAgentChanges(prompts, clock, setup.agentChanges, session);
  (await prompts.list('Agent Changes')).pick(text);
  (await prompts.list('Select an action')).pick('Undo');
  await advanceUntilDone(clock, listPromise);
}

/** Returns the actions that the list of agent changes offers for the change with this text. */
async function actions(text: string): Promise<readonly string[]> {
  const { prompts, clock, session } = setup.quickEditSetup;
  const listPromise = showAgentChanges(prompts, clock, setup.agentChanges, session);
  (await prompts.list('Agent Changes')).pick(text);
  (await prompts.list(text)).press('back');
  (await prompts.list('Agent Changes')).pick(text);
  const list = await prompts.list(text);
  const labels = list.rows.map(({ label }) => label);
  list.escape();
  await listPromise;
  return labels;
}

const changeRequestCount = (): number =>
  setup.quickEditSetup.proxy.matchingRequests((method) => method !== 'GET').length;

describe('The tool that adds relations and links', () => {
  it('shows a relation for confirmation and adds the relation, and undo removes the relation', async () => {
    const confirmation = await setup.prepare(RELATE_TOOL, blockingInput);
    expect(confirmation[0]).toBe('Add a relation to WEB-28?');
    expect(confirmation.slice(2)).toEqual(['WEB-28 blocks WEB-27', expect.stringMatching(/^WEB-27 .+/)]);
    expect(changeRequestCount()).toBe(0);
    expect(await setup.invoke(RELATE_TOOL, blockingInput)).toBe('The relation was added.');
    expect(await relationsTo27()).toEqual(['blocking']);
    await undo('WEB-28 blocks WEB-27');
    expect(await relationsTo27()).toEqual([]);
    expect(await actions('WEB-28 blocks WEB-27')).toEqual(['Open Work Item']);
  });

  it('shows which relation the new relation replaces, and undo restores the replaced relation', async () => {
    await setup.confirmAndInvoke(RELATE_TOOL, blockingInput);
    const relatesToInput = { ...blockingInput, relation: 'relates_to' };
    expect((await setup.prepare(RELATE_TOOL, relatesToInput))[2]).toBe(
      'WEB-28 blocks WEB-27 → WEB-28 relates to WEB-27',
    );
    await setup.invoke(RELATE_TOOL, relatesToInput);
    expect(await relationsTo27()).toEqual(['relates_to']);
    await undo('WEB-28 relates to WEB-27');
    expect(await relationsTo27()).toEqual(['blocking']);
  });

  it('shows the URL and title of a link for confirmation and adds the link, and undo removes the link', async () => {
    const linksBefore = await linksOnServer();
    const confirmation = await setup.prepare(RELATE_TOOL, linkInput);
    expect(confirmation[0]).toBe('Add a link to WEB-28?');
    expect(confirmation.slice(2)).toEqual([linkInput.link, linkInput.title]);
    expect(await setup.invoke(RELATE_TOOL, linkInput)).toBe('The link was added.');
    expect(await linksOnServer()).toEqual(expect.arrayContaining([{ url: linkInput.link, title: linkInput.title }]));
    await undo(`Link on WEB-28: ${linkInput.link}`);
    expect(await linksOnServer()).toEqual(linksBefore);
  });

  it('shows and sends the URL and title of a link without hidden characters', async () => {
    const hidden = '\u200B\u{E0041}\u202E';
    const hidingInput = { ...linkInput, link: `${linkInput.link}${hidden}`, title: `The${hidden} plan` };
    const confirmation = await setup.prepare(RELATE_TOOL, hidingInput);
    expect(confirmation.slice(2)).toEqual([linkInput.link, linkInput.title]);
    await setup.invoke(RELATE_TOOL, hidingInput);
    expect(await linksOnServer()).toEqual(expect.arrayContaining([{ url: linkInput.link, title: linkInput.title }]));
  });

  it.each([blockingInput, linkInput])(
    'sends nothing if the server already has the relation or link: %j',
    async (input) => {
      await setup.confirmAndInvoke(RELATE_TOOL, input);
      const requestsBefore = changeRequestCount();
      expect(await setup.confirmAndInvoke(RELATE_TOOL, input)).toMatch(/^Nothing to change/);
      expect(changeRequestCount()).toBe(requestsBefore);
    },
  );

  it('asks in a dialog if VS Code has not asked for confirmation, and sends nothing if the user declines', async () => {
    const result = setup.invoke(RELATE_TOOL, linkInput);
    (await setup.quickEditSetup.prompts.message('Add a link to WEB-28?')).close();
    expect(await result).toMatch(/^The user declined/);
    expect(changeRequestCount()).toBe(0);
  });

  it('reports that the change may have happened if the response is lost, and lists the change', async () => {
    setup.quickEditSetup.proxy.inject(matchRequest('POST', '/relations/'), { kind: 'lost' });
    expect(await setup.confirmAndInvoke(RELATE_TOOL, blockingInput)).toContain('may have happened');
    expect(await actions('WEB-28 blocks WEB-27')).toEqual(['Open Work Item']);
  });

  it.each([
    [{ id: 'WEB-28' }, /^Give either/],
    [{ ...blockingInput, link: linkInput.link }, /^Give either/],
    [{ id: 'WEB-28', relation: 'blocking' }, /^Give either/],
    [{ ...blockingInput, other: 'WEB-28' }, /itself/],
    [{ ...blockingInput, other: 'WEB-9999' }, /^There is no work item/],
    [{ id: 'WEB-28', link: 'javascript:alert(1)' }, /^The input is invalid/],
    [{ id: 'WEB-28', link: 'https://' }, /valid web address/],
  ])('sends nothing if the input is invalid: %j', async (input, problem) => {
    expect(await setup.invoke(RELATE_TOOL, input)).toMatch(problem);
    expect(changeRequestCount()).toBe(0);
  });
});

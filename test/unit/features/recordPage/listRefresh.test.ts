// Tests that the lists of a page are refreshed with as few requests as possible.
import { describe, expect, it } from 'vitest';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { flushPromises } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');

const setup = forEachTest(createSetup);

/** Sends a request as another client does, without the proxy that counts requests. */
async function sendFromOtherClient(method: string, path: string, body?: object): Promise<{ readonly id: string }> {
  const response = await fetch(
    `${setup.server.baseUrl}/api/v1/workspaces/${setup.server.workspace}/projects/${WEB_PROJECT_ID}/${path}`,
    {
      method,
      headers: { 'x-api-key': setup.server.apiKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return text === '' ? { id: '' } : JSON.parse(text);
}

const requestedLists = (): string[] =>
  setup.proxy.requests.flatMap(
    ({ path }) => /\/(labels|states|members|modules|cycles|types)\/(?:\?|$)/.exec(path)?.[1] ?? [],
  );

async function choiceLabels(page: Page, field: string): Promise<readonly string[]> {
  await page.send({ type: 'offer', field });
  await flushPromises();
  return (page.field(field).choices ?? []).map(({ label }) => label);
}

describe('Refresh on a page', () => {
  const page = forEachTest(() => openPage(setup));

  it('causes the field Labels to show the changes by another client when the user opens the field again', async () => {
    await choiceLabels(page, 'labels');
    const { id } = await sendFromOtherClient('POST', 'labels/', { name: 'From elsewhere' });
    expect(await choiceLabels(page, 'labels')).not.toContain('From elsewhere');
    await page.send({ type: 'reload' });
    expect(requestedLists().filter((name) => name === 'labels')).toHaveLength(1);
    expect(await choiceLabels(page, 'labels')).toContain('From elsewhere');
    await sendFromOtherClient('PATCH', `labels/${id}/`, { name: 'Called otherwise' });
    await page.send({ type: 'reload' });
    expect(await choiceLabels(page, 'labels')).toContain('Called otherwise');
    await sendFromOtherClient('DELETE', `labels/${id}/`);
    await page.send({ type: 'reload' });
    const remainingLabels = await choiceLabels(page, 'labels');
    expect(remainingLabels).not.toContain('Called otherwise');
    expect(remainingLabels).not.toContain('From elsewhere');
    expect(requestedLists().filter((name) => name === 'labels')).toHaveLength(4);
  });

  it('tells the Code section once that the description is another, and nothing when only other fields are', async () => {
    await flushPromises();
    const changeCount = () => page.code.handledMessages.filter((name) => name === 'textChanged').length;
    const item = setup.store.item(WEB_1);
    const before = changeCount();
    await sendFromOtherClient('PATCH', `work-items/${WEB_1.id}/`, { name: 'Renamed elsewhere' });
    await page.send({ type: 'reload' });
    expect(changeCount()).toBe(before);
    await sendFromOtherClient('PATCH', `work-items/${WEB_1.id}/`, { description_html: '<p>at run (src/a.ts:1:1)</p>' });
    await page.send({ type: 'reload' });
    expect(changeCount()).toBe(before + 1);
    expect(item?.description_html).not.toBe(setup.store.item(WEB_1)?.description_html);
  });

  it('shows the new name of a state from the response with the work item, and reloads no list of choices', async () => {
    await choiceLabels(page, 'state');
    await choiceLabels(page, 'assignees');
    const countBefore = requestedLists().length;
    const state = String(page.field('state').value);
    await sendFromOtherClient('PATCH', `states/${state}/`, { name: 'Being built' });
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.field('state').choices?.find(({ id }) => id === state)?.label).toBe('Being built');
    expect(
      requestedLists()
        .slice(countBefore)
        .filter((name) => name !== 'modules'),
    ).toEqual([]);
  });

  it('reloads the list of modules, because the response with a work item contains no module names', async () => {
    await choiceLabels(page, 'module');
    const countBefore = requestedLists().length;
    const module = String(page.field('module').value);
    await sendFromOtherClient('PATCH', `modules/${module}/`, { name: 'Board, renamed' });
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.field('module').choices?.find(({ id }) => id === module)?.label).toBe('Board, renamed');
    expect(requestedLists().slice(countBefore)).toEqual(['modules']);
  });
});

describe('A page', () => {
  it('reloads a loaded list only once for an id that the list does not contain', async () => {
    using page = await openPage(setup);
    await choiceLabels(page, 'module');
    const countBefore = requestedLists().length;
    const unknownId = '11111111-2222-4333-8444-555555555555';
    await page.edit('module', unknownId);
    await flushPromises();
    await page.waitUntil(({ fields }) =>
      fields.some(
        ({ name, choices }) => name === 'module' && choices?.some(({ label }) => label === 'Unknown') === true,
      ),
    );
    await page.edit('name', 'Another name');
    await page.send({ type: 'offer' });
    await flushPromises();
    expect(
      requestedLists()
        .slice(countBefore)
        .filter((name) => name === 'modules'),
    ).toEqual(['modules']);
  });

  it('that is opened a second time reloads no list, even when the user opens its fields again', async () => {
    using firstPage = await openPage(setup);
    for (const field of ['state', 'labels', 'assignees', 'module']) await choiceLabels(firstPage, field);
    const countBefore = requestedLists().length;
    using secondPage = await openPage(setup);
    for (const field of ['state', 'labels', 'assignees', 'module']) await choiceLabels(secondPage, field);
    expect(requestedLists().slice(countBefore)).toEqual([]);
  });

  it('of a cycle marks only the lists of its own project as expired when the user refreshes the page', async () => {
    await setup.store.resources.cycles.list(WEB_PROJECT_ID).read();
    const [id = ''] = setup.store.resources.cycles.list(WEB_PROJECT_ID).state.ids;
    const apiProjectId = sample.project('API');
    await setup.store.resources.labels.readAll(WEB_PROJECT_ID);
    await setup.store.resources.labels.readAll(apiProjectId);
    using page = await openPage(setup, { target: targetOf({ kind: 'cycle', within: WEB_PROJECT_ID, id }) });
    await page.send({ type: 'reload' });
    expect([
      setup.store.resources.labels.list(WEB_PROJECT_ID).isCurrent(),
      setup.store.resources.labels.list(apiProjectId).isCurrent(),
    ]).toEqual([false, true]);
  });
});

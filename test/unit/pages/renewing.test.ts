// Tests that the lists of a page are refreshed with as few requests as possible.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { targetOf } from '../../../src/pages/record/resourceTarget.ts';
import { settled } from '../../support/clock.ts';
import { createSetup, openPage, type Page, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const WEB = sample.project('WEB');

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

/** Sends a request of another client directly to the server, bypassing the proxy that counts requests. */
async function elsewhere(method: string, path: string, body?: object): Promise<{ readonly id: string }> {
  const response = await fetch(
    `${setup.server.baseUrl}/api/v1/workspaces/${setup.server.workspace}/projects/${WEB}/${path}`,
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

const lists = (): string[] =>
  setup.proxy.requests.flatMap(
    ({ path }) => /\/(labels|states|members|modules|cycles|types)\/(?:\?|$)/.exec(path)?.[1] ?? [],
  );

async function offered(page: Page, field: string): Promise<readonly string[]> {
  await page.send({ type: 'offer', field });
  await settled();
  return (page.field(field).choices ?? []).map(({ label }) => label);
}

describe('Refresh on a page', () => {
  it('shows a label that another client added, renamed or deleted when the field is opened again', async () => {
    using page = await openPage(setup);
    await offered(page, 'labels');
    const { id } = await elsewhere('POST', 'labels/', { name: 'From elsewhere' });
    expect(await offered(page, 'labels')).not.toContain('From elsewhere');
    await page.send({ type: 'reload' });
    expect(lists().filter((one) => one === 'labels')).toHaveLength(1);
    expect(await offered(page, 'labels')).toContain('From elsewhere');
    await elsewhere('PATCH', `labels/${id}/`, { name: 'Called otherwise' });
    await page.send({ type: 'reload' });
    expect(await offered(page, 'labels')).toContain('Called otherwise');
    await elsewhere('DELETE', `labels/${id}/`);
    await page.send({ type: 'reload' });
    const left = await offered(page, 'labels');
    expect(left).not.toContain('Called otherwise');
    expect(left).not.toContain('From elsewhere');
    expect(lists().filter((one) => one === 'labels')).toHaveLength(4);
  });

  it('shows a renamed state with the request of the work item only, and reloads no list that is not shown', async () => {
    using page = await openPage(setup);
    await offered(page, 'state');
    await offered(page, 'assignees');
    const before = lists().length;
    const state = String(page.field('state').value);
    await elsewhere('PATCH', `states/${state}/`, { name: 'Being built' });
    await page.send({ type: 'reload' });
    await settled();
    expect(page.field('state').choices?.find(({ id }) => id === state)?.label).toBe('Being built');
    expect(
      lists()
        .slice(before)
        .filter((one) => one !== 'modules'),
    ).toEqual([]);
  });

  it('reloads the list that names a value that is shown and does not come with the record', async () => {
    using page = await openPage(setup);
    await offered(page, 'module');
    const before = lists().length;
    const module = String(page.field('module').value);
    await elsewhere('PATCH', `modules/${module}/`, { name: 'Board, renamed' });
    await page.send({ type: 'reload' });
    await settled();
    expect(page.field('module').choices?.find(({ id }) => id === module)?.label).toBe('Board, renamed');
    expect(lists().slice(before)).toEqual(['modules']);
  });
});

describe('A page', () => {
  it('reloads a loaded list once for an id that it does not name, and not again if that did not help', async () => {
    using page = await openPage(setup);
    await offered(page, 'module');
    const before = lists().length;
    const unknown = '11111111-2222-4333-8444-555555555555';
    await page.edit('module', unknown);
    await settled();
    await page.until(({ fields }) =>
      fields.some(
        ({ name, choices }) => name === 'module' && choices?.some(({ label }) => label === 'Unknown') === true,
      ),
    );
    await page.edit('name', 'Another name');
    await page.send({ type: 'offer' });
    await settled();
    expect(
      lists()
        .slice(before)
        .filter((one) => one === 'modules'),
    ).toEqual(['modules']);
  });

  it('that is opened again, and whose fields are opened again, reloads no list', async () => {
    using first = await openPage(setup);
    for (const field of ['state', 'labels', 'assignees', 'module']) await offered(first, field);
    const before = lists().length;
    using second = await openPage(setup);
    for (const field of ['state', 'labels', 'assignees', 'module']) await offered(second, field);
    expect(lists().slice(before)).toEqual([]);
  });

  it('of a cycle expires only the lists of its own project when it is refreshed', async () => {
    await setup.store.resources.cycles.list(WEB).read();
    const [id = ''] = setup.store.resources.cycles.list(WEB).state.ids;
    const api = sample.project('API');
    await setup.store.labels.read(WEB);
    await setup.store.labels.read(api);
    using page = await openPage(setup, { subject: targetOf({ kind: 'cycle', within: WEB, id }) });
    await page.send({ type: 'reload' });
    expect([setup.store.labels.isCurrent(WEB), setup.store.labels.isCurrent(api)]).toEqual([false, true]);
  });
});

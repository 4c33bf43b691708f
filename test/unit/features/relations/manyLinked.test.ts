// Tests how many requests the page of a work item with many relations, links and sub-items sends.
import { describe, expect, it } from 'vitest';
import type { ItemAddress } from '../../../../src/core/cache/address.ts';
import { Store } from '../../../../src/core/cache/store/store.ts';
import type { Dialect } from '../../../../src/server/http/dialect.ts';
import { flushPromises } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const project = sample.project('NOTES');
const LINKED_COUNT = 100;
const notesItem = (number: number): ItemAddress => ({ project, id: sample.workItem('NOTES', number) });
const ITEM_WITH_LINKED_RECORDS = notesItem(1);
const ITEM_WITHOUT_LINKED_RECORDS = notesItem(130);

describe.each<{ dialect: Dialect }>([{ dialect: 'spec' }, { dialect: 'community' }])(
  'A work item with 100 relations, links and sub-items on a $dialect server',
  ({ dialect }) => {
    const setup = forEachTest(() => createSetup(dialect));

    const send = async (method: string, path: string, body: object): Promise<void> => {
      const { baseUrl, workspace, apiKey } = setup.server;
      const url = `${baseUrl}/api/v1/workspaces/${workspace}/projects/${project}/work-items/${path}`;
      const headers = { 'content-type': 'application/json', 'x-api-key': apiKey };
      const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    };

    /** Opens the page in a new window, shows its relations and links, and returns the number of requests. */
    const requestCountFor = async (address: ItemAddress): Promise<number> => {
      const store = new Store(setup.client, setup.clock);
      const requestCountBefore = setup.proxy.requests.length;
      using page = await openPage(setup, { address, store: () => store });
      await setup.whileTimePasses(page.send({ type: 'showLinked' }));
      await flushPromises();
      if (address === ITEM_WITH_LINKED_RECORDS) {
        const { relations, links } = page.model.discussion ?? {};
        expect(relations?.groups.flatMap(({ rows }) => rows)).toHaveLength(LINKED_COUNT);
        expect(links?.items).toHaveLength(LINKED_COUNT);
      }
      return setup.proxy.requests.length - requestCountBefore;
    };

    it('opens with at most two more requests than a work item without relations, links and sub-items', async () => {
      const otherIds = Array.from({ length: LINKED_COUNT }, (_, index) => notesItem(index + 2).id);
      await send('POST', `${ITEM_WITH_LINKED_RECORDS.id}/relations/`, {
        relation_type: 'relates_to',
        issues: otherIds,
      });
      for (const [index, id] of otherIds.entries()) {
        await send('PATCH', `${id}/`, { parent: ITEM_WITH_LINKED_RECORDS.id });
        await send('POST', `${ITEM_WITH_LINKED_RECORDS.id}/links/`, {
          url: `https://example.com/${index}`,
          title: `Link ${index}`,
        });
      }
      const [empty, full] = [
        await requestCountFor(ITEM_WITHOUT_LINKED_RECORDS),
        await requestCountFor(ITEM_WITH_LINKED_RECORDS),
      ];
      expect(full - empty).toBeLessThanOrEqual(2);
    });
  },
);

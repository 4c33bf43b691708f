// Tests that work items are found on the server by identifier, by pasted URL and by words.
import { beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../../../../src/core/cache/store/store.ts';
import { findOnServer, type SessionToSearch } from '../../../../src/shell/itemPicker/findOnServer.ts';
import { answerWith } from '../../../support/faultProxy.ts';
import { forAllTests } from '../../../support/fixture.ts';
import { createSetup, WEB_1 } from '../../../support/pageSetup.ts';

let session: SessionToSearch;
const setup = forAllTests(createSetup);
beforeEach(() => {
  setup.proxy.removeFaults();
  session = { store: new Store(setup.client), baseUrl: setup.client.baseUrl, workspace: 'local' };
});

const find = (text: string) => findOnServer(session, text, AbortSignal.timeout(5_000));
const WEB_1_FOUND = { items: [{ address: WEB_1, identifier: 'WEB-1', name: 'Use the board with the keyboard alone' }] };

describe('findOnServer', () => {
  it('finds a work item by its identifier in lower case', async () => {
    expect(await find('web-1')).toEqual(WEB_1_FOUND);
  });

  it('finds a work item by words of its name', async () => {
    const { items } = await find('notes for the next');
    expect(items.map(({ identifier }) => identifier)).toContain('WEB-28');
  });

  it.each([
    'browse/WEB-1/',
    'browse/web-1',
    `projects/${WEB_1.project}/issues/${WEB_1.id}/`,
    `projects/${WEB_1.project}/work-items/${WEB_1.id}`,
  ])('finds the work item of the pasted URL %s', async (url) => {
    expect(await find(`${session.baseUrl}/local/${url}`)).toEqual(WEB_1_FOUND);
  });

  it.each(['https://plane.example.com/local/browse/WEB-1/', 'http://127.0.0.1:1/local/browse/WEB-1/'])(
    'sends no request for a URL of another server: %s',
    async (url) => {
      const requestCount = setup.proxy.requests.length;
      expect(await find(url)).toEqual({ items: [], problem: expect.stringContaining('another server or workspace') });
      expect(setup.proxy.requests).toHaveLength(requestCount);
    },
  );

  it('sends no request for a URL of another workspace, or of a page that is not a work item', async () => {
    const requestCount = setup.proxy.requests.length;
    expect(await find(`${session.baseUrl}/other/browse/WEB-1/`)).toMatchObject({
      problem: expect.stringContaining('another server'),
    });
    expect(await find(`${session.baseUrl}/local/settings/`)).toMatchObject({
      problem: expect.stringContaining('not the address of a work item'),
    });
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it.each(['WEB-4711', 'NOSUCH-1'])(
    'returns no work item and no error message for %s, which does not exist',
    async (identifier) => {
      expect(await find(identifier)).toEqual({ items: [] });
    },
  );

  it('returns an error message if the search fails', async () => {
    setup.proxy.inject((_, path) => path.includes('/search/'), answerWith(502, 'Bad Gateway', 'text/plain'));
    expect((await setup.whileTimePasses(find('words'))).problem).toMatch(/[a-z]/);
  });

  it('returns no error message if the search is canceled', async () => {
    expect(await findOnServer(session, 'words', AbortSignal.abort())).toEqual({ items: [] });
  });
});

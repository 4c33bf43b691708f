// Tests what the user reads about a project that no longer exists on an open-source server.
// Such a server answers 403, not 404.
import { expect, it } from 'vitest';
import { faultOf } from '../../../src/client/apiError.ts';
import { formatError } from '../../../src/workbench/ui/formatError.ts';
import { createSetup } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';

const GONE = 'The project was deleted, or you have not joined it.';
const WEB = sample.project('WEB');

it('A deleted project is reported as deleted or left, for its list and for each work item', async () => {
  await using setup = await createSetup('community');
  const { store } = setup;
  await store.list({ of: 'items', owner: WEB }).read();
  const [id = ''] = store.list({ of: 'items', owner: WEB }).state.ids;
  await setup.otherStore().resources.projects.remove(WEB);
  await store.list({ of: 'items', owner: WEB }).reload();
  const { ids, fault } = store.list({ of: 'items', owner: WEB }).state;
  expect(ids).toContain(id);
  expect(fault && formatError(fault)).toBe(GONE);
  const error: unknown = await store.resources.workItems.readOne(id, WEB).catch((thrown: unknown) => thrown);
  expect(formatError(faultOf(error))).toBe(GONE);
});

// Tests the error message for a project that was deleted on an open-source server.
// For such a project, the server responds with 403, not with 404.
import { expect, it } from 'vitest';
import { faultOf } from '../../../../src/client/apiError.ts';
import { formatError } from '../../../../src/shell/faults/formatError.ts';
import { createSetup } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const DELETED_OR_NOT_JOINED = 'The project was deleted, or you have not joined it.';
const WEB_PROJECT_ID = sample.project('WEB');

it('The error for a list or work item of a deleted project says that the project may be deleted', async () => {
  await using setup = await createSetup('community');
  const { store } = setup;
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
  const [id = ''] = store.list({ of: 'items', owner: WEB_PROJECT_ID }).state.ids;
  await setup.otherStore().resources.projects.remove(WEB_PROJECT_ID);
  await store.list({ of: 'items', owner: WEB_PROJECT_ID }).reload();
  const { ids, fault } = store.list({ of: 'items', owner: WEB_PROJECT_ID }).state;
  expect(ids).toContain(id);
  expect(fault && formatError(fault)).toBe(DELETED_OR_NOT_JOINED);
  const error: unknown = await store.resources.workItems.readOne(id, WEB_PROJECT_ID).catch((thrown: unknown) => thrown);
  expect(formatError(faultOf(error))).toBe(DELETED_OR_NOT_JOINED);
});

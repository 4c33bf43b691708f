// Tests that a new work item for a diagnostic does not replace a work item of another user.
import { describe, expect, it } from 'vitest';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const TARGET = newRecordTarget({ kind: 'workItem', within: WEB_PROJECT_ID });
const EXTERNAL_ID = 'problem-0123456789abcdef';

const setup = forEachTest(createSetup);

describe('A new work item for a diagnostic of VS Code', () => {
  it('shows an error if a work item for that diagnostic already exists, and is created by the next save', async () => {
    await setup.client.call.createWorkItem({
      project_id: WEB_PROJECT_ID,
      body: { name: 'Theirs', external_source: 'contrail', external_id: EXTERNAL_ID },
    });
    await setup.draftStore.open(TARGET.key);
    setup.draftStore.change(TARGET.key, 'New', () => ({ newRecord: { externalId: EXTERNAL_ID, initialValues: {} } }));
    using page = await openPage(setup, { target: TARGET });
    await page.edit('name', 'Mine');
    expect((await page.send({ type: 'save' })).problem).toMatch(/exists/);
    expect(page.createdAddresses).toEqual([]);
    expect(setup.draftStore.get(TARGET.key)?.touched).toMatchObject({ name: 'Mine' });
    expect(setup.draftStore.get(TARGET.key)?.newRecord?.externalId).not.toBe(EXTERNAL_ID);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(page.createdAddresses).toHaveLength(1);
  });
});

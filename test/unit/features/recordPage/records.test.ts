// Tests the pages of all kinds of records: opening, editing, saving and creating a record.
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/contract/operations.ts';
import type { Project } from '../../../../src/contract/resources/project.ts';
import { resourceTable } from '../../../../src/contract/resourceTable.ts';
import { RECORD_KINDS, type RecordAddress, type RecordKind, recordKey } from '../../../../src/core/cache/address.ts';
import { emptyDraft } from '../../../../src/core/drafts/draft.ts';
import type { FieldValue } from '../../../../src/items/form/fieldProtocol.ts';
import { recordFormOf } from '../../../../src/items/form/recordForm.ts';
import type { FieldValues } from '../../../../src/items/form/values.ts';
import { draftTitle } from '../../../../src/items/record/draftText.ts';
import { targetOf } from '../../../../src/items/record/existingRecordTarget.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { resourceStoreOf } from '../../../../src/items/record/resourceStoreOf.ts';
import { targetOfKey } from '../../../../src/items/record/targetOfKey.ts';
import { uuidFromName } from '../../../../src/server/database/uuidFromName.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const API_PROJECT_ID = sample.project('API');
const CUSTOMER_ID = uuidFromName('customer', 'Oat & Anchor');

const setup = forEachTest(createSetup);

const bodiesSentTo = (method: string, pathPart: string): unknown[] =>
  setup.proxy
    .matchingRequests(
      (requestMethod, path) => requestMethod === method && (path.split('?')[0] ?? '').includes(pathPart),
    )
    .map(({ body }) => JSON.parse(body));

interface ExistingRecord {
  readonly address: RecordAddress;
  readonly name: string;
  readonly edits: Readonly<Record<string, FieldValue>>;
  readonly body: object;
}

const existingRecords: readonly ExistingRecord[] = [
  {
    address: { kind: 'initiative', within: '', id: uuidFromName('initiative', 'Know where every parcel is') },
    name: 'Know where every parcel is',
    edits: {
      state: 'CLOSED',
      description_html: '<p>Found</p>',
      lead: sample.user('elif'),
      end_date: null,
      logo_props: '{"in_use": "icon"}',
    },
    body: {
      name: 'Know where every parcel is',
      state: 'CLOSED',
      description_html: '<p>Found</p>',
      lead: sample.user('elif'),
      // Not edited, but servers compare the dates only if a request contains both.
      start_date: expect.any(String),
      end_date: null,
      logo_props: { in_use: 'icon' },
    },
  },
  {
    address: { kind: 'initiativeLabel', within: '', id: uuidFromName('initiative-label', 'This year') },
    name: 'This year',
    edits: { color: '#123456', sort_order: '7', description: 'Until the end of it' },
    body: { color: '#123456', sort_order: 7, description: 'Until the end of it' },
  },
  {
    address: { kind: 'customer', within: '', id: CUSTOMER_ID },
    name: 'Oat & Anchor',
    edits: { email: 'oats@example.com', employees: '', revenue: '12', description_html: '<p>Porridge</p>' },
    body: { email: 'oats@example.com', employees: null, revenue: '12', description_html: '<p>Porridge</p>' },
  },
  {
    address: { kind: 'customerProperty', within: '', id: uuidFromName('customer-property', 'region') },
    name: 'Region',
    edits: { display_name: 'Area', is_multi: true, default_value: ['North', 'South'], validation_rules: '{\n}' },
    body: { display_name: 'Area', is_multi: true, default_value: ['North', 'South'] },
  },
  {
    address: { kind: 'customerRequest', within: CUSTOMER_ID, id: uuidFromName('customer-request', 'Oat & Anchor/1') },
    name: '',
    edits: { name: 'Before seven', description_html: '<p>Or at seven</p>', link: 'https://example.com/7' },
    body: {
      name: 'Before seven',
      title: 'Before seven',
      description_html: '<p>Or at seven</p>',
      link: 'https://example.com/7',
    },
  },
  {
    address: { kind: 'sticky', within: '', id: uuidFromName('sticky', 'Books') },
    name: 'Books',
    edits: { background_color: 'light-blue', name: '' },
    body: { background_color: 'light-blue', name: '' },
  },
  {
    address: { kind: 'project', within: '', id: API_PROJECT_ID },
    name: 'Courier API',
    edits: { description: 'Two\nlines', module_view: false },
    body: { description: 'Two\nlines', module_view: false },
  },
  {
    address: { kind: 'epic', within: API_PROJECT_ID, id: uuidFromName('epic', 'Webhooks that lose nothing') },
    name: 'Webhooks that lose nothing',
    edits: {
      state_id: sample.state('API', 'Done'),
      assignee_ids: [],
      priority: 'low',
      parent_id: sample.workItem('API', 2),
    },
    body: {
      state_id: sample.state('API', 'Done'),
      assignee_ids: [],
      priority: 'low',
      parent_id: sample.workItem('API', 2),
    },
  },
  {
    address: { kind: 'state', within: WEB_PROJECT_ID, id: sample.state('WEB', 'In Review') },
    name: 'In Review',
    edits: { name: 'Reviewed', color: '#123456', group: 'completed' },
    body: { name: 'Reviewed', color: '#123456', group: 'completed' },
  },
  {
    address: { kind: 'label', within: WEB_PROJECT_ID, id: sample.label('WEB', 'Design') },
    name: 'Design',
    edits: { name: 'Drawing', color: '#123456', description: 'Pictures' },
    body: { name: 'Drawing', color: '#123456', description: 'Pictures' },
  },
  {
    address: { kind: 'teamspace', within: '', id: uuidFromName('teamspace', 'Depot') },
    name: 'Depot',
    edits: { lead: null, description_html: '' },
    body: { lead: null, description_html: '<p></p>' },
  },
];

describe.each(existingRecords)('The page of an existing $address.kind', ({ address, name, edits, body }) => {
  const page = forEachTest(() => openPage(setup, { target: targetOf(address) }));

  it('shows the record, and sends exactly the edited fields in one update request', async () => {
    expect(page.model).toMatchObject({
      status: 'ready',
      isNew: false,
      hasComments: false,
      address: recordKey(address),
      unsent: false,
    });
    if (name !== '') expect(page.model.fields[0]?.value).toBe(name);
    for (const [field, value] of Object.entries(edits)) await page.edit(field, value);
    await flushPromises();
    expect(page.titles.at(-1)).toMatch(/^● /);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    await flushPromises();
    expect(bodiesSentTo('PATCH', address.id)).toEqual([body]);
    expect(page.model).toMatchObject({ unsent: false, saving: false });
    expect(page.model.notice).toBeUndefined();
    expect(page.model.fields.some(({ touched }) => touched)).toBe(false);
  });

  it('recognizes its own change after a lost response, and saves later edits without a conflict', async () => {
    const [{ name: titleField } = { name: '' }] = recordFormOf(address.kind, false).fields;
    await page.edit(titleField, 'First');
    setup.proxy.inject((method) => method === 'PATCH', { kind: 'lost' });
    const { problem } = await setup.whileTimePasses(page.send({ type: 'save' }));
    expect(problem).toContain('The server may have received the changes');
    setup.proxy.removeFaults();
    await page.edit(titleField, 'Second');
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toBeUndefined();
    await flushPromises();
    expect(page.model).toMatchObject({ conflicts: [], unsent: false });
    expect(page.field(titleField).value).toBe('Second');
  });

  it("shows the server's error message at its field, and stores the edits on disk", async () => {
    const [field = ''] = Object.keys(edits);
    setup.proxy.inject(matchRequest('PATCH', `/${address.id}/`), answerWith(400, { [field]: ['Not this one.'] }), 1);
    await page.edit(field, edits[field] ?? null);
    expect((await page.send({ type: 'save' })).problem).toMatch(
      /^Not saved\. The server rejected this .*Your changes are kept as a draft\.$/,
    );
    await flushPromises();
    expect(page.field(field)).toMatchObject({ problem: 'Not this one.', touched: true });
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(recordKey(address)))?.touched).toEqual({ [field]: edits[field] });
  });
});

interface NewRecord {
  readonly kind: RecordKind;
  readonly within: string;
  readonly values: FieldValues;
  readonly path: string;
}

const newRecords: readonly NewRecord[] = [
  { kind: 'workItem', within: WEB_PROJECT_ID, values: { name: 'Made here', priority: 'high' }, path: '/work-items/' },
  { kind: 'project', within: '', values: { name: 'Depot maps', identifier: 'MAPS' }, path: '/projects/' },
  { kind: 'epic', within: API_PROJECT_ID, values: { name: 'Made here' }, path: '/epics/' },
  {
    kind: 'cycle',
    within: WEB_PROJECT_ID,
    values: { name: 'Made here', description: 'Two weeks', start_date: '2027-02-01', end_date: '2027-02-14' },
    path: '/cycles/',
  },
  {
    kind: 'module',
    within: WEB_PROJECT_ID,
    values: { name: 'Made here', status: 'planned', lead: sample.user('ada') },
    path: '/modules/',
  },
  {
    kind: 'state',
    within: WEB_PROJECT_ID,
    values: { name: 'Made here', group: 'started', color: '#123456' },
    path: '/states/',
  },
  { kind: 'label', within: WEB_PROJECT_ID, values: { name: 'Made here', color: '#123456' }, path: '/labels/' },
  { kind: 'initiative', within: '', values: { name: 'Made here', state: 'PLANNED' }, path: '/initiatives/' },
  {
    kind: 'initiativeLabel',
    within: '',
    values: { name: 'Made here', color: '#123456' },
    path: '/initiatives/labels/',
  },
  { kind: 'teamspace', within: '', values: { name: 'Made here' }, path: '/teamspaces/' },
  { kind: 'customer', within: '', values: { name: 'Made here', employees: '3' }, path: '/customers/' },
  {
    kind: 'customerRequest',
    within: CUSTOMER_ID,
    values: { name: 'Made here', work_item_ids: [sample.workItem('WEB', 1)] },
    path: '/requests/',
  },
  {
    kind: 'customerProperty',
    within: '',
    values: { display_name: 'Made here', property_type: 'TEXT' },
    path: '/customer-properties/',
  },
  { kind: 'sticky', within: '', values: { name: 'Made here', background_color: 'green' }, path: '/stickies/' },
];

async function openNewRecord(
  { kind, within }: NewRecord,
  initialValues: FieldValues = {},
  options: { readonly origin?: string } = {},
): Promise<Page> {
  const target = newRecordTarget({ kind, within });
  await setup.draftStore.open(target.key);
  setup.draftStore.change(target.key, 'New', ({ newRecord }) => ({
    newRecord: { externalId: crypto.randomUUID(), ...newRecord, initialValues, ...options },
  }));
  return openPage(setup, { target });
}

/** Returns how many records on the server have the same value as the new record in the first field of `values`. */
async function countOnServer({ kind, within, values }: NewRecord): Promise<number> {
  const store = setup.otherStore();
  const [field, value] = Object.entries(values)[0] ?? ['', null];
  if (kind === 'workItem') {
    await store.list({ of: 'items', owner: within }).read();
    return [...store.resources.workItems.records.all().values()].filter(({ name }) => name === value).length;
  }
  const recordStore = resourceStoreOf(store.resources, kind);
  await recordStore.list(within).read();
  const records = recordStore
    .list(within)
    .state.ids.map((id) => (recordStore.get(id, within) ?? {}) as Readonly<Record<string, unknown>>);
  return records.filter((record) => record[field] === value).length;
}

describe('The origin of a new record, for example a code comment,', () => {
  const newRecord: NewRecord = { kind: 'workItem', within: WEB_PROJECT_ID, values: {}, path: '/work-items/' };

  it('is reported when the record is created, even after a lost response', async () => {
    using page = await openNewRecord(newRecord, { name: 'Close the socket' }, { origin: 'a comment' });
    setup.proxy.inject(matchRequest('POST', newRecord.path), { kind: 'lost' }, 1);
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toMatch(/^Not created\./);
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toBeUndefined();
    expect(page.creationOrigins).toEqual(['a comment']);
  });

  it('is undefined if the record was started without an origin', async () => {
    using page = await openNewRecord(newRecord, { name: 'Close the socket' });
    await page.send({ type: 'save' });
    expect(page.creationOrigins).toEqual([undefined]);
  });
});

describe.each(newRecords)('A new record of the kind $kind', (newRecord) => {
  const page = forEachTest(() => openNewRecord(newRecord));

  const isCreateRequest = matchRequest('POST', newRecord.path);

  it('is created from the edited fields, and its draft is removed', async () => {
    expect(page.model).toMatchObject({ status: 'ready', isNew: true, unsent: false });
    for (const [field, value] of Object.entries(newRecord.values)) await page.edit(field, value);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(page.createdAddresses).toHaveLength(1);
    expect(page.createdAddresses[0]).toMatchObject({ kind: newRecord.kind, within: newRecord.within });
    expect(await countOnServer(newRecord)).toBe(1);
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(page.model.address)).toBeUndefined();
  });

  it('is not sent without its required fields, and shows an error at each missing field', async () => {
    const requiredFields = newRecordTarget(newRecord).form.fields.flatMap(({ name, isRequired }) =>
      isRequired ? [name] : [],
    );
    const { problem } = await page.send({ type: 'save' });
    await flushPromises();
    if (requiredFields.length === 0) return expect(page.createdAddresses).toHaveLength(1);
    expect(problem).toMatch(/^Not created: .* must be corrected first\.$/);
    for (const name of requiredFields) expect(page.field(name).problem).toMatch(/^[A-Z].* is required\.$/);
    return expect(setup.proxy.matchingRequests(isCreateRequest)).toEqual([]);
  });

  it('is created once even if the response is lost and the user saves again', async () => {
    for (const [field, value] of Object.entries(newRecord.values)) await page.edit(field, value);
    setup.proxy.inject(isCreateRequest, { kind: 'lost' }, 1);
    const saving = page.send({ type: 'save' });
    expect((await setup.whileTimePasses(saving)).problem).toMatch(/^Not created\. .*Your text is kept as a draft\.$/);
    expect(page.createdAddresses).toEqual([]);
    expect((await setup.whileTimePasses(page.send({ type: 'save' }))).problem).toBeUndefined();
    expect(page.createdAddresses).toHaveLength(1);
    expect(await countOnServer(newRecord)).toBe(1);
  });

  it('keeps its edits when the server rejects it, and can be saved again', async () => {
    for (const [field, value] of Object.entries(newRecord.values)) await page.edit(field, value);
    const [field = ''] = Object.keys(newRecord.values);
    setup.proxy.inject(isCreateRequest, answerWith(400, { [field]: ['Taken'] }), 1);
    await page.send({ type: 'save' });
    await flushPromises();
    expect(page.field(field).problem).toBe('Taken.');
    expect(page.model.unsent).toBe(true);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(await countOnServer(newRecord)).toBe(1);
  });
});

describe('A new module', () => {
  const newRecord: NewRecord = {
    kind: 'module',
    within: WEB_PROJECT_ID,
    values: { name: 'Made here' },
    path: '/modules/',
  };

  it('is added to the choices of work items without another request if the modules are loaded', async () => {
    await setup.store.resources.modules.readAll(WEB_PROJECT_ID);
    using page = await openNewRecord(newRecord);
    await page.edit('name', 'Made here');
    await page.send({ type: 'save' });
    expect(setup.store.resources.modules.listed(WEB_PROJECT_ID).map(({ name }) => name)).toContain('Made here');
    expect(setup.proxy.matchingRequests(matchRequest('GET', '/modules/'))).toHaveLength(1);
  });

  it('is recognized by its external id if the network delivers the create request twice', async () => {
    using page = await openNewRecord(newRecord);
    await page.edit('name', 'Made here');
    setup.proxy.inject(matchRequest('POST', newRecord.path), { kind: 'repeated' }, 1);
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(page.createdAddresses).toHaveLength(1);
    expect(await countOnServer(newRecord)).toBe(1);
  });

  it('is rejected if its name already exists, and can be created with another name', async () => {
    await setup.otherStore().resources.modules.create({ name: 'Keyboard' }, WEB_PROJECT_ID);
    using page = await openNewRecord(newRecord);
    await page.edit('name', 'Keyboard');
    expect((await page.send({ type: 'save' })).problem).toContain('Not created.');
    expect(page.createdAddresses).toEqual([]);
    await page.edit('name', 'Made here');
    expect((await page.send({ type: 'save' })).problem).toBeUndefined();
    expect(await countOnServer(newRecord)).toBe(1);
  });
});

describe('A new work item', () => {
  const newRecord = newRecords[0] as NewRecord;

  it('has the initial values of its draft, and is created with them', async () => {
    using page = await openNewRecord(newRecord, {
      state: sample.state('WEB', 'Done'),
      assignees: [sample.user('ada')],
    });
    await flushPromises();
    expect(page.field('state')).toMatchObject({ value: sample.state('WEB', 'Done'), touched: false });
    expect(page.model.unsent).toBe(false);
    await page.edit('name', 'Made in Done');
    await page.send({ type: 'save' });
    expect(bodiesSentTo('POST', '/work-items/')).toMatchObject([
      {
        name: 'Made in Done',
        state: sample.state('WEB', 'Done'),
        assignees: [sample.user('ada')],
        external_source: 'contrail',
      },
    ]);
  });

  it('that was edited and closed is restored with a notice', async () => {
    const first = await openNewRecord(newRecord);
    await first.edit('name', 'Begun');
    first.recordPage.close();
    first.recordPage.dispose();
    await setup.draftStore.flush();
    using page = await openPage(setup, { target: newRecordTarget(newRecord), draftStore: setup.newDraftStore() });
    expect(page.field('name').value).toBe('Begun');
    expect(page.model.notice).toEqual({
      level: 'info',
      message: 'Restored your unsaved changes. Select Discard to remove them.',
    });
    await page.send({ type: 'revert' });
    page.recordPage.close();
    await flushPromises();
  });

  it('without edits leaves no draft when it is closed', async () => {
    const page = await openNewRecord(newRecord, { priority: 'low' });
    await setup.draftStore.flush();
    page.recordPage.close();
    page.recordPage.dispose();
    await setup.draftStore.flush();
    expect(await setup.newDraftStore().open(newRecordTarget(newRecord).key)).toBeUndefined();
  });

  it('that was created although the response was lost keeps later edits as a draft', async () => {
    using page = await openNewRecord(newRecord);
    await page.edit('name', 'First words');
    setup.proxy.inject(matchRequest('POST', newRecord.path), { kind: 'lost' }, 1);
    await setup.whileTimePasses(page.send({ type: 'save' }));
    await page.edit('name', 'Second words');
    await setup.whileTimePasses(page.send({ type: 'save' }));
    const [address] = page.createdAddresses;
    const draft = address && setup.draftStore.get(recordKey(address));
    expect(draft).toMatchObject({ touched: { name: 'Second words' }, base: { name: 'First words' } });
    expect(draft?.title).toMatch(/^WEB-\d+ First words$/);
    const store = setup.otherStore();
    const key = address === undefined ? '' : recordKey(address);
    const before = { ...emptyDraft('New Work Item', 0), touched: { name: 'Second words' } };
    expect(draftTitle(store, key, before)).toBe('New Work Item');
    await store.resources.workItems.readOne(address?.id ?? '', WEB_PROJECT_ID);
    expect(draftTitle(store, key, before)).toBe(draft?.title);
    expect(await countOnServer({ ...newRecord, values: { name: 'First words' } })).toBe(1);
    expect(await countOnServer({ ...newRecord, values: { name: 'Second words' } })).toBe(0);
  });
});

describe('The default state of a project', () => {
  const isProjectRead = matchRequest('GET', `/projects/${API_PROJECT_ID}/`);

  it('is the state marked as default if `default_state` is null, and Refresh reads the states again', async () => {
    const sentProject = await setup.store.resources.projects.readOne(API_PROJECT_ID);
    setup.proxy.inject(isProjectRead, answerWith(200, { ...sentProject, default_state: null }));
    using page = await openPage(setup, { target: targetOf({ kind: 'project', within: '', id: API_PROJECT_ID }) });
    await flushPromises();
    const isStatesRead = matchRequest('GET', `/projects/${API_PROJECT_ID}/states/`);
    await setup.proxy.waitForRequests(isStatesRead);
    await flushPromises();
    expect(page.field('default_state')).toMatchObject({ value: sample.state('API', 'Backlog'), touched: false });
    expect(page.model.unsent).toBe(false);
    expect(setup.proxy.matchingRequests(isStatesRead)).toHaveLength(1);
    await page.send({ type: 'reload' });
    expect(setup.proxy.matchingRequests(isStatesRead)).toHaveLength(2);
  });

  it('is the default state that the server sends', async () => {
    const sentProject = await setup.store.resources.projects.readOne(API_PROJECT_ID);
    setup.proxy.inject(isProjectRead, answerWith(200, { ...sentProject, default_state: sample.state('API', 'Done') }));
    using page = await openPage(setup, { target: targetOf({ kind: 'project', within: '', id: API_PROJECT_ID }) });
    await flushPromises();
    expect(page.field('default_state').value).toBe(sample.state('API', 'Done'));
  });
});

describe('A new work item in a project that accepts no work items', () => {
  const [newRecord] = newRecords as [NewRecord];
  const isProjectRead = matchRequest('GET', `/projects/${WEB_PROJECT_ID}/`);

  async function setProjectState(
    projectState: { readonly archived_at: string } | { readonly is_member: false },
  ): Promise<void> {
    await setup.store.resources.projects.readOne(WEB_PROJECT_ID);
    setup.store.resources.projects.storeRecords('', [
      { ...(setup.store.project(WEB_PROJECT_ID) as Project), ...projectState },
    ]);
    setup.proxy.inject(isProjectRead, answerWith(200, { ...setup.store.project(WEB_PROJECT_ID), ...projectState }));
  }

  it.each([
    ['archived', { archived_at: '2026-11-01T00:00:00Z' }, /is archived\. Restore it in Plane first\./],
    ['not joined', { is_member: false }, /^You have not joined the project “Atlas Web”\. Join it in Plane/],
  ] as const)('shows that the project is %s, is not sent, and stays a draft', async (_, projectState, message) => {
    await setProjectState(projectState);
    using page = await openNewRecord(newRecord);
    await flushPromises();
    expect(page.model.problem?.message).toMatch(message);
    await page.edit('name', 'Kept for later');
    await page.send({ type: 'save' });
    expect(page.model.notice).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/^Not created\. .* kept as a draft\.$/),
    });
    expect(bodiesSentTo('POST', '/work-items/')).toEqual([]);
    await setup.draftStore.flush();
    expect((await setup.newDraftStore().open(newRecordTarget(newRecord).key))?.touched).toEqual({
      name: 'Kept for later',
    });
  });

  it('is created when the user saves after the project was restored and the page was reloaded', async () => {
    await setProjectState({ archived_at: '2026-11-01T00:00:00Z' });
    using page = await openNewRecord(newRecord);
    await flushPromises();
    await page.edit('name', 'Made after all');
    setup.proxy.removeFaults();
    await page.send({ type: 'reload' });
    await flushPromises();
    expect(page.model.problem).toBeUndefined();
    await page.send({ type: 'save' });
    expect(bodiesSentTo('POST', '/work-items/')).toMatchObject([{ name: 'Made after all' }]);
  });
});

describe('The page of an epic', () => {
  it('shows its identifier', async () => {
    const id = uuidFromName('epic', 'Webhooks that lose nothing');
    using page = await openPage(setup, { target: targetOf({ kind: 'epic', within: API_PROJECT_ID, id }) });
    expect(page.model.identifier).toMatch(/^Epic API-\d+$/);
  });
});

describe('A new epic', () => {
  it('can have a work item of its project as parent, which the user finds by a search', async () => {
    using page = await openNewRecord({ kind: 'epic', within: API_PROJECT_ID, values: {}, path: '/epics/' });
    const { choices = [] } = await page.send({ type: 'find', field: 'parent_id', text: 'API-2' });
    expect(choices.map(({ detail }) => detail)).toContain('API-2');
    expect(choices.every(({ detail }) => detail?.startsWith('API-'))).toBe(true);
    await page.edit('name', 'Under another');
    await page.edit('parent_id', sample.workItem('API', 2));
    await page.send({ type: 'save' });
    expect(bodiesSentTo('POST', '/epics/')).toMatchObject([
      { name: 'Under another', parent_id: sample.workItem('API', 2) },
    ]);
  });
});

/**
 * Properties of request bodies that have no separate field in the form: another field of the form sets the property, or
 * no field does.
 */
const PROPERTIES_WITHOUT_FORM_FIELD: readonly string[] = [
  'description',
  'description_stripped',
  'description_binary',
  'external_source',
  'external_id',
  'project_id',
  // Set only when a project is copied.
  'timezone',
  // Servers ignore this property in an update request.
  'work_item_ids',
];

it.each(RECORD_KINDS)('The form of the kind %s has a field for each property of its request bodies', (name) => {
  for (const isNew of [true, false]) {
    const form = recordFormOf(name, isNew);
    const { create, update } = resourceTable[name].operationNames;
    const { body } = operations[isNew ? create : update] as unknown as { readonly body: { readonly shape: object } };
    const formFields = form.fields.flatMap((field) => [field.name, field.alsoSentAs]);
    expect(
      Object.keys(body.shape).filter(
        (field) => !formFields.includes(field) && !PROPERTIES_WITHOUT_FORM_FIELD.includes(field),
      ),
    ).toEqual([]);
  }
});

describe('targetOfKey', () => {
  it('returns the target for the key of an existing or new record, and undefined for any other text', () => {
    for (const { address } of existingRecords) expect(targetOfKey(recordKey(address))?.address).toEqual(address);
    for (const { kind, within } of newRecords)
      expect(targetOfKey(newRecordTarget({ kind, within }).key)?.address).toEqual({ kind, within, id: '' });
    expect(targetOfKey(`${WEB_PROJECT_ID}/w1`)?.item).toEqual({ project: WEB_PROJECT_ID, id: 'w1' });
    expect(targetOfKey('new nonsense x')).toBeUndefined();
    expect(targetOfKey('nonsense x/y')).toBeUndefined();
  });
});

describe('A page of a record', () => {
  it('shows a change that a command has made in the same window', async () => {
    const address = { kind: 'customer', within: '', id: CUSTOMER_ID } as const;
    using page = await openPage(setup, { target: targetOf(address) });
    await setup.store.resources.customers.update(CUSTOMER_ID, { stage: 'sleeping' });
    await flushPromises();
    expect(page.field('stage').value).toBe('sleeping');
  });

  it('shows labels for the API constants of a customer, and other texts of these fields unchanged', async () => {
    const address = { kind: 'customer', within: '', id: CUSTOMER_ID } as const;
    using page = await openPage(setup, { target: targetOf(address) });
    const changes = { stage: 'closed_won', contract_status: 'Net 30, from May' };
    await setup.store.resources.customers.update(CUSTOMER_ID, changes);
    await flushPromises();
    expect(page.field('stage')).toMatchObject({ value: 'closed_won', valueLabel: 'Closed won' });
    expect(page.field('contract_status').valueLabel).toBeUndefined();
  });

  it('shows a message if the record does not exist on the server', async () => {
    const address = { kind: 'customer', within: '', id: uuidFromName('customer', 'nobody') } as const;
    using page = await openPage(setup, { target: targetOf(address) });
    expect(page.model).toMatchObject({ status: 'failed', identifier: 'Customer' });
    expect(page.model.problem?.message).toBe('It does not exist, or you have no access to it.');
  });
});

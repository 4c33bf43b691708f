// Owns the proof of the editors of every kind of record against the real service: opened, edited, saved, refused, made,
// and made once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECORD_KINDS, type RecordAddress, type RecordKind, recordKey } from '../../../src/cache/address.ts';
import { operations } from '../../../src/contract/operations.ts';
import type { Project } from '../../../src/contract/resources/project.ts';
import { resourceTable } from '../../../src/contract/resourceTable.ts';
import { emptyDraft } from '../../../src/drafts/draft.ts';
import { draftTitle } from '../../../src/pages/draftText.ts';
import { recordFormOf } from '../../../src/pages/fields/recordForm.ts';
import type { FieldValues } from '../../../src/pages/fields/values.ts';
import type { FieldValue } from '../../../src/pages/protocol/fields.ts';
import { newRecordTarget } from '../../../src/pages/record/newRecordTarget.ts';
import { targetOfKey } from '../../../src/pages/record/recordTargets.ts';
import { targetOf } from '../../../src/pages/record/resourceTarget.ts';
import { storeOf } from '../../../src/pages/record/storeOf.ts';
import { nameId } from '../../../src/server/nameId.ts';
import { settled } from '../../support/clock.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup } from '../../support/pageSetup.ts';
import { sample } from '../../support/service.ts';

const WEB = sample.project('WEB');
const API = sample.project('API');
const ANCHOR = nameId('customer', 'Oat & Anchor');

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const sentTo = (method: string, end: string): unknown[] =>
  setup.proxy
    .requestsTo((asked, path) => asked === method && (path.split('?')[0] ?? '').includes(end))
    .map(({ body }) => JSON.parse(body));

interface Edited {
  readonly address: RecordAddress;
  readonly name: string;
  readonly edits: Readonly<Record<string, FieldValue>>;
  readonly body: object;
}

const edited: readonly Edited[] = [
  {
    address: { kind: 'initiative', within: '', id: nameId('initiative', 'Know where every parcel is') },
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
      end_date: null,
      logo_props: { in_use: 'icon' },
    },
  },
  {
    address: { kind: 'initiativeLabel', within: '', id: nameId('initiative-label', 'This year') },
    name: 'This year',
    edits: { color: '#123456', sort_order: '7', description: 'Until the end of it' },
    body: { color: '#123456', sort_order: 7, description: 'Until the end of it' },
  },
  {
    address: { kind: 'customer', within: '', id: ANCHOR },
    name: 'Oat & Anchor',
    edits: { email: 'oats@example.com', employees: '', revenue: '12', description_html: '<p>Porridge</p>' },
    body: { email: 'oats@example.com', employees: null, revenue: '12', description_html: '<p>Porridge</p>' },
  },
  {
    address: { kind: 'customerProperty', within: '', id: nameId('customer-property', 'region') },
    name: 'Region',
    edits: { display_name: 'Area', is_multi: true, default_value: ['North', 'South'], validation_rules: '{\n}' },
    body: { display_name: 'Area', is_multi: true, default_value: ['North', 'South'] },
  },
  {
    address: { kind: 'customerRequest', within: ANCHOR, id: nameId('customer-request', 'Oat & Anchor/1') },
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
    address: { kind: 'sticky', within: '', id: nameId('sticky', 'Books') },
    name: 'Books',
    edits: { background_color: 'light-blue', name: '' },
    body: { background_color: 'light-blue', name: '' },
  },
  {
    address: { kind: 'project', within: '', id: API },
    name: 'Courier API',
    edits: { description: 'Two\nlines', module_view: false },
    body: { description: 'Two\nlines', module_view: false },
  },
  {
    address: { kind: 'epic', within: API, id: nameId('epic', 'Webhooks that lose nothing') },
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
    address: { kind: 'teamspace', within: '', id: nameId('teamspace', 'Depot') },
    name: 'Depot',
    edits: { lead: null, description_html: '' },
    body: { lead: null, description_html: '<p></p>' },
  },
];

describe.each(edited)('the editor of $address.kind', ({ address, name, edits, body }) => {
  it('shows the record, and sends what was touched as its operation wants it, once', async () => {
    using page = await openPage(setup, { subject: targetOf(address) });
    expect(page.model).toMatchObject({
      status: 'ready',
      isNew: false,
      discusses: false,
      address: recordKey(address),
      unsent: false,
    });
    if (name !== '') expect(page.model.fields[0]?.value).toBe(name);
    for (const [field, value] of Object.entries(edits)) await page.edit(field, value);
    await settled();
    expect(page.titles.at(-1)).toMatch(/^● /);
    expect((await page.say({ say: 'save' })).problem).toBeUndefined();
    await settled();
    expect(sentTo('PATCH', address.id)).toEqual([body]);
    expect(page.model).toMatchObject({ unsent: false, saving: false });
    expect(page.model.notice).toBeUndefined();
    expect(page.model.fields.some(({ touched }) => touched)).toBe(false);
  });

  it('takes a change whose answer was lost for the own one, and saves what was typed since without a conflict', async () => {
    using page = await openPage(setup, { subject: targetOf(address) });
    const [{ name: called } = { name: '' }] = recordFormOf(address.kind, false).fields;
    await page.edit(called, 'First');
    setup.proxy.spoil((method) => method === 'PATCH', { kind: 'lost' });
    const { problem } = await setup.whileTimePasses(page.say({ say: 'save' }));
    expect(problem).toContain('The server may have received the changes');
    setup.proxy.heal();
    await page.edit(called, 'Second');
    expect((await setup.whileTimePasses(page.say({ say: 'save' }))).problem).toBeUndefined();
    await settled();
    expect(page.model).toMatchObject({ conflicts: [], unsent: false });
    expect(page.field(called).value).toBe('Second');
  });

  it('puts the words of a refusal at the field, and keeps what was written over a restart', async () => {
    using page = await openPage(setup, { subject: targetOf(address) });
    const [field = ''] = Object.keys(edits);
    setup.proxy.spoil(requestTo('PATCH', `/${address.id}/`), answered(400, { [field]: ['Not this one.'] }), 1);
    await page.edit(field, edits[field] ?? null);
    expect((await page.say({ say: 'save' })).problem).toMatch(
      /^Not saved\. The service refused .*What you changed is kept as a draft\.$/,
    );
    await settled();
    expect(page.field(field)).toMatchObject({ problem: 'Not this one.', touched: true });
    await setup.desk.flush();
    expect((await setup.newDesk().open(recordKey(address)))?.touched).toEqual({ [field]: edits[field] });
  });
});

interface Made {
  readonly kind: RecordKind;
  readonly within: string;
  readonly values: FieldValues;
  readonly path: string;
}

const made: readonly Made[] = [
  { kind: 'workItem', within: WEB, values: { name: 'Made here', priority: 'high' }, path: '/work-items/' },
  { kind: 'project', within: '', values: { name: 'Depot maps', identifier: 'MAPS' }, path: '/projects/' },
  { kind: 'epic', within: API, values: { name: 'Made here' }, path: '/epics/' },
  {
    kind: 'cycle',
    within: WEB,
    values: { name: 'Made here', description: 'Two weeks', start_date: '2027-02-01', end_date: '2027-02-14' },
    path: '/cycles/',
  },
  {
    kind: 'module',
    within: WEB,
    values: { name: 'Made here', status: 'planned', lead: sample.user('ada') },
    path: '/modules/',
  },
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
    within: ANCHOR,
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

async function begin(
  { kind, within }: Made,
  implied: FieldValues = {},
  from: { readonly origin?: string } = {},
): Promise<Page> {
  const subject = newRecordTarget({ kind, within });
  await setup.desk.open(subject.key);
  setup.desk.change(subject.key, 'New', ({ making }) => ({
    making: { externalId: crypto.randomUUID(), ...making, implied, ...from },
  }));
  return openPage(setup, { subject });
}

/** How many there are on the service with what was made. */
async function countOn({ kind, within, values }: Made): Promise<number> {
  const store = setup.otherStore();
  const [field, value] = Object.entries(values)[0] ?? ['', null];
  if (kind === 'workItem') {
    await store.list({ of: 'items', owner: within }).read();
    return [...store.resources.workItems.records.all().values()].filter(({ name }) => name === value).length;
  }
  const shelf = storeOf(store.resources, kind);
  await shelf.list(within).read();
  const records = shelf
    .list(within)
    .state.ids.map((id) => (shelf.get(id, within) ?? {}) as Readonly<Record<string, unknown>>);
  return records.filter((record) => record[field] === value).length;
}

describe('a record that was begun somewhere', () => {
  const one: Made = { kind: 'workItem', within: WEB, values: {}, path: '/work-items/' };

  it('is told of with its origin when it is made, also after an answer was lost', async () => {
    using page = await begin(one, { name: 'Close the socket' }, { origin: 'a comment' });
    setup.proxy.spoil(requestTo('POST', one.path), { kind: 'lost' }, 1);
    expect((await setup.whileTimePasses(page.say({ say: 'save' }))).problem).toMatch(/^Not created\./);
    expect((await setup.whileTimePasses(page.say({ say: 'save' }))).problem).toBeUndefined();
    expect(page.origins).toEqual(['a comment']);
  });

  it('is told of without one when it was begun anywhere', async () => {
    using page = await begin(one, { name: 'Close the socket' });
    await page.say({ say: 'save' });
    expect(page.origins).toEqual([undefined]);
  });
});

describe.each(made)('a new $kind', (one) => {
  const post = requestTo('POST', one.path);

  it('is made of what was filled in, and leaves no draft', async () => {
    using page = await begin(one);
    expect(page.model).toMatchObject({ status: 'ready', isNew: true, unsent: false });
    for (const [field, value] of Object.entries(one.values)) await page.edit(field, value);
    expect((await page.say({ say: 'save' })).problem).toBeUndefined();
    expect(page.made).toHaveLength(1);
    expect(page.made[0]).toMatchObject({ kind: one.kind, within: one.within });
    expect(await countOn(one)).toBe(1);
    await setup.desk.flush();
    expect(await setup.newDesk().open(page.model.address)).toBeUndefined();
  });

  it('without what it needs is not sent, and says so at the field', async () => {
    using page = await begin(one);
    const required = newRecordTarget(one).kind.fields.flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
    const { problem } = await page.say({ say: 'save' });
    await settled();
    if (required.length === 0) return expect(page.made).toHaveLength(1);
    expect(problem).toMatch(/^Not created: .* must be corrected first\.$/);
    for (const name of required) expect(page.field(name).problem).toMatch(/^An? .+ needs an? .+\.$/);
    return expect(setup.proxy.requestsTo(post)).toEqual([]);
  });

  it('is made once although the answer was lost, and what was written since is not lost', async () => {
    using page = await begin(one);
    for (const [field, value] of Object.entries(one.values)) await page.edit(field, value);
    setup.proxy.spoil(post, { kind: 'lost' }, 1);
    const saving = page.say({ say: 'save' });
    expect((await setup.whileTimePasses(saving)).problem).toMatch(
      /^Not created\. .*What you wrote is kept as a draft\.$/,
    );
    expect(page.made).toEqual([]);
    expect((await setup.whileTimePasses(page.say({ say: 'save' }))).problem).toBeUndefined();
    expect(page.made).toHaveLength(1);
    expect(await countOn(one)).toBe(1);
  });

  it('that is refused keeps everything for another try', async () => {
    using page = await begin(one);
    for (const [field, value] of Object.entries(one.values)) await page.edit(field, value);
    const [field = ''] = Object.keys(one.values);
    setup.proxy.spoil(post, answered(400, { [field]: ['Taken'] }), 1);
    await page.say({ say: 'save' });
    await settled();
    expect(page.field(field).problem).toBe('Taken.');
    expect(page.model.unsent).toBe(true);
    expect((await page.say({ say: 'save' })).problem).toBeUndefined();
    expect(await countOn(one)).toBe(1);
  });
});

describe('a new module', () => {
  const one: Made = { kind: 'module', within: WEB, values: { name: 'Made here' }, path: '/modules/' };

  it('is offered for work items without another request when the modules of its project have been read', async () => {
    await setup.store.modules.read(WEB);
    using page = await begin(one);
    await page.edit('name', 'Made here');
    await page.say({ say: 'save' });
    expect(setup.store.modules.of(WEB).records.map(({ name }) => name)).toContain('Made here');
    expect(setup.proxy.requestsTo(requestTo('GET', '/modules/'))).toHaveLength(1);
  });

  it('that the wire delivered twice is known by its id, although its name is taken by then', async () => {
    using page = await begin(one);
    await page.edit('name', 'Made here');
    setup.proxy.spoil(requestTo('POST', one.path), { kind: 'repeated' }, 1);
    expect((await page.say({ say: 'save' })).problem).toBeUndefined();
    expect(page.made).toHaveLength(1);
    expect(await countOn(one)).toBe(1);
  });

  it('whose name another has is refused, and can have another name', async () => {
    await setup.otherStore().resources.modules.create({ name: 'Keyboard' }, WEB);
    using page = await begin(one);
    await page.edit('name', 'Keyboard');
    expect((await page.say({ say: 'save' })).problem).toContain('Not created.');
    expect(page.made).toEqual([]);
    await page.edit('name', 'Made here');
    expect((await page.say({ say: 'save' })).problem).toBeUndefined();
    expect(await countOn(one)).toBe(1);
  });
});

describe('a new work item', () => {
  const one = made[0] as Made;

  it('starts from what its place implies, which is sent with it', async () => {
    using page = await begin(one, { state: sample.state('WEB', 'Done'), assignees: [sample.user('ada')] });
    await settled();
    expect(page.field('state')).toMatchObject({ value: sample.state('WEB', 'Done'), touched: false });
    expect(page.model.unsent).toBe(false);
    await page.edit('name', 'Made in Done');
    await page.say({ say: 'save' });
    expect(sentTo('POST', '/work-items/')).toMatchObject([
      {
        name: 'Made in Done',
        state: sample.state('WEB', 'Done'),
        assignees: [sample.user('ada')],
        external_source: 'contrail',
      },
    ]);
  });

  it('that was begun and left is offered again, and says so; one of which nothing was written is not kept', async () => {
    const first = await begin(one);
    await first.edit('name', 'Begun');
    first.conversation.close();
    first.conversation.dispose();
    await setup.desk.flush();
    using page = await openPage(setup, { subject: newRecordTarget(one), desk: setup.newDesk() });
    expect(page.field('name').value).toBe('Begun');
    expect(page.model.notice).toEqual({
      level: 'info',
      message: 'This is what you began earlier. Revert gives it up.',
    });
    await page.say({ say: 'revert' });
    page.conversation.close();
    await settled();
  });

  it('of which nothing was written leaves no draft when it is closed', async () => {
    const page = await begin(one, { priority: 'low' });
    await setup.desk.flush();
    page.conversation.close();
    page.conversation.dispose();
    await setup.desk.flush();
    expect(await setup.newDesk().open(newRecordTarget(one).key)).toBeUndefined();
  });

  it('made although the answer was lost takes what was written since as a draft of its own', async () => {
    using page = await begin(one);
    await page.edit('name', 'First words');
    setup.proxy.spoil(requestTo('POST', one.path), { kind: 'lost' }, 1);
    await setup.whileTimePasses(page.say({ say: 'save' }));
    await page.edit('name', 'Second words');
    await setup.whileTimePasses(page.say({ say: 'save' }));
    const [address] = page.made;
    const draft = address && setup.desk.get(recordKey(address));
    expect(draft).toMatchObject({ touched: { name: 'Second words' }, base: { name: 'First words' } });
    expect(draft?.title).toMatch(/^WEB-\d+ First words$/);
    const store = setup.otherStore();
    const key = address === undefined ? '' : recordKey(address);
    const before = { ...emptyDraft('New work item', 0), touched: { name: 'Second words' } };
    expect(draftTitle(store, key, before)).toBe('New work item');
    await store.resources.workItems.readOne(address?.id ?? '', WEB);
    expect(draftTitle(store, key, before)).toBe(draft?.title);
    expect(await countOn({ ...one, values: { name: 'First words' } })).toBe(1);
    expect(await countOn({ ...one, values: { name: 'Second words' } })).toBe(0);
  });
});

describe('the default state of a project', () => {
  const project = requestTo('GET', `/projects/${API}/`);

  it('is the state that says so of itself where the server names none, and its states are read once for that and again by a refresh', async () => {
    const told = await setup.store.resources.projects.readOne(API);
    setup.proxy.spoil(project, answered(200, { ...told, default_state: null }));
    using page = await openPage(setup, { subject: targetOf({ kind: 'project', within: '', id: API }) });
    await settled();
    const states = requestTo('GET', `/projects/${API}/states/`);
    await setup.proxy.until(states);
    await settled();
    expect(page.field('default_state')).toMatchObject({ value: sample.state('API', 'Backlog'), touched: false });
    expect(page.model.unsent).toBe(false);
    expect(setup.proxy.requestsTo(states)).toHaveLength(1);
    await page.say({ say: 'reload' });
    expect(setup.proxy.requestsTo(states)).toHaveLength(2);
  });

  it('is the one that the server names', async () => {
    const told = await setup.store.resources.projects.readOne(API);
    setup.proxy.spoil(project, answered(200, { ...told, default_state: sample.state('API', 'Done') }));
    using page = await openPage(setup, { subject: targetOf({ kind: 'project', within: '', id: API }) });
    await settled();
    expect(page.field('default_state').value).toBe(sample.state('API', 'Done'));
  });
});

describe('a new work item of a project that takes none', () => {
  const [one] = made as [Made];
  const project = requestTo('GET', `/projects/${WEB}/`);

  async function projectIs(standing: { readonly archived_at: string } | { readonly is_member: false }): Promise<void> {
    await setup.store.resources.projects.readOne(WEB);
    setup.store.resources.projects.tell('', [{ ...(setup.store.project(WEB) as Project), ...standing }]);
    setup.proxy.spoil(project, answered(200, { ...setup.store.project(WEB), ...standing }));
  }

  it.each([
    ['archived', { archived_at: '2026-11-01T00:00:00Z' }, /is archived.*Restore the project in Plane first\./],
    ['not joined', { is_member: false }, /^You have not joined the project “Atlas Web”\. Join it in Plane/],
  ] as const)('says that the project is %s, is not sent, and stays a draft', async (_, standing, words) => {
    await projectIs(standing);
    using page = await begin(one);
    await settled();
    expect(page.model.problem?.message).toMatch(words);
    await page.edit('name', 'Kept for later');
    await page.say({ say: 'save' });
    expect(page.model.notice).toMatchObject({
      level: 'error',
      message: expect.stringMatching(/^Not created\. .* kept as a draft\.$/),
    });
    expect(sentTo('POST', '/work-items/')).toEqual([]);
    await setup.desk.flush();
    expect((await setup.newDesk().open(newRecordTarget(one).key))?.touched).toEqual({ name: 'Kept for later' });
  });

  it('is created after the project was restored and read again', async () => {
    await projectIs({ archived_at: '2026-11-01T00:00:00Z' });
    using page = await begin(one);
    await settled();
    await page.edit('name', 'Made after all');
    setup.proxy.heal();
    await page.say({ say: 'reload' });
    await settled();
    expect(page.model.problem).toBeUndefined();
    await page.say({ say: 'save' });
    expect(sentTo('POST', '/work-items/')).toMatchObject([{ name: 'Made after all' }]);
  });
});

describe('a new epic', () => {
  it('has a parent that is found among the work items of its project', async () => {
    using page = await begin({ kind: 'epic', within: API, values: {}, path: '/epics/' });
    const { choices = [] } = await page.say({ say: 'find', field: 'parent_id', text: 'API-2' });
    expect(choices.map(({ detail }) => detail)).toContain('API-2');
    expect(choices.every(({ detail }) => detail?.startsWith('API-'))).toBe(true);
    await page.edit('name', 'Under another');
    await page.edit('parent_id', sample.workItem('API', 2));
    await page.say({ say: 'save' });
    expect(sentTo('POST', '/epics/')).toMatchObject([{ name: 'Under another', parent_id: sample.workItem('API', 2) }]);
  });
});

/** Said otherwise by another field, or set without being asked for. */
const NOT_ASKED: readonly string[] = [
  'description',
  'description_stripped',
  'description_binary',
  'external_source',
  'external_id',
  'project_id',
  // Servers ignore it in a change.
  'work_item_ids',
];

it.each(RECORD_KINDS)('Every field of the bodies of a %s has its place in the form', (name) => {
  for (const isNew of [true, false]) {
    const kind = recordFormOf(name, isNew);
    const { create, update } = resourceTable[name].names;
    const { body } = operations[isNew ? create : update] as unknown as { readonly body: { readonly shape: object } };
    const shown = kind.fields.flatMap((field) => [field.name, field.also]);
    expect(Object.keys(body.shape).filter((field) => !shown.includes(field) && !NOT_ASKED.includes(field))).toEqual([]);
  }
});

describe('the key of a tab', () => {
  it('leads to its subject, whether that is there or being made', () => {
    for (const { address } of edited) expect(targetOfKey(recordKey(address))?.address).toEqual(address);
    for (const { kind, within } of made)
      expect(targetOfKey(newRecordTarget({ kind, within }).key)?.address).toEqual({ kind, within, id: '' });
    expect(targetOfKey(`${WEB}/w1`)?.item).toEqual({ project: WEB, id: 'w1' });
    expect(targetOfKey('new nonsense x')).toBeUndefined();
    expect(targetOfKey('nonsense x/y')).toBeUndefined();
  });
});

describe('an editor that another one is open beside', () => {
  it('shows what was changed elsewhere', async () => {
    const address = { kind: 'customer', within: '', id: ANCHOR } as const;
    using page = await openPage(setup, { subject: targetOf(address) });
    await setup.store.resources.customers.update(ANCHOR, { stage: 'sleeping' });
    await settled();
    expect(page.field('stage').value).toBe('sleeping');
  });

  it('says what the server does not have', async () => {
    const address = { kind: 'customer', within: '', id: nameId('customer', 'nobody') } as const;
    using page = await openPage(setup, { subject: targetOf(address) });
    expect(page.model).toMatchObject({ status: 'failed', identifier: 'Customer', noun: 'customer' });
    expect(page.model.problem?.message).toBe('It does not exist, or you may not see it.');
  });
});

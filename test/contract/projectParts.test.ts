// Tests the rules of a project and of its states, labels, modules, cycles and members.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

type Body = Record<string, unknown> & { readonly id: string };
const WEB = `projects/${sample.project('WEB')}/`;
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function ask(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const answer = await server.ask(method, path, { body });
  return [answer.status, (answer.status === 204 ? {} : await answer.json()) as Body];
}
const results = async (path: string): Promise<Body[]> => (await ask('GET', path))[1]['results'] as Body[];

describe('A project', () => {
  it('rejects a name that is taken, and any change while it is archived', async () => {
    expect(await ask('PATCH', WEB, { name: 'Courier API' })).toEqual([
      409,
      { name: 'The project name is already taken' },
    ]);
    expect(await ask('PATCH', WEB, { identifier: 'api' })).toEqual([
      409,
      { identifier: 'The project identifier is already taken' },
    ]);
    expect((await ask('PATCH', WEB, { identifier: 'site', name: 'Atlas Web' }))[1]).toMatchObject({
      identifier: 'SITE',
    });
    expect((await ask('PATCH', WEB, { default_state: sample.state('API', 'Todo') }))[0]).toBe(400);
    expect((await ask('POST', `${WEB}archive/`))[0]).toBe(204);
    expect(await ask('PATCH', WEB, { description: 'x' })).toEqual([
      400,
      { error: 'Archived project cannot be updated' },
    ]);
    expect((await ask('DELETE', `${WEB}archive/`))[0]).toBe(204);
    expect((await ask('PATCH', WEB, { description: 'x' }))[1]).toMatchObject({ description: 'x', archived_at: null });
  });

  it('is deleted with everything in it', async () => {
    expect((await ask('DELETE', WEB))[0]).toBe(204);
    expect((await ask('GET', WEB))[0]).toBe(404);
    expect((await ask('GET', 'work-items/WEB-1/'))[0]).toBe(403);
    expect((await ask('GET', 'work-items/search/?search=focus'))[1]).toEqual({ issues: [] });
    expect(await results('projects/')).toHaveLength(2);
  });

  it('keeps the caller as a member, and rejects a user who is already a member', async () => {
    const own = sample.membership('WEB', 'ada');
    expect((await ask('DELETE', `${WEB}members/${own}/`))[0]).toBe(400);
    expect(await ask('POST', `${WEB}members/`, { member: sample.user('bruno') })).toMatchObject([
      409,
      { id: sample.membership('WEB', 'bruno') },
    ]);
    const [, made] = await ask('POST', `${WEB}members/`, { member: sample.user('farid'), role: 5 });
    expect(made).toMatchObject({ member: sample.user('farid'), role: 5 });
    expect((await ask('POST', `${WEB}members/`, { member: 'nobody' }))[1]).toHaveProperty('member');
  });
});

describe('A state', () => {
  it('is not deleted while it is the default or has work items', async () => {
    const backlog = `${WEB}states/${sample.state('WEB', 'Backlog')}/`;
    expect(await ask('DELETE', backlog)).toEqual([400, { error: 'Default state cannot be deleted' }]);
    expect((await ask('PATCH', `${WEB}states/${sample.state('WEB', 'Todo')}/`, { default: true }))[1]).toMatchObject({
      default: true,
    });
    expect((await results(`${WEB}states/`)).filter((state) => state['default'] === true)).toHaveLength(1);
    expect(await ask('DELETE', backlog)).toEqual([
      400,
      { error: 'The state is not empty, only empty states can be deleted' },
    ]);
  });

  it('has a unique name', async () => {
    const taken = await ask('POST', `${WEB}states/`, { name: 'Todo', color: '#123456', group: 'unstarted' });
    expect(taken).toEqual([
      409,
      { error: 'State with the same name already exists in the project', id: sample.state('WEB', 'Todo') },
    ]);
    const [status, made] = await ask('POST', `${WEB}states/`, { name: 'On Hold', color: '#123456', group: 'started' });
    expect([status, made]).toMatchObject([201, { slug: 'on-hold', default: false }]);
    expect((await results(`${WEB}states/`)).at(-1)).toMatchObject({ name: 'On Hold' });
    expect((await ask('DELETE', `${WEB}states/${made.id}/`))[0]).toBe(204);
  });
});

describe('A label', () => {
  it('has a unique name, and is removed from work items when it is deleted', async () => {
    const design = sample.label('WEB', 'Design');
    expect(await ask('POST', `${WEB}labels/`, { name: 'Design' })).toMatchObject([409, { id: design }]);
    expect((await ask('PATCH', `${WEB}labels/${design}/`, { parent: design }))[0]).toBe(400);
    const [, child] = await ask('POST', `${WEB}labels/`, {
      name: 'Icons',
      parent: design,
      external_source: 'x',
      external_id: '1',
    });
    expect(
      (await ask('POST', `${WEB}labels/`, { name: 'Other', external_source: 'x', external_id: '1' }))[1],
    ).toMatchObject({
      id: child['id'],
    });
    expect((await ask('DELETE', `${WEB}labels/${design}/`))[0]).toBe(204);
    expect((await ask('GET', `${WEB}labels/${child.id}/`))[1]).toMatchObject({ parent: null });
    expect((await ask('GET', 'work-items/WEB-2/'))[1]).toMatchObject({ labels: [] });
  });
});

describe('A module', () => {
  it('is not available if its project has modules disabled', async () => {
    const off = [400, { non_field_errors: ['Modules are not enabled for this project'] }];
    await ask('PATCH', WEB, { module_view: false });
    expect(await ask('GET', `${WEB}modules/`)).toEqual(off);
    expect(await ask('POST', `${WEB}modules/`, { name: 'Any' })).toEqual(off);
    expect(await ask('GET', `${WEB}modules/${sample.module('WEB', 'Board')}/`)).toEqual(off);
  });

  it('has a unique name, ordered dates, and users that exist', async () => {
    const code = 'MODULE_NAME_ALREADY_EXISTS';
    expect(await ask('POST', `${WEB}modules/`, { name: 'Board' })).toMatchObject([
      400,
      { id: sample.module('WEB', 'Board'), code },
    ]);
    expect(
      (await ask('POST', `${WEB}modules/`, { name: 'A', start_date: '2026-12-02', target_date: '2026-12-01' }))[1],
    ).toHaveProperty('target_date');
    expect((await ask('POST', `${WEB}modules/`, { name: 'A', lead: 'x' }))[1]).toHaveProperty('lead');
    expect((await ask('POST', `${WEB}modules/`, { name: 'A', members: [sample.user('ada'), 'x'] }))[1]).toEqual({
      members: { '1': [expect.any(String)] },
    });
  });

  it('counts, lists, adds and removes its work items', async () => {
    const board = `${WEB}modules/${sample.module('WEB', 'Board')}/`;
    expect(Object.keys((await ask('GET', `${board}?fields=total_issues,cancelled_issues`))[1])).toEqual([
      'total_issues',
      'cancelled_issues',
    ]);
    const { total_issues: before } = (await ask('GET', board))[1];
    const [, rows] = await ask('POST', `${board}module-issues/`, {
      issues: [sample.workItem('WEB', 20), sample.workItem('WEB', 20)],
    });
    expect(rows).toMatchObject([{ issue: sample.workItem('WEB', 20), module: sample.module('WEB', 'Board') }]);
    expect((await ask('GET', board))[1]).toMatchObject({ total_issues: Number(before) + 1 });
    const within = await results(`${board}module-issues/?order_by=sequence_id&expand=module`);
    expect(within[0]).toMatchObject({ sequence_id: 1, module: { name: 'Board' } });
    expect(within.map((item) => item['sequence_id'])).toContain(20);
    expect((await ask('DELETE', `${board}module-issues/${sample.workItem('WEB', 20)}/`))[0]).toBe(204);
    expect((await ask('DELETE', `${board}module-issues/${sample.workItem('WEB', 20)}/`))[0]).toBe(404);
    expect((await ask('POST', `${board}module-issues/`, { issues: [sample.workItem('API', 1)] }))[1]).toEqual({
      issues: { '0': [expect.any(String)] },
    });
    expect((await ask('DELETE', board))[0]).toBe(204);
    expect((await ask('GET', 'work-items/WEB-1/'))[1]).toMatchObject({ module: null });
  });
});

describe('A cycle', () => {
  it('has both dates or neither, in order', async () => {
    const one = { non_field_errors: ['Both start date and end date are either required or are to be null'] };
    expect(await ask('POST', `${WEB}cycles/`, { name: 'A', start_date: '2026-12-01' })).toEqual([400, one]);
    expect(
      (await ask('POST', `${WEB}cycles/`, { name: 'A', start_date: '2026-12-02', end_date: '2026-12-01' }))[0],
    ).toBe(400);
    const [status, made] = await ask('POST', `${WEB}cycles/`, { name: 'A', project_id: sample.project('WEB') });
    expect([status, made]).toMatchObject([201, { owned_by: sample.user('ada'), start_date: null }]);
    expect(await ask('PATCH', `${WEB}cycles/${made.id}/`, { end_date: '2026-12-01' })).toEqual([400, one]);
    expect((await ask('POST', `${WEB}cycles/`, { name: 'A', project_id: sample.project('API') }))[0]).toBe(400);
  });

  it('is listed by view', async () => {
    await ask('POST', `${WEB}cycles/`, { name: 'Some day' });
    const names = async (view: string) =>
      (await results(`${WEB}cycles/?cycle_view=${view}`)).map((cycle) => cycle['name']);
    expect(await names('current')).toEqual(['Board by keyboard']);
    expect(await names('upcoming')).toEqual(['Offline first steps']);
    expect(await names('completed')).toEqual(['Keys and focus']);
    expect(await names('draft')).toEqual(['Some day']);
    expect(await names('incomplete')).toHaveLength(3);
    expect(await names('all')).toHaveLength(4);
  });

  it('removes its work items from their previous cycle', async () => {
    const [now, next] = ['Board by keyboard', 'Offline first steps'].map(
      (name) => `${WEB}cycles/${sample.cycle('WEB', name)}/`,
    );
    await ask('POST', `${next}cycle-issues/`, { issues: [sample.workItem('WEB', 1)] });
    expect((await results(`${next}cycle-issues/`)).map((item) => item['sequence_id'])).toEqual([1]);
    expect((await ask('GET', now ?? ''))[1]).toMatchObject({ total_issues: 2 });
    expect((await ask('DELETE', `${now}cycle-issues/${sample.workItem('WEB', 1)}/`))[0]).toBe(404);
    expect((await ask('DELETE', next ?? ''))[0]).toBe(204);
    expect((await ask('GET', 'work-items/WEB-1/'))[0]).toBe(200);
  });
});

// Tests the rules for projects, states, labels, modules, cycles and members.
import { describe, expect, it } from 'vitest';
import { forEachTest } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

type Body = Record<string, unknown> & { readonly id: string };
const WEB_PROJECT_PATH = `projects/${sample.project('WEB')}/`;

const server = forEachTest(startTestServer);

async function request(method: string, path: string, body?: unknown): Promise<[status: number, body: Body]> {
  const response = await server.ask(method, path, { body });
  return [response.status, (response.status === 204 ? {} : await response.json()) as Body];
}
const getResults = async (path: string): Promise<Body[]> => (await request('GET', path))[1]['results'] as Body[];

describe('A project', () => {
  it('cannot get the name or identifier of another project, and cannot be changed while it is archived', async () => {
    expect(await request('PATCH', WEB_PROJECT_PATH, { name: 'Courier API' })).toEqual([
      409,
      { name: 'The project name is already taken' },
    ]);
    expect(await request('PATCH', WEB_PROJECT_PATH, { identifier: 'api' })).toEqual([
      409,
      { identifier: 'The project identifier is already taken' },
    ]);
    expect((await request('PATCH', WEB_PROJECT_PATH, { identifier: 'site', name: 'Atlas Web' }))[1]).toMatchObject({
      identifier: 'SITE',
    });
    expect((await request('PATCH', WEB_PROJECT_PATH, { default_state: sample.state('API', 'Todo') }))[0]).toBe(400);
    expect((await request('POST', `${WEB_PROJECT_PATH}archive/`))[0]).toBe(204);
    expect(await request('PATCH', WEB_PROJECT_PATH, { description: 'x' })).toEqual([
      400,
      { error: 'Archived project cannot be updated' },
    ]);
    expect((await request('DELETE', `${WEB_PROJECT_PATH}archive/`))[0]).toBe(204);
    expect((await request('PATCH', WEB_PROJECT_PATH, { description: 'x' }))[1]).toMatchObject({
      description: 'x',
      archived_at: null,
    });
  });

  it('is deleted with all of its work items', async () => {
    expect((await request('DELETE', WEB_PROJECT_PATH))[0]).toBe(204);
    expect((await request('GET', WEB_PROJECT_PATH))[0]).toBe(404);
    expect((await request('GET', 'work-items/WEB-1/'))[0]).toBe(403);
    expect((await request('GET', 'work-items/search/?search=focus'))[1]).toEqual({ issues: [] });
    expect(await getResults('projects/')).toHaveLength(2);
  });

  it('rejects a request to remove the caller from its members, or to add an existing member', async () => {
    const callerMembership = sample.membership('WEB', 'ada');
    expect((await request('DELETE', `${WEB_PROJECT_PATH}members/${callerMembership}/`))[0]).toBe(400);
    expect(await request('POST', `${WEB_PROJECT_PATH}members/`, { member: sample.user('bruno') })).toMatchObject([
      409,
      { id: sample.membership('WEB', 'bruno') },
    ]);
    const [, createdRecord] = await request('POST', `${WEB_PROJECT_PATH}members/`, {
      member: sample.user('farid'),
      role: 5,
    });
    expect(createdRecord).toMatchObject({ member: sample.user('farid'), role: 5 });
    expect((await request('POST', `${WEB_PROJECT_PATH}members/`, { member: 'nobody' }))[1]).toHaveProperty('member');
  });
});

describe('A state', () => {
  it('cannot be deleted while it is the default or has work items', async () => {
    const backlogPath = `${WEB_PROJECT_PATH}states/${sample.state('WEB', 'Backlog')}/`;
    expect(await request('DELETE', backlogPath)).toEqual([400, { error: 'Default state cannot be deleted' }]);
    expect(
      (await request('PATCH', `${WEB_PROJECT_PATH}states/${sample.state('WEB', 'Todo')}/`, { default: true }))[1],
    ).toMatchObject({
      default: true,
    });
    expect((await getResults(`${WEB_PROJECT_PATH}states/`)).filter((state) => state['default'] === true)).toHaveLength(
      1,
    );
    expect(await request('DELETE', backlogPath)).toEqual([
      400,
      { error: 'The state is not empty, only empty states can be deleted' },
    ]);
  });

  it('has a unique name', async () => {
    const duplicateResponse = await request('POST', `${WEB_PROJECT_PATH}states/`, {
      name: 'Todo',
      color: '#123456',
      group: 'unstarted',
    });
    expect(duplicateResponse).toEqual([
      409,
      { error: 'State with the same name already exists in the project', id: sample.state('WEB', 'Todo') },
    ]);
    const [status, createdRecord] = await request('POST', `${WEB_PROJECT_PATH}states/`, {
      name: 'On Hold',
      color: '#123456',
      group: 'started',
    });
    expect([status, createdRecord]).toMatchObject([201, { slug: 'on-hold', default: false }]);
    expect((await getResults(`${WEB_PROJECT_PATH}states/`)).at(-1)).toMatchObject({ name: 'On Hold' });
    expect((await request('DELETE', `${WEB_PROJECT_PATH}states/${createdRecord.id}/`))[0]).toBe(204);
  });
});

describe('A label', () => {
  it('has a unique name, and is removed from work items when it is deleted', async () => {
    const designId = sample.label('WEB', 'Design');
    expect(await request('POST', `${WEB_PROJECT_PATH}labels/`, { name: 'Design' })).toMatchObject([
      409,
      { id: designId },
    ]);
    expect((await request('PATCH', `${WEB_PROJECT_PATH}labels/${designId}/`, { parent: designId }))[0]).toBe(400);
    const [, child] = await request('POST', `${WEB_PROJECT_PATH}labels/`, {
      name: 'Icons',
      parent: designId,
      external_source: 'x',
      external_id: '1',
    });
    expect(
      (
        await request('POST', `${WEB_PROJECT_PATH}labels/`, { name: 'Other', external_source: 'x', external_id: '1' })
      )[1],
    ).toMatchObject({
      id: child['id'],
    });
    expect((await request('DELETE', `${WEB_PROJECT_PATH}labels/${designId}/`))[0]).toBe(204);
    expect((await request('GET', `${WEB_PROJECT_PATH}labels/${child.id}/`))[1]).toMatchObject({ parent: null });
    expect((await request('GET', 'work-items/WEB-2/'))[1]).toMatchObject({ labels: [] });
  });
});

describe('A module', () => {
  it('is not available if modules are disabled in its project', async () => {
    const disabledError = [400, { non_field_errors: ['Modules are not enabled for this project'] }];
    await request('PATCH', WEB_PROJECT_PATH, { module_view: false });
    expect(await request('GET', `${WEB_PROJECT_PATH}modules/`)).toEqual(disabledError);
    expect(await request('POST', `${WEB_PROJECT_PATH}modules/`, { name: 'Any' })).toEqual(disabledError);
    expect(await request('GET', `${WEB_PROJECT_PATH}modules/${sample.module('WEB', 'Board')}/`)).toEqual(disabledError);
  });

  it('is rejected with an existing name, an end date before the start date, or unknown users', async () => {
    const code = 'MODULE_NAME_ALREADY_EXISTS';
    expect(await request('POST', `${WEB_PROJECT_PATH}modules/`, { name: 'Board' })).toMatchObject([
      400,
      { id: sample.module('WEB', 'Board'), code },
    ]);
    expect(
      (
        await request('POST', `${WEB_PROJECT_PATH}modules/`, {
          name: 'A',
          start_date: '2026-12-02',
          target_date: '2026-12-01',
        })
      )[1],
    ).toHaveProperty('target_date');
    expect((await request('POST', `${WEB_PROJECT_PATH}modules/`, { name: 'A', lead: 'x' }))[1]).toHaveProperty('lead');
    expect(
      (await request('POST', `${WEB_PROJECT_PATH}modules/`, { name: 'A', members: [sample.user('ada'), 'x'] }))[1],
    ).toEqual({
      members: { '1': [expect.any(String)] },
    });
  });

  it('has work items that can be added, counted, listed and removed', async () => {
    const boardPath = `${WEB_PROJECT_PATH}modules/${sample.module('WEB', 'Board')}/`;
    expect(Object.keys((await request('GET', `${boardPath}?fields=total_issues,cancelled_issues`))[1])).toEqual([
      'total_issues',
      'cancelled_issues',
    ]);
    const { total_issues: countBefore } = (await request('GET', boardPath))[1];
    const [, memberships] = await request('POST', `${boardPath}module-issues/`, {
      issues: [sample.workItem('WEB', 20), sample.workItem('WEB', 20)],
    });
    expect(memberships).toMatchObject([{ issue: sample.workItem('WEB', 20), module: sample.module('WEB', 'Board') }]);
    expect((await request('GET', boardPath))[1]).toMatchObject({ total_issues: Number(countBefore) + 1 });
    const items = await getResults(`${boardPath}module-issues/?order_by=sequence_id&expand=module`);
    expect(items[0]).toMatchObject({ sequence_id: 1, module: { name: 'Board' } });
    expect(items.map((item) => item['sequence_id'])).toContain(20);
    expect((await request('DELETE', `${boardPath}module-issues/${sample.workItem('WEB', 20)}/`))[0]).toBe(204);
    expect((await request('DELETE', `${boardPath}module-issues/${sample.workItem('WEB', 20)}/`))[0]).toBe(404);
    expect((await request('POST', `${boardPath}module-issues/`, { issues: [sample.workItem('API', 1)] }))[1]).toEqual({
      issues: { '0': [expect.any(String)] },
    });
    expect((await request('DELETE', boardPath))[0]).toBe(204);
    expect((await request('GET', 'work-items/WEB-1/'))[1]).toMatchObject({ module: null });
  });
});

describe('A cycle', () => {
  it('has either two dates or none, and starts before it ends', async () => {
    const dateError = { non_field_errors: ['Both start date and end date are either required or are to be null'] };
    expect(await request('POST', `${WEB_PROJECT_PATH}cycles/`, { name: 'A', start_date: '2026-12-01' })).toEqual([
      400,
      dateError,
    ]);
    expect(
      (
        await request('POST', `${WEB_PROJECT_PATH}cycles/`, {
          name: 'A',
          start_date: '2026-12-02',
          end_date: '2026-12-01',
        })
      )[0],
    ).toBe(400);
    const [status, createdRecord] = await request('POST', `${WEB_PROJECT_PATH}cycles/`, {
      name: 'A',
      project_id: sample.project('WEB'),
    });
    expect([status, createdRecord]).toMatchObject([201, { owned_by: sample.user('ada'), start_date: null }]);
    expect(
      await request('PATCH', `${WEB_PROJECT_PATH}cycles/${createdRecord.id}/`, { end_date: '2026-12-01' }),
    ).toEqual([400, dateError]);
    expect(
      (await request('POST', `${WEB_PROJECT_PATH}cycles/`, { name: 'A', project_id: sample.project('API') }))[0],
    ).toBe(400);
  });

  it('is listed only if its dates match the parameter cycle_view', async () => {
    await request('POST', `${WEB_PROJECT_PATH}cycles/`, { name: 'Some day' });
    const names = async (view: string) =>
      (await getResults(`${WEB_PROJECT_PATH}cycles/?cycle_view=${view}`)).map((cycle) => cycle['name']);
    expect(await names('current')).toEqual(['Board by keyboard']);
    expect(await names('upcoming')).toEqual(['Offline first steps']);
    expect(await names('completed')).toEqual(['Keys and focus']);
    expect(await names('draft')).toEqual(['Some day']);
    expect(await names('incomplete')).toHaveLength(3);
    expect(await names('all')).toHaveLength(4);
  });

  it('replaces the previous cycle of each work item that is added', async () => {
    const [currentPath, nextPath] = ['Board by keyboard', 'Offline first steps'].map(
      (name) => `${WEB_PROJECT_PATH}cycles/${sample.cycle('WEB', name)}/`,
    );
    await request('POST', `${nextPath}cycle-issues/`, { issues: [sample.workItem('WEB', 1)] });
    expect((await getResults(`${nextPath}cycle-issues/`)).map((item) => item['sequence_id'])).toEqual([1]);
    expect((await request('GET', currentPath ?? ''))[1]).toMatchObject({ total_issues: 2 });
    expect((await request('DELETE', `${currentPath}cycle-issues/${sample.workItem('WEB', 1)}/`))[0]).toBe(404);
    expect((await request('DELETE', nextPath ?? ''))[0]).toBe(204);
    expect((await request('GET', 'work-items/WEB-1/'))[0]).toBe(200);
  });
});

// Tests the server with the published SDK of Plane, which was not written for this server.
import { PlaneClient } from '@makeplane/plane-node-sdk';
import { describe, expect, it, vi } from 'vitest';
import { forEachTest } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

const slug = 'contrail';
const project = sample.project('WEB');
const item = sample.workItem('WEB', 28);

const server = forEachTest(startTestServer);
const sdk = forEachTest(() => new PlaneClient({ baseUrl: server.baseUrl, apiKey: server.apiKey }));

describe('The Plane SDK', () => {
  it('returns the user to whom the API key belongs', async () => {
    expect(await sdk.users.me()).toMatchObject({ id: sample.user('ada') });
  });

  it('lists, creates and reads projects', async () => {
    const createdRecord = await sdk.projects.create(slug, { name: 'From elsewhere', identifier: 'else' });
    expect(createdRecord.identifier).toBe('ELSE');
    expect((await sdk.projects.list(slug)).results.map(({ id }) => id)).toContain(createdRecord.id);
    expect(await sdk.projects.retrieve(slug, createdRecord.id)).toMatchObject({ name: 'From elsewhere' });
  });

  it('finds, creates and changes work items', async () => {
    expect(await sdk.workItems.retrieveByIdentifier(slug, 'WEB-28', [])).toMatchObject({ id: item });
    const createdRecord = await sdk.workItems.create(slug, project, { name: 'Made by the SDK' });
    const changedItem = await sdk.workItems.update(slug, project, createdRecord.id, {
      priority: 'high',
      assignees: [sample.user('ada')],
    });
    expect(changedItem).toMatchObject({ priority: 'high', assignees: [sample.user('ada')] });
    expect((await sdk.workItems.list(slug, project)).results.map(({ id }) => id)).toContain(createdRecord.id);
  });

  it('creates comments, and lists them oldest first', async () => {
    await sdk.workItems.comments.create(slug, project, item, { comment_html: '<p>First</p>' });
    await sdk.workItems.comments.create(slug, project, item, { comment_html: '<p>Second</p>' });
    const { results } = await sdk.workItems.comments.list(slug, project, item);
    expect(results.map(({ comment_html }) => comment_html)).toEqual(['<p>First</p>', '<p>Second</p>']);
  });

  it('lists customers and team members, creates a customer request, and updates an initiative', async () => {
    const [customer] = (await sdk.customers.list(slug)).results;
    expect(customer?.name).toBeTypeOf('string');
    const request = await sdk.customers.requests.create(slug, String(customer?.id), { title: 'A wish' });
    expect(request).toMatchObject({ title: 'A wish' });
    const initiatives = (await server.ask('GET', 'initiatives/').then((response) => response.json())) as {
      results: { id: string; name: string }[];
    };
    const [initiative] = initiatives.results;
    const updatedInitiative = await sdk.initiatives.update(slug, String(initiative?.id), {
      name: 'Renamed by the SDK',
      state: 'ACTIVE' as never,
    });
    expect(updatedInitiative).toMatchObject({ name: 'Renamed by the SDK', state: 'ACTIVE' });
    const teamspaces = (await server.ask('GET', 'teamspaces/').then((response) => response.json())) as {
      results: { id: string }[];
    };
    const members = await sdk.teamspaces.members.list(slug, String(teamspaces.results[0]?.id));
    expect(members.results.length).toBeGreaterThan(0);
  });

  it('reports a wrong API key as an error with the status 401', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const wrongKey = new PlaneClient({ baseUrl: server.baseUrl, apiKey: 'plane_api_wrong' });
    await expect(wrongKey.users.me()).rejects.toMatchObject({ statusCode: 401 });
    consoleError.mockRestore();
  });
});

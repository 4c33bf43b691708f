// Tests that the server stores the external ids of projects, cycles and attachments, and rejects those that are taken.
import { describe, expect, it } from 'vitest';
import { sample, startTestServer } from '../../support/testServer.ts';

const externalFields = { external_source: 'tests', external_id: 'one' };

describe('The external ids', () => {
  it('of a project are stored', async () => {
    const server = await startTestServer();
    const body = { name: 'Docs', identifier: 'DOC', ...externalFields };
    expect(await (await server.ask('POST', 'projects/', { body })).json()).toMatchObject(externalFields);
    await server.stop();
  });

  it('of a cycle are rejected if another cycle has the same ids, with the id of the other cycle', async () => {
    const server = await startTestServer();
    const project = sample.project('WEB');
    const create = () =>
      server.ask('POST', `projects/${project}/cycles/`, {
        body: { name: 'Next', project_id: project, ...externalFields },
      });
    const cycle = (await (await create()).json()) as { readonly id: string };
    const secondResponse = await create();
    expect(secondResponse.status).toBe(409);
    expect(await secondResponse.json()).toMatchObject({ id: cycle.id });
    await server.stop();
  });

  it('of an attachment can be used again after the attachment was deleted', async () => {
    const server = await startTestServer();
    const path = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 1)}/attachments/`;
    const body = { name: 'a.txt', type: 'text/plain', size: 3, ...externalFields };
    const create = () => server.ask('POST', path, { body });
    const { asset_id } = (await (await create()).json()) as { readonly asset_id: string };
    expect((await create()).status).toBe(409);
    expect((await server.ask('DELETE', `${path}${asset_id}/`)).status).toBe(204);
    expect((await create()).status).toBe(200);
    await server.stop();
  });
});

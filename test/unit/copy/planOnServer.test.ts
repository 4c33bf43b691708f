// Tests planning a copy with real servers: nothing is written, and missing permissions are found before the copy.
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../src/client/apiError.ts';
import { operations } from '../../../src/contract/operations.ts';
import { readTargetInfo } from '../../../src/copy/targetInfo.ts';
import { dialects } from '../../support/builtInServer.ts';
import { advanceUntilDone } from '../../support/clock.ts';
import { answerWith, type RequestMatcher } from '../../support/faultProxy.ts';
import { forEachTest } from '../../support/fixture.ts';
import { createSetup, enrichSource } from './setup.ts';

const scopes = [...new Set(Object.values(operations).flatMap(({ scope }) => scope ?? []))];

describe.each(dialects)('The plan of a copy to a server of the dialect %s', (dialect) => {
  const setup = forEachTest(() => createSetup({ target: { dialect } }));

  it('counts every record and maps all users, and changes nothing on the target', async () => {
    await enrichSource(setup);
    const { plan, blockers } = await setup.plan();
    expect(blockers).toEqual([]);
    expect(plan.counts).toEqual({
      state: 6,
      label: 7,
      module: 3,
      cycle: 3,
      workItem: 28,
      relation: 6,
      link: 5,
      comment: 10,
      attachment: 5,
    });
    expect(plan.warnings.map(({ kind }) => kind)).toEqual(['otherAuthors', 'types']);
    expect(plan.minutes).toBe(1);
    const changes = setup.proxy.answers.filter(({ status, request: to }) => to.method !== 'GET' && status < 300);
    expect(changes).toEqual([]);
  });

  it('has a blocker if the target has a project with the same name and identifier', async () => {
    const { blockers } = await setup.plan({ name: 'Atlas Web', identifier: 'WEB' });
    expect(blockers).toEqual([{ kind: 'nameTaken' }, { kind: 'identifierTaken' }]);
  });
});

it('The plan of a copy with an API key, which has no scopes, sends no request to find missing scopes', async () => {
  await using setup = await createSetup();
  await setup.plan();
  expect(setup.proxy.answers.filter(({ request }) => request.method !== 'GET')).toEqual([]);
});

describe('The plan of a copy with an access token', () => {
  it('has no blocker if the token has all scopes', async () => {
    await using setup = await createSetup({ target: { tokenScopes: scopes }, usesToken: true });
    expect((await setup.plan()).blockers).toEqual([]);
  });

  it('names the scopes that the token does not have, before anything is written', async () => {
    const missingScopes = ['projects:write', 'projects.work_items.comments:write'];
    const tokenScopes = scopes.filter((scope) => !missingScopes.includes(scope));
    await using setup = await createSetup({ target: { tokenScopes }, usesToken: true });
    expect((await setup.plan()).blockers).toEqual([{ kind: 'missingScopes', scopes: missingScopes }]);
    expect(setup.proxy.answers.filter(({ status, request: to }) => to.method !== 'GET' && status < 300)).toEqual([]);
  });

  it('has no blocker if the server responds with 403 to requests for unknown projects, but names no scope', async () => {
    await using setup = await createSetup({ target: { tokenScopes: scopes }, usesToken: true });
    const detail = 'You do not have permission to perform this action.';
    const isChange: RequestMatcher = (method) => method === 'PATCH' || method === 'POST';
    setup.proxy.inject(isChange, answerWith(403, { detail }));
    expect((await setup.plan()).blockers).toEqual([]);
  });

  it('names the scope for reading projects if the token does not have it', async () => {
    const tokenScopes = scopes.filter((scope) => scope !== 'projects:read');
    await using setup = await createSetup({ target: { tokenScopes }, usesToken: true });
    expect((await setup.plan()).blockers).toEqual([{ kind: 'missingScopes', scopes: ['projects:read'] }]);
  });

  it('is rejected with the fault `unauthorized` if the token is not valid', async () => {
    await using setup = await createSetup();
    setup.proxy.inject(() => true, { kind: 'invalidKey' });
    const factsPromise = readTargetInfo({ client: setup.target, writes: ['createProject'] }).catch(faultOf);
    expect(await advanceUntilDone(setup.clock, factsPromise)).toMatchObject({ kind: 'unauthorized' });
  });
});

// Tests when the client reports that the server rejects the key or token.
import { beforeEach, describe, expect, it } from 'vitest';
import { AuthenticationState } from '../../../src/client/authentication.ts';
import { answerWith, matchRequest } from '../../support/faultProxy.ts';
import { forAllTests } from '../../support/fixture.ts';
import { createSetup } from '../../support/pageSetup.ts';

const REJECTION = { kind: 'unauthorized', status: 401, detail: '' } as const;

const setup = forAllTests(createSetup);
beforeEach(() => setup.proxy.removeFaults());

/** Requests the current user and ignores errors. */
async function requestUser(): Promise<void> {
  await setup.client.call.getCurrentUser({}).then(
    () => undefined,
    () => undefined,
  );
}

describe('A client', () => {
  it('fires an event once when its key is rejected, and once when a later request succeeds', async () => {
    const { authentication, call } = setup.client;
    const reportedRejections: (string | undefined)[] = [];
    const subscription = authentication.onDidChange(() => reportedRejections.push(authentication.rejection?.detail));
    setup.proxy.inject(matchRequest('GET', '/'), answerWith(403, { detail: 'Given API token is not valid' }));
    await Promise.allSettled([call.getCurrentUser({}), call.listProjects({}), call.listInitiatives({})]);
    await requestUser();
    expect(reportedRejections).toEqual(['Given API token is not valid']);
    setup.proxy.removeFaults();
    await requestUser();
    expect(reportedRejections).toEqual(['Given API token is not valid', undefined]);
    subscription.dispose();
  });

  it.each([
    ['is forbidden', answerWith(403, { detail: 'You do not have permission to perform this action.' })],
    ['needs another scope', answerWith(403, { detail: 'The token lacks the scope projects:read' })],
    ['is for a record that does not exist', answerWith(404, { error: 'The requested resource does not exist.' })],
    ['fails with status 500', answerWith(500, 'oops', 'text/plain')],
  ])('does not report a rejection of its key when a request %s', async (_what, handler) => {
    setup.proxy.inject(matchRequest('GET', '/'), handler);
    await setup.whileTimePasses(requestUser());
    expect(setup.client.authentication.rejection).toBeUndefined();
  });
});

describe('AuthenticationState', () => {
  it('stays rejected after the response to a request that was sent before the rejection', () => {
    const state = new AuthenticationState();
    const rejectionCountAtStart = state.countRejections();
    state.recordRejection(REJECTION);
    state.recordSuccess(rejectionCountAtStart);
    expect(state.rejection).toEqual(REJECTION);
    state.recordSuccess(state.countRejections());
    expect(state.rejection).toBeUndefined();
  });
});

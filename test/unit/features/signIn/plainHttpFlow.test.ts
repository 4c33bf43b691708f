// Tests that a key is sent over http to a private network only if the user has chosen this for the server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultNetworkConfiguration, type NetworkConfiguration } from '../../../../src/client/network/network.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { openProxy, type ProxyServer } from '../../../support/proxyServer.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { until } from '../../../support/until.ts';
import { faultFrom } from '../../client/calls.ts';
import { ADDRESS_PROMPT, KEY_PROMPT, SignInSetup } from './setup.ts';

const ORIGIN = 'http://plane.lan';
const QUESTION = 'Connect to plane.lan without encryption?';
const USE_HTTP = 'Use HTTP for This Server';

/** Resolves the names of the private network. */
let proxy: ProxyServer;
let network: NetworkConfiguration;
const server = forAllTests(startSampleServer);
beforeAll(async () => {
  const { port } = new URL(server.baseUrl);
  proxy = await openProxy({ hosts: { 'plane.lan:80': Number(port), 'nas.lan:80': Number(port) } });
  network = {
    ...defaultNetworkConfiguration,
    proxy: { ...defaultNetworkConfiguration.proxy, address: `http://127.0.0.1:${proxy.port}` },
  };
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
});

async function signIn(setup: SignInSetup): Promise<void> {
  const flow = setup.signIn.run();
  (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(`${ORIGIN}/${server.workspace}/projects/`);
  const question = await setup.prompts.message(QUESTION);
  expect(question).toMatchObject({ kind: 'modal', words: expect.stringContaining('can read your key or token') });
  question.select(USE_HTTP);
  (await setup.prompts.textBox(KEY_PROMPT)).enter(server.apiKey);
  await flow;
}

const setup = forEachTest(() => SignInSetup.open(network));

describe('A sign-in over http to a private network', () => {
  it('asks once for each server, and remembers the choice for its origin', async () => {
    await signIn(setup);
    const { sessions } = setup.window;
    expect(sessions.current?.baseUrl).toBe(ORIGIN);
    expect(sessions.httpChoices.isAllowed(ORIGIN)).toBe(true);
    expect(sessions.httpChoices.isAllowed('http://nas.lan')).toBe(false);
    const again = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter();
    (await setup.prompts.textBox(KEY_PROMPT)).escape();
    await again;
    expect(sessions.httpChoices.isAllowed(ORIGIN)).toBe(true);
  });

  it('sends nothing if the user declines, and keeps the address', async () => {
    const requestCount = proxy.requests.length;
    const flow = setup.signIn.run();
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    box.enter(ORIGIN);
    (await setup.prompts.message(QUESTION)).close();
    await box.waitUntilIdle();
    expect(box).toMatchObject({ isOpen: true, text: ORIGIN, message: expect.stringContaining('Use HTTPS.') });
    expect(proxy.requests).toHaveLength(requestCount);
    box.escape();
    await flow;
  });

  it.each([
    ['nas.lan:8080/acme', true],
    ['https://nas.lan:8080/acme', false],
    ['nas.example.com:8080/acme', false],
    ['https://localhost:9/acme', true],
    ['localhost:9/acme', false],
  ])('is suggested if no server answers at %s: %s', async (address, isSuggested) => {
    const flow = setup.signIn.run();
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    box.enter(address);
    await until('a message', () => box.message !== undefined);
    expect(box.message?.includes('start the address with http://')).toBe(isSuggested);
    box.escape();
    await flow;
  });

  it('forgets the choice if the user cancels the sign-in', async () => {
    const flow = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(`${ORIGIN}/${server.workspace}/projects/`);
    (await setup.prompts.message(QUESTION)).select(USE_HTTP);
    (await setup.prompts.textBox(KEY_PROMPT)).escape();
    await flow;
    expect(setup.window.sessions.httpChoices.isAllowed(ORIGIN)).toBe(false);
  });

  it('forgets the choice when the user signs out, and then sends no key', async () => {
    await signIn(setup);
    const { sessions } = setup.window;
    const { client } = sessions.current ?? {};
    await client?.call.getCurrentUser({});
    await sessions.httpChoices.forget(ORIGIN);
    expect(await faultFrom(client?.call.getCurrentUser({}) ?? Promise.resolve())).toMatchObject({ reason: 'insecure' });
    await sessions.httpChoices.allow(ORIGIN);
    await sessions.signOut();
    expect(sessions.httpChoices.isAllowed(ORIGIN)).toBe(false);
  });

  it('asks before the key of an account is entered again if the choice was revoked', async () => {
    await signIn(setup);
    await setup.window.sessions.httpChoices.forget(ORIGIN);
    const flow = setup.signIn.askForSecretAgain();
    const box = await setup.prompts.textBox(KEY_PROMPT);
    box.enter(server.apiKey);
    (await setup.prompts.message(QUESTION)).close();
    await box.waitUntilIdle();
    expect(box.message).toContain('Use HTTPS.');
    box.escape();
    await flow;
  });
});

// Tests the steps of the sign-in: what each shows, where each error is shown, and what is stored at the end.
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultNetworkConfiguration } from '../../../../src/client/network/network.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import {
  answerWith,
  type HeaderMatcher,
  matchRequest,
  nginxErrorPage,
  openFaultProxy,
  redirectTo,
} from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { startTestServer } from '../../../support/testServer.ts';
import { ADDRESS_PROMPT, KEY_PROMPT, SignInSetup, WORKSPACE_PROMPT } from './setup.ts';

const PASTED_KEY = 'plane_api_0123456789abcdef0123456789abcdef';

let address: string;
let workspace: string;
const server = forAllTests(() => startTestServer({ tokenScopes: ['projects:read'] }));
beforeAll(async () => {
  address = server.baseUrl;
  ({ workspace } = server);
});

describe('The sign-in', () => {
  it('asks for the URL of a Plane page and the key, and stores the key if the server accepts it', async () => {
    await using setup = await SignInSetup.open();
    const { prompts } = setup;
    const flow = setup.signIn.run();
    const addressBox = await prompts.textBox(ADDRESS_PROMPT);
    expect(addressBox).toMatchObject({ title: 'Sign In to Plane', placeholder: 'https://app.plane.so/acme' });
    addressBox.enter(`${address}/${workspace}/projects/`);
    const keyBox = await prompts.textBox(KEY_PROMPT);
    expect([addressBox, keyBox].map(({ options }) => options)).toMatchObject(
      [1, 2].map((step) => ({ position: { step, steps: 2 }, staysOpen: true })),
    );
    expect(keyBox).toMatchObject({ text: '', options: { isPassword: true, placeholder: 'plane_api_…' } });
    expect(setup.storedSecrets).toBe('');
    keyBox.enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace, profile: { method: 'key' } });
    expect(setup.storedSecrets).toContain(server.apiKey);
    expect(prompts.pending).toEqual([]);
  });

  it('asks for the workspace slug as the second of three steps if the URL does not contain the slug', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(address);
    const slugBox = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(slugBox.options.position).toEqual({ step: 2, steps: 3 });
    slugBox.enter(workspace);
    const keyBox = await setup.prompts.textBox(KEY_PROMPT);
    expect(keyBox.options.position).toEqual({ step: 3, steps: 3 });
    keyBox.enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace });
  });

  it('has a button that replaces the box for the key with an empty box for an access token', async () => {
    await using setup = await SignInSetup.open();
    const { prompts } = setup;
    const flow = setup.signIn.run();
    const keyBox = await setup.answerUntilKey({ address, workspace });
    const { accessToken = '' } = server;
    keyBox.type(accessToken);
    keyBox.press('Use an Access Token Instead');
    const tokenBox = await prompts.textBox('Access token for');
    expect(tokenBox).toMatchObject({ placeholder: 'pln_…', text: '' });
    expect(accessToken).not.toBe('');
    tokenBox.press('Use an API Key Instead');
    (await prompts.textBox(KEY_PROMPT)).press('Use an Access Token Instead');
    (await prompts.textBox('Access token for')).enter(accessToken);
    await flow;
    expect(setup.window.sessions.current?.profile).toMatchObject({ method: 'token' });
  });

  it.each([ADDRESS_PROMPT, WORKSPACE_PROMPT, KEY_PROMPT])(
    'stores nothing if the user presses Escape in the prompt “%s”',
    async (step) => {
      await using setup = await SignInSetup.open();
      const flow = setup.signIn.run();
      const answers = [
        async () => (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(address),
        async () => (await setup.prompts.textBox(WORKSPACE_PROMPT)).enter(workspace),
      ];
      for (const answer of answers.slice(0, [ADDRESS_PROMPT, WORKSPACE_PROMPT, KEY_PROMPT].indexOf(step)))
        await answer();
      (await setup.prompts.textBox(step)).escape();
      await flow;
      expect([setup.window.sessions.current, setup.storedSecrets, setup.prompts.pending]).toEqual([undefined, '', []]);
    },
  );

  it('has a Back button after the first step, which shows the previous step with the previous answer', async () => {
    await using setup = await SignInSetup.open();
    const { prompts } = setup;
    const flow = setup.signIn.run();
    const keyBox = await setup.answerUntilKey({ address, workspace });
    keyBox.type('plane_api_half');
    keyBox.press(BACK_BUTTON.id);
    const workspaceBox = await prompts.textBox(WORKSPACE_PROMPT);
    expect(workspaceBox.text).toBe(workspace);
    workspaceBox.press(BACK_BUTTON.id);
    const addressBox = await prompts.textBox(ADDRESS_PROMPT);
    expect(addressBox.text).toBe(address);
    expect(() => addressBox.press(BACK_BUTTON.id)).toThrow('has no button');
    addressBox.enter();
    // The box for the key is empty when it is shown again.
    const emptyKeyBox = await setup.answerFromWorkspace();
    expect(emptyKeyBox.text).toBe('');
    emptyKeyBox.escape();
    await flow;
    expect(prompts.pending).toEqual([]);
  });

  it('has a button in the first step that opens the local workspace', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).press('Open Sample Workspace');
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ account: 'local' });
    expect(setup.prompts.pending).toEqual([]);
  });

  it('to Plane Cloud asks for the workspace slug first, and Back returns to the URL step', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run('cloud');
    const slugBox = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(slugBox.options.position).toEqual({ step: 1, steps: 2 });
    slugBox.press(BACK_BUTTON.id);
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(box).toMatchObject({ text: 'https://app.plane.so', options: { position: { step: 1, steps: 3 } } });
    box.escape();
    await flow;
  });

  it.each([
    ['', 'Enter the address of your workspace'],
    ['plane example', 'This is not an address'],
    ['http://plane.example.com', 'Use HTTPS'],
    ['https://ada:secret@plane.example.com', 'Remove the user name and password'],
    [PASTED_KEY, 'This is an API key'],
    // The host name contains a Cyrillic letter.
    ['https://pl\u0430ne.so/acme', 'but its host is xn--plne-63d.so. To sign in to that host, enter xn--plne-63d.so.'],
  ])('rejects the URL “%s” and keeps the text, with a message until the user types', async (text, message) => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    box.enter(text);
    await box.waitUntilIdle();
    expect(box).toMatchObject({ isOpen: true, text, message: expect.stringContaining(message) });
    box.type(address);
    expect(box.message).toBeUndefined();
    box.enter();
    (await setup.prompts.textBox(WORKSPACE_PROMPT)).escape();
    await flow;
  });

  it('does not take a key that is pasted into the box for the slug for a slug', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run('cloud');
    const box = await setup.prompts.textBox(WORKSPACE_PROMPT);
    box.enter(PASTED_KEY);
    await box.waitUntilIdle();
    expect(box).toMatchObject({ isOpen: true, message: expect.stringContaining('This is an API key') });
    box.escape();
    await flow;
  });

  it('reads the workspace slug from a URL that is pasted into the box for the slug', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(address);
    (await setup.prompts.textBox(WORKSPACE_PROMPT)).enter('https://plane.example.com/other/browse/WEB-1/');
    (await setup.prompts.textBox(KEY_PROMPT)).press(BACK_BUTTON.id);
    const reopenedBox = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(reopenedBox.text).toBe('other');
    reopenedBox.escape();
    await flow;
  });

  it('suggests the workspace of the folder’s settings only if the user has not entered another workspace', async () => {
    await using setup = await SignInSetup.open();
    setup.folderWorkspace = 'bound';
    const flow = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(address);
    const box = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(box.text).toBe('bound');
    box.press(BACK_BUTTON.id);
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(`${address}/acme/projects/`);
    (await setup.prompts.textBox(KEY_PROMPT)).press(BACK_BUTTON.id);
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(address);
    const reopenedBox = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(reopenedBox.text).toBe('acme');
    reopenedBox.escape();
    await flow;
  });

  it.each(['two words', '', 'https://plane.example.com/'])(
    'rejects the workspace slug “%s” with a message',
    async (slug) => {
      await using setup = await SignInSetup.open();
      const flow = setup.signIn.run();
      (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(address);
      const box = await setup.prompts.textBox(WORKSPACE_PROMPT);
      box.enter(slug);
      await box.waitUntilIdle();
      expect(box).toMatchObject({ isOpen: true, message: expect.stringContaining('A slug contains only letters') });
      box.escape();
      await flow;
    },
  );

  it('sends no request for an empty key or a key with invalid characters, and accepts a key in quotes', async () => {
    await using proxy = await openFaultProxy(address);
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address: proxy.url, workspace });
    const requestCount = proxy.requests.length;
    for (const [text, message] of [
      [' ', 'Paste the API key.'],
      ['plane_api_é', "An API key can't contain spaces or special characters."],
    ] as const) {
      box.enter(text);
      await box.waitUntilIdle();
      expect(box.message).toContain(message);
    }
    expect(proxy.requests).toHaveLength(requestCount);
    box.enter(`"${server.apiKey}"`);
    await flow;
    expect(setup.window.sessions.current).toBeDefined();
  });

  it('has a button that opens the page where API keys are created, and stays open', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address, workspace });
    box.press('Get an API Key');
    await box.handled();
    expect(setup.prompts.openedUrls).toEqual([`${address}/settings/profile/api-tokens/`]);
    expect(box.isOpen).toBe(true);
    box.escape();
    await flow;
  });

  it('shows an error in the box for the key if the server rejects the key, and the user can correct it', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address, workspace });
    box.enter('plane_api_wrong');
    await box.handled();
    expect(box.isBusy).toBe(true);
    await box.waitUntilIdle();
    expect(box).toMatchObject({ isOpen: true, message: expect.stringContaining('Authentication failed.') });
    expect(setup.storedSecrets).toBe('');
    box.enter(server.apiKey);
    await flow;
    expect(setup.storedSecrets).toContain(server.apiKey);
  });

  it('returns to the workspace step if the key has no access to the workspace, and then asks for the key', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace: 'nowhere' })).enter(server.apiKey);
    const box = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(box).toMatchObject({
      text: 'nowhere',
      message: expect.stringContaining('The key or token has no access to a workspace “nowhere”.'),
    });
    box.enter(workspace);
    const keyBox = await setup.prompts.textBox(KEY_PROMPT);
    expect(keyBox).toMatchObject({ text: '', message: undefined });
    keyBox.enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current?.workspace).toBe(workspace);
  });

  it('returns to the URL step if the key has no access to the workspace in the URL', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(`${address}/nowhere/projects/`);
    (await setup.prompts.textBox(KEY_PROMPT)).enter(server.apiKey);
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(box).toMatchObject({
      text: `${address}/nowhere/projects/`,
      message: expect.stringContaining('The key or token has no access to a workspace “nowhere”.'),
    });
    box.enter(`${address}/${workspace}/projects/`);
    (await setup.prompts.textBox(KEY_PROMPT)).enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current?.workspace).toBe(workspace);
  });

  it('no longer shows the error about the workspace after the user has entered the URL again', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace: 'nowhere' })).enter(server.apiKey);
    (await setup.prompts.textBox(WORKSPACE_PROMPT)).press(BACK_BUTTON.id);
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter(address);
    const box = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(box).toMatchObject({ text: 'nowhere', message: undefined });
    box.escape();
    await flow;
  });

  it.each([401, 403])('passes a proxy that answers every request without the key with %i', async (status) => {
    await using proxy = await openFaultProxy(address);
    const isWithoutKey: HeaderMatcher = (_method, _path, headers) => headers['x-api-key'] === undefined;
    proxy.inject(isWithoutKey, answerWith(status, '<title>No entry</title>', 'text/html'));
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const keyBox = await setup.answerUntilKey({ address: proxy.url, workspace });
    expect(proxy.requests.every((request) => isWithoutKey('', '', request.headers))).toBe(true);
    keyBox.enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: proxy.url, workspace });
  });

  it('shows at the URL step that a proxy refuses the key, too', async () => {
    await using proxy = await openFaultProxy(address);
    proxy.inject(() => true, answerWith(403, '<title>No entry</title>', 'text/html'));
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address: proxy.url, workspace })).enter(server.apiKey);
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    expect(box.message).toContain('The server answered with “No entry”, which is not from Plane.');
    box.escape();
    await flow;
    expect(setup.storedSecrets).toBe('');
  });

  it.each([
    ['a web page', nginxErrorPage, 'The server answered with “Welcome to nginx!”, which is not from Plane.'],
    ['404', answerWith(404, 'Not Found', 'text/plain'), 'The server is not a Plane server.'],
    ['a redirect', redirectTo('https://plane.example.com/'), 'The server redirects to https://plane.example.com.'],
  ])('shows at the URL step that the server responds with %s, without sending the key', async (_, fault, message) => {
    await using proxy = await openFaultProxy(address);
    proxy.inject(() => true, fault);
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    box.enter(proxy.url);
    await box.waitUntilIdle();
    expect(box).toMatchObject({ isOpen: true, text: proxy.url, message: expect.stringContaining(message) });
    expect(proxy.requests.every(({ headers }) => headers['x-api-key'] === undefined)).toBe(true);
    box.enter(address);
    (await setup.answerFromWorkspace(workspace)).enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace });
  });

  it.each([
    ['a web page', nginxErrorPage, 'The server answered with “Welcome to nginx!”, which is not from Plane.'],
    ['404', answerWith(404, 'Not Found', 'text/plain'), 'The server is not a Plane server.'],
    ['a redirect', redirectTo('https://plane.example.com/'), 'The server redirects to https://plane.example.com.'],
  ])(
    'returns to the URL step if the API responds with %s, and keeps the answers of the other steps',
    async (_, fault, message) => {
      await using proxy = await openFaultProxy(address);
      proxy.inject((_method, path) => path.startsWith('/api/v1/users/'), fault);
      await using setup = await SignInSetup.open();
      const flow = setup.signIn.run();
      (await setup.answerUntilKey({ address: proxy.url, workspace })).enter(server.apiKey);
      const box = await setup.prompts.textBox(ADDRESS_PROMPT);
      expect(box).toMatchObject({ text: proxy.url, message: expect.stringContaining(message) });
      box.enter(address);
      (await setup.answerFromWorkspace()).enter(server.apiKey);
      await flow;
      expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace });
    },
  );

  it('shows at the URL step that the server cannot be reached, and signs in when it can be reached again', async () => {
    await using proxy = await openFaultProxy(address);
    await proxy.refuse();
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    box.enter(proxy.url);
    await box.waitUntilIdle();
    expect(box.message).toBe(`The server ${new URL(proxy.url).host} does not respond.`);
    await proxy.listenAgain();
    box.enter();
    (await setup.answerFromWorkspace(workspace)).enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current?.baseUrl).toBe(proxy.url);
  });

  it('shows at the URL step an error that names the SOCKS proxy without credentials', async () => {
    const proxy = { ...defaultNetworkConfiguration.proxy, address: 'socks5://mika:geheim@proxy.test:1080' };
    await using setup = await SignInSetup.open({ ...defaultNetworkConfiguration, proxy });
    const flow = setup.signIn.run();
    const box = await setup.prompts.textBox(ADDRESS_PROMPT);
    box.enter('https://plane.example.com');
    await box.waitUntilIdle();
    expect(box.message).toBe(
      'Nothing was sent because Contrail supports only HTTP and HTTPS proxies, not socks5://proxy.test:1080 (set by http.proxy). Set an HTTP proxy in http.proxy, or add the server to http.noProxy to connect directly.',
    );
    box.escape();
    await flow;
    expect(setup.storedSecrets).toBe('');
  });

  it('does not show an error of a canceled sign-in in the next sign-in', async () => {
    await using setup = await SignInSetup.open();
    const first = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace: 'nowhere' })).enter(server.apiKey);
    const rejectedBox = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(rejectedBox.message).toContain('nowhere');
    rejectedBox.escape();
    await first;
    const flow = setup.signIn.run();
    (await setup.prompts.textBox(ADDRESS_PROMPT)).enter();
    const box = await setup.prompts.textBox(WORKSPACE_PROMPT);
    expect(box).toMatchObject({ text: 'nowhere', message: undefined });
    box.escape();
    await flow;
  });

  it('does not sign in if the user presses Escape before the server has responded', async () => {
    await using proxy = await openFaultProxy(address);
    const isUserRequest = matchRequest('GET', '/users/me/');
    proxy.inject(isUserRequest, { kind: 'hanging' });
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address: proxy.url, workspace });
    box.enter(server.apiKey);
    await proxy.waitForRequests(isUserRequest);
    expect(setup.window.openClients.size).toBe(1);
    box.escape();
    await flow;
    await expect.poll(() => setup.window.openClients.size).toBe(0);
    expect([setup.window.sessions.current, setup.storedSecrets, setup.prompts.pending]).toEqual([undefined, '', []]);
  });
});

describe('The sign-in to Plane Cloud', () => {
  it('does not ask for a URL, and shows in the box for the key that the server cannot be reached', async () => {
    await using unreachableProxy = await openFaultProxy(address);
    await unreachableProxy.refuse();
    const proxy = { ...defaultNetworkConfiguration.proxy, address: unreachableProxy.url };
    await using setup = await SignInSetup.open({ ...defaultNetworkConfiguration, proxy });
    const { prompts } = setup;
    const flow = setup.signIn.run('cloud');
    const box = await setup.answerFromWorkspace('acme');
    expect(box).toMatchObject({
      options: { position: { step: 2, steps: 2 } },
      prompt: "API key for app.plane.so. It is stored in VS Code's secret storage and sent only to api.plane.so.",
    });
    box.press('Get an API Key');
    await box.handled();
    expect(prompts.openedUrls).toEqual(['https://app.plane.so/settings/profile/api-tokens/']);
    box.enter('plane_api_some');
    await advanceUntilDone(setup.sessionsSetup.clock, box.waitUntilIdle());
    expect(box).toMatchObject({ isOpen: true, message: expect.stringContaining('could not be reached') });
    box.escape();
    await flow;
    expect(setup.storedSecrets).toBe('');
  });
});

describe('A key that the secret storage cannot store', () => {
  const setup = forEachTest(() => SignInSetup.open());

  const signInUntilStorageQuestion = async (setup: SignInSetup) => {
    setup.sessionsSetup.secrets.rejectedOperations.add('store');
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address, workspace });
    box.enter(server.apiKey);
    return { flow, box, question: await setup.prompts.message('VS Code could not store the key or token.') };
  };

  it('is stored if the user unlocks the keyring and selects Retry', async () => {
    const { flow, question } = await signInUntilStorageQuestion(setup);
    expect(question).toMatchObject({
      kind: 'modal',
      words: expect.stringContaining('Cannot open the keyring. Unlock the keychain'),
    });
    setup.sessionsSetup.secrets.rejectedOperations.clear();
    question.select('Retry');
    await flow;
    expect(setup.storedSecrets).toContain(server.apiKey);
  });

  it('is used only in memory if the user selects Use for This Session Only', async () => {
    const { flow, question } = await signInUntilStorageQuestion(setup);
    question.select('Use for This Session Only');
    await flow;
    expect([setup.window.sessions.current?.workspace, setup.storedSecrets]).toEqual([workspace, '']);
  });

  it('can be entered again if the user closes the message', async () => {
    const { flow, box, question } = await signInUntilStorageQuestion(setup);
    question.close();
    await box.waitUntilIdle();
    expect(box).toMatchObject({
      isOpen: true,
      message: expect.stringMatching(
        /^Not signed in\. VS Code could not store the key or token\. Cannot open the keyring\./,
      ),
    });
    box.escape();
    await flow;
    expect(setup.window.sessions.current).toBeUndefined();
  });
});

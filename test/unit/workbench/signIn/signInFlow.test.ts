// Tests the steps of the sign-in: what each shows, where each error is shown, and what is stored at the end.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainNetwork } from '../../../../src/client/network/network.ts';
import { BACK } from '../../../../src/workbench/ui/prompts.ts';
import { whileTimePasses } from '../../../support/clock.ts';
import { answered, html, openFaultProxy, redirected } from '../../../support/faultProxy.ts';
import { startTestServer, type TestServer } from '../../../support/testServer.ts';
import { ADDRESS, KEY, METHOD, SERVICE, SignInSetup, WORKSPACE } from './setup.ts';

let server: TestServer;
let address: string;
let workspace: string;
beforeAll(async () => {
  server = await startTestServer({ tokenScopes: ['projects:read'] });
  address = server.baseUrl;
  ({ workspace } = server);
});
afterAll(() => server.stop());

describe('The sign-in to a self-hosted server', () => {
  it('asks for server, address, workspace, method and key, and stores the key that the server has accepted', async () => {
    await using setup = await SignInSetup.open();
    const { prompts } = setup;
    const flow = setup.signIn.run();
    const service = await prompts.list(SERVICE);
    expect(service).toMatchObject({ title: 'Sign In to Plane', focusedRow: { label: 'Plane Cloud' } });
    expect(service.visible.map((row) => row.split(' | ')[0])).toEqual([
      'Plane Cloud',
      'Self-hosted',
      'Local workspace',
    ]);
    service.pick('Self-hosted');
    const addressBox = await prompts.textBox(ADDRESS);
    addressBox.enter(address);
    const workspaceBox = await prompts.textBox(WORKSPACE);
    workspaceBox.enter(workspace);
    const method = await prompts.list(METHOD);
    method.pick('API key');
    const key = await prompts.textBox(KEY);
    expect([service, addressBox, workspaceBox, method, key].map(({ options }) => options)).toMatchObject(
      [1, 2, 3, 4, 5].map((step) => ({ position: { step, steps: 5 }, staysOpen: true })),
    );
    expect(key).toMatchObject({ text: '', options: { isPassword: true, placeholder: 'plane_api_…' } });
    expect(setup.stored).toBe('');
    key.enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace, profile: { method: 'key' } });
    expect(setup.stored).toContain(server.apiKey);
    expect(prompts.pending).toEqual([]);
  });

  it('accepts an access token if the user selects this method', async () => {
    await using setup = await SignInSetup.open();
    const { prompts } = setup;
    const flow = setup.signIn.run('selfHosted');
    (await prompts.textBox(ADDRESS)).enter(address);
    (await prompts.textBox(WORKSPACE)).enter(workspace);
    (await prompts.list(METHOD)).pick('Access token');
    const token = await prompts.textBox('Access token for');
    expect(token.placeholder).toBe('pln_…');
    token.enter(server.accessToken);
    await flow;
    expect(setup.window.sessions.current?.profile).toMatchObject({ method: 'token' });
  });

  it.each([SERVICE, ADDRESS, WORKSPACE, METHOD, KEY])(
    'stores nothing if the user presses Escape at “%s”',
    async (step) => {
      await using setup = await SignInSetup.open();
      const flow = setup.signIn.run();
      const answers = [
        async () => (await setup.prompts.list(SERVICE)).pick('Self-hosted'),
        async () => (await setup.prompts.textBox(ADDRESS)).enter(address),
        async () => (await setup.prompts.textBox(WORKSPACE)).enter(workspace),
        async () => (await setup.prompts.list(METHOD)).pick('API key'),
      ];
      for (const answer of answers.slice(0, [SERVICE, ADDRESS, WORKSPACE, METHOD, KEY].indexOf(step))) await answer();
      (await setup.prompt(step)).escape();
      await flow;
      expect([setup.window.sessions.current, setup.stored, setup.prompts.pending]).toEqual([undefined, '', []]);
    },
  );

  it('returns with Back to each earlier step, which shows the earlier answer; the first step has no Back', async () => {
    await using setup = await SignInSetup.open();
    const { prompts } = setup;
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace })).press(BACK.id);
    const method = await prompts.list(METHOD);
    expect(method.focusedRow).toMatchObject({ label: 'API key' });
    method.press(BACK.id);
    const workspaceBox = await prompts.textBox(WORKSPACE);
    expect(workspaceBox.text).toBe(workspace);
    workspaceBox.press(BACK.id);
    const addressBox = await prompts.textBox(ADDRESS);
    expect(addressBox.text).toBe(address);
    addressBox.press(BACK.id);
    const service = await prompts.list(SERVICE);
    expect(service.focusedRow).toMatchObject({ label: 'Self-hosted' });
    expect(() => service.press(BACK.id)).toThrow('has no button');
    service.escape();
    await flow;
    expect(prompts.pending).toEqual([]);
  });

  it.each([
    ['', 'Enter the address of the server'],
    ['plane example', 'This is not an address'],
    ['http://plane.example.com', 'Use HTTPS'],
    ['https://ada:secret@plane.example.com', 'Remove the user name and password'],
    // The host name contains a Cyrillic letter.
    ['https://pl\u0430ne.so/acme', 'It refers to xn--plne-63d.so. If you want that server, enter xn--plne-63d.so.'],
  ])('rejects the address “%s” with a message until the user types, and keeps the text', async (text, message) => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run('selfHosted');
    const box = await setup.prompts.textBox(ADDRESS);
    box.enter(text);
    await box.idle();
    expect(box).toMatchObject({ isOpen: true, text, message: expect.stringContaining(message) });
    box.type('https://plane.example.com');
    expect(box.message).toBeUndefined();
    box.enter();
    (await setup.prompts.textBox(WORKSPACE)).escape();
    await flow;
  });

  it('fills in the workspace of a pasted page address, which the user can change', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run('selfHosted');
    (await setup.prompts.textBox(ADDRESS)).enter('https://plane.example.com/acme/projects/');
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box.text).toBe('acme');
    box.enter('https://plane.example.com/other/browse/WEB-1/');
    const method = await setup.prompts.list(METHOD);
    method.press(BACK.id);
    const again = await setup.prompts.textBox(WORKSPACE);
    expect(again.text).toBe('other');
    again.escape();
    await flow;
  });

  it('suggests the workspace of the folder’s settings only if no other workspace is known', async () => {
    await using setup = await SignInSetup.open();
    setup.folderWorkspace = 'bound';
    const flow = setup.signIn.run('selfHosted');
    (await setup.prompts.textBox(ADDRESS)).enter('plane.example.com');
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box.text).toBe('bound');
    box.press(BACK.id);
    (await setup.prompts.textBox(ADDRESS)).enter('plane.example.com/acme/projects/');
    const again = await setup.prompts.textBox(WORKSPACE);
    expect(again.text).toBe('acme');
    again.escape();
    await flow;
  });

  it.each(['two words', '', 'https://plane.example.com/'])(
    'rejects “%s” as a workspace with a message',
    async (slug) => {
      await using setup = await SignInSetup.open();
      const flow = setup.signIn.run('selfHosted');
      (await setup.prompts.textBox(ADDRESS)).enter(address);
      const box = await setup.prompts.textBox(WORKSPACE);
      box.enter(slug);
      await box.idle();
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
    for (const [text, message] of [
      [' ', 'Paste the API key.'],
      ['plane_api_é', "A key can't contain spaces or special characters."],
    ] as const) {
      box.enter(text);
      await box.idle();
      expect(box.message).toContain(message);
    }
    expect(proxy.requests).toEqual([]);
    box.enter(`"${server.apiKey}"`);
    await flow;
    expect(setup.window.sessions.current).toBeDefined();
  });

  it('opens the page on which keys are created with a button, and stays open', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address, workspace });
    box.press('Open the page where API keys are created');
    expect(setup.prompts.openedUrls).toEqual([`${address}/settings/profile/api-tokens/`]);
    expect(box.isOpen).toBe(true);
    box.escape();
    await flow;
  });

  it('shows a rejected key in the box of the key, where the user can correct it', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address, workspace });
    box.enter('plane_api_wrong');
    expect(box.isBusy).toBe(true);
    await box.idle();
    expect(box).toMatchObject({ isOpen: true, message: expect.stringContaining('Authentication failed.') });
    expect(setup.stored).toBe('');
    box.enter(server.apiKey);
    await flow;
    expect(setup.stored).toContain(server.apiKey);
  });

  it('returns to the workspace if the key has no access to it, and asks for the key again after the correction', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace: 'nowhere' })).enter(server.apiKey);
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box).toMatchObject({
      text: 'nowhere',
      message: expect.stringContaining('This key has no access to a workspace “nowhere”.'),
    });
    box.enter(workspace);
    (await setup.prompts.list(METHOD)).pick('API key');
    const key = await setup.prompts.textBox(KEY);
    expect(key).toMatchObject({ text: '', message: undefined });
    key.enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current?.workspace).toBe(workspace);
  });

  it('does not show the error of the workspace after the user has entered the address again', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace: 'nowhere' })).enter(server.apiKey);
    (await setup.prompts.textBox(WORKSPACE)).press(BACK.id);
    (await setup.prompts.textBox(ADDRESS)).enter(address);
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box).toMatchObject({ text: 'nowhere', message: undefined });
    box.escape();
    await flow;
  });

  it.each([
    ['a web page', html, 'The server is not a Plane server.'],
    ['404', answered(404, 'Not Found', 'text/plain'), 'The server is not a Plane server.'],
    [
      'a redirect',
      redirected('https://plane.example.com/'),
      'redirects to another address (https://plane.example.com)',
    ],
  ])('returns to the address if the server answers with %s, and keeps the other answers', async (_, fault, message) => {
    await using proxy = await openFaultProxy(address);
    proxy.inject(() => true, fault);
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address: proxy.url, workspace })).enter(server.apiKey);
    const box = await setup.prompts.textBox(ADDRESS);
    expect(box).toMatchObject({ text: proxy.url, message: expect.stringContaining(message) });
    box.enter(address);
    (await setup.answerFromWorkspace()).enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current).toMatchObject({ baseUrl: address, workspace });
  });

  it('returns to the address if the server cannot be reached, and signs in when it can be reached again', async () => {
    await using proxy = await openFaultProxy(address);
    await proxy.refuse();
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    (await setup.answerUntilKey({ address: proxy.url, workspace })).enter(server.apiKey);
    const box = await whileTimePasses(setup.sessionsSetup.clock, setup.prompts.textBox(ADDRESS));
    expect(box.message).toBe(`The server ${new URL(proxy.url).host} does not respond.`);
    await proxy.listenAgain();
    box.enter();
    (await setup.answerFromWorkspace()).enter(server.apiKey);
    await flow;
    expect(setup.window.sessions.current?.baseUrl).toBe(proxy.url);
  });

  it('does not show an error of a cancelled sign-in in the next sign-in', async () => {
    await using setup = await SignInSetup.open();
    const first = setup.signIn.run();
    (await setup.answerUntilKey({ address, workspace: 'nowhere' })).enter(server.apiKey);
    const rejected = await setup.prompts.textBox(WORKSPACE);
    expect(rejected.message).toContain('nowhere');
    rejected.escape();
    await first;
    const flow = setup.signIn.run();
    (await setup.prompts.list(SERVICE)).enter();
    (await setup.prompts.textBox(ADDRESS)).enter();
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box).toMatchObject({ text: 'nowhere', message: undefined });
    box.escape();
    await flow;
  });

  it('does not sign in if the user presses Escape before the server has answered', async () => {
    await using proxy = await openFaultProxy(address);
    proxy.inject(() => true, { kind: 'hanging' });
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address: proxy.url, workspace });
    box.enter(server.apiKey);
    await proxy.until(() => true);
    expect(setup.window.openClients.size).toBe(1);
    box.escape();
    await flow;
    await box.idle();
    expect(setup.window.openClients.size).toBe(0);
    expect([setup.window.sessions.current, setup.stored, setup.prompts.pending]).toEqual([undefined, '', []]);
  });
});

describe('The sign-in to Plane Cloud', () => {
  it('asks for no address, and shows an unreachable server in the box of the key', async () => {
    await using blocked = await openFaultProxy(address);
    await blocked.refuse();
    const proxy = { ...plainNetwork.proxy, address: blocked.url };
    await using setup = await SignInSetup.open({ ...plainNetwork, proxy });
    const { prompts } = setup;
    const flow = setup.signIn.run();
    (await prompts.list(SERVICE)).pick('Plane Cloud');
    const box = await setup.answerFromWorkspace('acme');
    expect(box).toMatchObject({
      options: { position: { step: 4, steps: 4 } },
      prompt: expect.stringContaining('API key for api.plane.so.'),
    });
    box.press('Open the page where API keys are created');
    expect(prompts.openedUrls).toEqual(['https://app.plane.so/settings/profile/api-tokens/']);
    box.enter('plane_api_some');
    await whileTimePasses(setup.sessionsSetup.clock, box.idle());
    expect(box).toMatchObject({ isOpen: true, message: expect.stringContaining('could not be reached') });
    box.escape();
    await flow;
    expect(setup.stored).toBe('');
  });

  it('starts with the workspace if a button of the welcome view has named the server', async () => {
    await using setup = await SignInSetup.open();
    const flow = setup.signIn.run('cloud');
    const box = await setup.prompts.textBox(WORKSPACE);
    expect(box).toMatchObject({ text: '', options: { position: { step: 2, steps: 4 } } });
    box.escape();
    await flow;
  });
});

describe('A key that the secret storage rejects', () => {
  const askedAboutStorage = async (setup: SignInSetup) => {
    setup.sessionsSetup.secrets.rejectedOperations.add('store');
    const flow = setup.signIn.run();
    const box = await setup.answerUntilKey({ address, workspace });
    box.enter(server.apiKey);
    return { flow, box, question: await setup.prompts.message('VS Code could not store the key.') };
  };

  it('is stored if the user unlocks the keyring and selects Retry', async () => {
    await using setup = await SignInSetup.open();
    const { flow, question } = await askedAboutStorage(setup);
    expect(question).toMatchObject({
      kind: 'modal',
      words: expect.stringContaining('Cannot open the keyring. Unlock the keychain'),
    });
    setup.sessionsSetup.secrets.rejectedOperations.clear();
    question.select('Retry');
    await flow;
    expect(setup.stored).toContain(server.apiKey);
  });

  it('is used for this session only if the user selects that', async () => {
    await using setup = await SignInSetup.open();
    const { flow, question } = await askedAboutStorage(setup);
    question.select('Use for This Session Only');
    await flow;
    expect([setup.window.sessions.current?.workspace, setup.stored]).toEqual([workspace, '']);
  });

  it('can be entered again if the user cancels the question', async () => {
    await using setup = await SignInSetup.open();
    const { flow, box, question } = await askedAboutStorage(setup);
    question.close();
    await box.idle();
    expect(box).toMatchObject({
      isOpen: true,
      message: expect.stringMatching(/^Not signed in\. VS Code could not store the key\. Cannot open the keyring\./),
    });
    box.escape();
    await flow;
    expect(setup.window.sessions.current).toBeUndefined();
  });
});

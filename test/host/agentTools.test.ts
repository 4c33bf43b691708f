// Tests the tools for language models in the extension host: each is called as another extension would call it.
// In these tests, VS Code skips its own confirmation, and every modal dialog fails, so a sixth change within a minute
// fails as well.
import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert/strict';
import {
  CancellationTokenSource,
  ConfigurationTarget,
  commands,
  extensions,
  LanguageModelTextPart,
  lm,
  workspace,
} from 'vscode';

async function callTool(name: string, input: object): Promise<string> {
  const result = await lm.invokeTool(`contrail_${name}`, { toolInvocationToken: undefined, input });
  return result.content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('\n');
}

/** The names of the tools in package.json. */
function declaredTools(): readonly string[] {
  const { contributes } = extensions.getExtension('contrail.contrail')?.packageJSON ?? {};
  return contributes.languageModelTools.map(({ name }: { readonly name: string }) => name);
}

async function setEnabled(isEnabled: boolean | undefined): Promise<void> {
  await workspace.getConfiguration('contrail').update('agents.enabled', isEnabled, ConfigurationTarget.Global);
}

describe('The tools for language models', () => {
  /** The identifier of a work item that only these tests change. */
  let identifier = '';

  before(async () => {
    await commands.executeCommand('contrail.openLocalWorkspace');
    await commands.executeCommand('contrail.refreshProjects');
  });

  after(async () => {
    await setEnabled(undefined);
    await commands.executeCommand('contrail.signOut');
  });

  it('are listed with descriptions and input schemas', () => {
    const listedTools = lm.tools.filter(({ name }) => name.startsWith('contrail_'));
    deepStrictEqual(listedTools.map(({ name }) => name).toSorted(), [...declaredTools()].toSorted());
    strictEqual(listedTools.length, 9);
    ok(listedTools.every(({ description, inputSchema }) => description !== '' && inputSchema !== undefined));
  });

  it('return an error text if the input does not match the schema', async () => {
    for (const name of declaredTools()) {
      const text = await callTool(name.replace('contrail_', ''), { url: 'https://evil.example', key: 'x' });
      match(text, /^The input is invalid\. /, name);
    }
  });

  it('list projects, and the names of the states in a project', async () => {
    match(await callTool('listProjects', {}), /“WEB”/);
    match(await callTool('listProjects', { project: 'web' }), /States:\n- “Backlog” \(backlog\)/);
    match(await callTool('listProjects', { project: 'WEBB' }), /Did you mean “WEB”/);
  });

  it('create a work item, and read it', async () => {
    const text = await callTool('createWorkItem', { project: 'WEB', name: 'Made by a tool', description: '**Why**' });
    match(text, /^Created\. Now on the server:\nWEB-\d+ “Made by a tool”/);
    [identifier = ''] = /WEB-\d+/.exec(text) ?? [];
    match(await callTool('getWorkItem', { id: identifier }), /Description:\n\| \*\*Why\*\*/);
    match(await callTool('createWorkItem', { project: 'WEB', name: 'x', state: 'Dome' }), /Did you mean “Done”/);
  });

  it('change a work item, and return the saved values', async () => {
    const text = await callTool('updateWorkItem', { id: identifier, state: 'In Review', priority: 'high' });
    match(text, /^Done\. state: changed\. priority: changed\.[^]*State: “In Review”\n[^]*\nPriority: high/);
    match(await callTool('updateWorkItem', { id: 'WEB-99999', priority: 'low' }), /There is no work item “WEB-99999”/);
  });

  it('make changes that Undo Last Change can undo', async () => {
    await commands.executeCommand('contrail.undoLastChange');
    match(await callTool('updateWorkItem', { id: identifier, priority: 'none' }), /^Nothing to change/);
  });

  it('send internal comments without a dialog of Contrail', async () => {
    match(
      await callTool('commentOnWorkItem', { id: identifier, text: 'One *comment*' }),
      /internal\.[^]*\| One comment/,
    );
    const text = await callTool('getWorkItem', { id: identifier });
    match(text, /Comment 1 of 1 by “/);
  });

  it('search work items by words and filters', async () => {
    match(
      await callTool('searchWorkItems', { text: 'made by a tool' }),
      new RegExp(`\\n${identifier} \\[“In Review”, none\\]`),
    );
    match(await callTool('searchWorkItems', { project: 'WEB', state: 'Nonsense' }), /There is no state “Nonsense”/);
  });

  it('find code that mentions a work item', async () => {
    match(await callTool('findCode', { id: 'WEB-1' }), /^Code of “WEB-1”\.[^]*Mentions in files \(\d+/);
  });

  it('start and finish work, and read the current work item', async () => {
    const startResult = await callTool('startOrFinishWork', { action: 'start', id: identifier, branch: false });
    match(startResult, /^Work was started\.[^]*State: “In Review”/);
    match(await callTool('getWorkItem', {}), new RegExp(`^${identifier} `));
    const myWork = await callTool('searchWorkItems', { assignee: 'me' });
    match(myWork, new RegExp(`\\nCurrent work item: ${identifier}\\n[^]*\\n${identifier} `));
    match(await callTool('startOrFinishWork', { action: 'finish' }), /^Work was finished\.[^]*State: “Done”/);
    strictEqual(await callTool('getWorkItem', {}), 'There is no current work item.');
  });

  it('send external comments only after a dialog of Contrail', async () => {
    await rejects(callTool('commentOnWorkItem', { id: identifier, text: 'Two', visibility: 'EXTERNAL' }));
    match(await callTool('getWorkItem', { id: identifier }), /Comment 1 of 1 by “/);
  });

  it('reject a call that is canceled', async () => {
    const cancellation = new CancellationTokenSource();
    cancellation.cancel();
    const options = { toolInvocationToken: undefined, input: { id: 'WEB-1' } };
    await rejects(Promise.resolve(lm.invokeTool('contrail_getWorkItem', options, cancellation.token)), {
      name: 'Canceled',
    });
  });

  it('are not registered while contrail.agents.enabled is off', async () => {
    await setEnabled(false);
    await rejects(callTool('listProjects', {}), /does not have an implementation registered/);
    await setEnabled(true);
    match(await callTool('listProjects', {}), /“WEB”/);
  });

  it('report that the user is signed out', async () => {
    await commands.executeCommand('contrail.signOut');
    match(await callTool('getWorkItem', { id: 'WEB-1' }), /^Contrail is not signed in\./);
    match(await callTool('updateWorkItem', { id: 'WEB-1', priority: 'low' }), /^Contrail is not signed in\./);
    await commands.executeCommand('contrail.openLocalWorkspace');
  });
});

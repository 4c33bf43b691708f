// Tests the command Create…: the kind, the steps that follow, and Back.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../../src/workbench/contributions.ts';
import { createCommands } from '../../../../src/workbench/features/records/createCommands.ts';
import { WorkItems } from '../../../../src/workbench/features/workItems/items.ts';
import { openRecents } from '../../../../src/workbench/features/workItems/rememberedItems.ts';
import { BACK } from '../../../../src/workbench/ui/prompts.ts';
import { sample, startTestServer, type TestServer } from '../../../support/testServer.ts';
import { memento, type SignedIn, signInTo } from '../signedIn.ts';

type Deps = Parameters<typeof createCommands>[0];

let server: TestServer;
let window: SignedIn;
/** The new records whose pages were opened. */
let openedPages: unknown[];
beforeEach(async () => {
  server = await startTestServer();
  window = await signInTo(server);
  openedPages = [];
});
afterEach(async () => {
  await window[Symbol.asyncDispose]();
  await server.stop();
});

function create(
  command: typeof COMMANDS.create | typeof COMMANDS.createWorkItem | typeof COMMANDS.createCycle = COMMANDS.create,
  target?: unknown,
): Promise<void> {
  const { prompts, sessions, clock } = window;
  const panels = {
    active: undefined,
    openNew: async (_session: unknown, location: object, initialValues: object) =>
      void openedPages.push({ ...location, initialValues }),
  };
  const deps: Deps = {
    prompts,
    sessions,
    panels,
    items: new WorkItems(sessions, openRecents(memento()), prompts, clock),
    folderBinding: () => ({ workspace: undefined, project: undefined }),
    templateSettings: () => ({ user: undefined, folders: [] }),
    loadToHtml: async () => (markdown) => markdown,
  };
  return createCommands(deps)[command].run(target, undefined);
}

const pickKind = async (kind: string): Promise<void> => (await window.prompts.list('Create Record')).pick(kind);

describe('The command Create', () => {
  it('asks for the kind and the project, and opens the page of the new record', async () => {
    const done = create();
    await pickKind('Cycle');
    const projects = await window.prompts.list('Create Cycle in Project');
    await projects.idle();
    projects.pick('Atlas Web');
    await done;
    expect(openedPages).toEqual([{ kind: 'cycle', within: sample.project('WEB'), initialValues: {} }]);
  });

  it('gives a new state a group and a color, and a new label a color', async () => {
    for (const kind of ['State', 'Label']) {
      const done = create();
      await pickKind(kind);
      const projects = await window.prompts.list(`Create ${kind} in Project`);
      await projects.idle();
      projects.pick('Atlas Web');
      await done;
    }
    const within = sample.project('WEB');
    expect(openedPages).toEqual([
      { kind: 'state', within, initialValues: { group: 'started', color: '#f59e0b' } },
      { kind: 'label', within, initialValues: { color: expect.stringMatching(/^#[0-9a-f]{6}$/) } },
    ]);
  });

  it.each([
    ['Work Item', 'Create Work Item in Project'],
    ['Sub-Item', 'Create Sub-Item: Work Item'],
    ['Epic', 'Create Epic in Project'],
    ['Module', 'Create Module in Project'],
    ['State', 'Create State in Project'],
    ['Label', 'Create Label in Project'],
    ['Customer Request', 'Create Customer Request'],
  ])('for the kind %s shows the prompt “%s”, from which Back returns to the kinds', async (kind, title) => {
    const done = create();
    await pickKind(kind);
    (await window.prompts.list(title)).press(BACK.id);
    const kinds = await window.prompts.list('Create Record');
    kinds.escape();
    await done;
    expect(openedPages).toEqual([]);
    expect(window.prompts.pending).toEqual([]);
  });

  it.each([
    ['Project', 'project'],
    ['Initiative', 'initiative'],
    ['Teamspace', 'teamspace'],
    ['Customer', 'customer'],
  ])('opens the page of a new record of the kind %s without further steps', async (label, kind) => {
    const done = create();
    await pickKind(label);
    await done;
    expect(openedPages).toEqual([{ kind, within: '', initialValues: {} }]);
  });

  it('creates a sticky in the Stickies view', async () => {
    const done = create();
    await pickKind('Sticky');
    await done;
    expect(window.prompts.commands).toEqual([[COMMANDS.createSticky]]);
  });
});

describe('A create command in the menu of a row', () => {
  const WEB = sample.project('WEB');

  it('sets the epic of the row as the parent of the new work item', async () => {
    await create(COMMANDS.createWorkItem, { kind: 'epic', within: WEB, id: 'e1' });
    expect(openedPages).toEqual([{ kind: 'workItem', within: WEB, initialValues: { parent: 'e1' } }]);
  });

  it('creates a cycle in the project of the folder “Cycles”', async () => {
    await create(COMMANDS.createCycle, { kind: 'folder', folder: 'cycles', owner: WEB });
    expect(openedPages).toEqual([{ kind: 'cycle', within: WEB, initialValues: {} }]);
  });
});

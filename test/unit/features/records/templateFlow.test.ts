// Tests the template picker of the command Create Work Item: its rows, the picked template, Cancel and Back.
import { beforeEach, describe, expect, it } from 'vitest';
import { creationCommands } from '../../../../src/features/records/creationCommands.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import { BACK_BUTTON } from '../../../../src/shell/prompts/prompts.ts';
import { markdownToHtml } from '../../../../src/std/html/markdown.ts';
import { forEachTest } from '../../../support/fixture.ts';
import type { ScriptedList } from '../../../support/scriptedPrompts.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { memento, signInTo } from '../../support/signedInWindow.ts';

const WEB_PROJECT_ID = sample.project('WEB');
const BUG_TEMPLATE = {
  name: 'Bug',
  title: 'Bug: ',
  description: '**Steps** <b>',
  state: 'todo',
  priority: 'high',
  module: 'Offline',
  labels: ['DESIGN'],
  assignees: ['me'],
};

/** The new records whose pages were opened. */
let openedPages: unknown[];
const server = forEachTest(startTestServer);
const window = forEachTest(() => signInTo(server));
beforeEach(async () => {
  await window.session.store.resources.projects.list().read();
  openedPages = [];
});

/** Runs Create Work Item with these templates in the settings of a folder. */
function create(templates: unknown, target?: unknown): Promise<void> {
  const { prompts, sessions, clock } = window;
  const commands = creationCommands({
    prompts,
    sessions,
    clock,
    panels: {
      active: undefined,
      isOpen: () => false,
      showCreated: () => undefined,
      openNew: async (_session: unknown, location: object, initialValues: object) =>
        void openedPages.push({ ...location, initialValues }),
    },
    items: new WorkItemPicker(sessions, createRecentItems(memento()), prompts, clock),
    folderBinding: () => ({ workspace: undefined, project: undefined }),
    templateSettings: () => ({ user: undefined, folders: [templates] }),
    loadMarkdownToHtml: async () => markdownToHtml,
  });
  return commands[COMMANDS.createWorkItem].run(target, undefined);
}

const webRow = { kind: 'project', within: '', id: WEB_PROJECT_ID };
/** Presses Enter in the empty input box for the title. */
const skipTitle = async (): Promise<void> => (await window.prompts.textBox('Create Work Item in Atlas Web')).enter('');
const templateList = async (): Promise<ScriptedList> => {
  await skipTitle();
  return window.prompts.list('Create Work Item from Template');
};

describe('The template picker of Create Work Item', () => {
  it('sets the initial values from the picked template, and matches names case-insensitively', async () => {
    const done = create([BUG_TEMPLATE], webRow);
    const list = await templateList();
    expect(list.visible).toEqual(['No Template', 'Bug | Bug: ']);
    list.pick('Bug');
    await done;
    const initialValues = {
      name: 'Bug: ',
      description_html: '<p><strong>Steps</strong> &lt;b&gt;</p>',
      state: sample.state('WEB', 'Todo'),
      priority: 'high',
      module: sample.module('WEB', 'Offline'),
      labels: [sample.label('WEB', 'Design')],
      assignees: [window.session.me.id],
    };
    expect(openedPages).toEqual([{ kind: 'workItem', within: WEB_PROJECT_ID, initialValues }]);
    expect(window.prompts.pending).toEqual([]);
  });

  it('does not replace a value from the tree row on which the command was run', async () => {
    const done = create([BUG_TEMPLATE], { kind: 'group', project: WEB_PROJECT_ID, by: 'priority', value: 'low' });
    (await templateList()).pick('Bug');
    await done;
    expect(openedPages).toMatchObject([{ initialValues: { priority: 'low', name: 'Bug: ' } }]);
  });

  it('is not shown, and no request is sent, if there are no templates for the project', async () => {
    const requestCount = window.proxy.requests.length;
    for (const templates of [[{ ...BUG_TEMPLATE, project: 'API' }], undefined]) {
      const opened = create(templates, webRow);
      await skipTitle();
      await opened;
    }
    expect(openedPages).toHaveLength(2);
    expect(window.proxy.requests).toHaveLength(requestCount);
    const done = create(
      [
        { name: 'By identifier', project: 'web' },
        { name: 'By name', project: 'Atlas Web' },
      ],
      webRow,
    );
    const list = await templateList();
    expect(list.visible).toEqual(['No Template', 'By identifier', 'By name']);
    list.pick('No Template');
    await done;
    expect(openedPages[2]).toEqual({ kind: 'workItem', within: WEB_PROJECT_ID, initialValues: {} });
  });

  it('opens nothing if the user cancels', async () => {
    const done = create([BUG_TEMPLATE], webRow);
    (await templateList()).escape();
    await done;
    expect(openedPages).toEqual([]);
    expect(window.prompts.pending).toEqual([]);
  });

  it('has a Back button that returns to the title, and from there to the project if the user has picked it', async () => {
    const canceledRun = create([BUG_TEMPLATE], webRow);
    const first = await templateList();
    first.press(BACK_BUTTON.id);
    const titleBox = await window.prompts.textBox('Create Work Item in Atlas Web');
    expect(titleBox.buttons.map(({ id }) => id)).toEqual(['more']);
    titleBox.escape();
    await canceledRun;
    const done = create([BUG_TEMPLATE]);
    const pickProject = async (): Promise<void> => {
      const projects = await window.prompts.list('Create Work Item in Project');
      await projects.waitUntilIdle();
      projects.pick('Atlas Web');
    };
    await pickProject();
    (await templateList()).press(BACK_BUTTON.id);
    (await window.prompts.textBox('Create Work Item in Atlas Web')).press(BACK_BUTTON.id);
    await pickProject();
    (await templateList()).pick('No Template');
    await done;
    expect(openedPages).toHaveLength(1);
  });

  it('shows why an entry of the setting is invalid, and stays open if the user selects that entry', async () => {
    const done = create([{ name: 'Evil', server: 'https://evil.example' }], webRow);
    const list = await templateList();
    expect(list.visible).toEqual(['No Template', 'Evil | “server” is not a supported property of a template.']);
    list.pick('Evil');
    await list.handled();
    expect(list.isOpen).toBe(true);
    list.escape();
    await done;
    expect(openedPages).toEqual([]);
  });

  it('shows a warning with the values that the project does not have, and opens the page without them', async () => {
    const done = create([{ name: 'Bug', labels: ['Design', 'nowhere'], assignees: ['nobody@example.com'] }], webRow);
    (await templateList()).pick('Bug');
    const warning = await window.prompts.message('The project does not have these values of the template “Bug”:');
    expect(warning.words).toContain('nowhere and nobody@example.com');
    await done;
    expect(openedPages).toMatchObject([{ initialValues: { labels: [sample.label('WEB', 'Design')] } }]);
  });

  it('is not shown if the project has an unsaved new work item, whose page is opened instead', async () => {
    const { draftStore } = window.session;
    const { key } = newRecordTarget({ kind: 'workItem', within: WEB_PROJECT_ID });
    await draftStore.open(key);
    draftStore.change(key, 'New', () => ({ touched: { name: 'Typed', priority: 'high' } }));
    await create([BUG_TEMPLATE], webRow);
    expect(openedPages).toEqual([{ kind: 'workItem', within: WEB_PROJECT_ID, initialValues: {} }]);
  });
});

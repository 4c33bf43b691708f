// Tests the command that copies texts about work items.
import { beforeEach, describe, expect, it } from 'vitest';
import { MentionResolver } from '../../../../src/core/mentions/mentionResolver.ts';
import { type CopyCommandDeps, copyText } from '../../../../src/features/deepLinks/workbench/copyCommand.ts';
import { createRecentItems } from '../../../../src/shell/itemPicker/rememberedItems.ts';
import { WorkItemPicker } from '../../../../src/shell/itemPicker/workItemPicker.ts';
import type { Node } from '../../../../src/shell/tree/node.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { memento, signInTo } from '../../support/signedInWindow.ts';

const WEB = sample.project('WEB');
const itemRow = (number: number): Node => ({
  kind: 'workItem',
  project: WEB,
  id: sample.workItem('WEB', number),
  under: undefined,
});

let focusedRows: readonly Node[];
let copiedLinks: unknown[];
let copiedBranches: string[];

const server = forAllTests(startTestServer);
const window = forEachTest(() => signInTo(server));
beforeEach(async () => {
  focusedRows = [];
  copiedLinks = [];
  copiedBranches = [];
});

function copy(target: unknown, selection?: unknown): Promise<void> {
  const { prompts, sessions, clock, session } = window;
  const deps: CopyCommandDeps = {
    prompts,
    sessions,
    items: new WorkItemPicker(sessions, createRecentItems(memento()), prompts, clock),
    panels: { active: undefined, open: () => undefined, preview: async () => undefined },
    mentions: { resolver: new MentionResolver(session.store, { read: () => [], write: () => undefined }, clock) },
    otherAccounts: { find: async () => undefined, offerAccountSwitch: async () => false },
    views: { selection: [], followMove: () => async () => undefined, focusedRows: async () => focusedRows },
    linkCopier: {
      copy: async ({ addresses }, comment) => void copiedLinks.push([addresses.map(({ id }) => id), comment]),
    },
    copyBranchName: async ({ address }) => void copiedBranches.push(address.id),
  };
  return copyText(deps, target, selection);
}

const pick = async (what: string): Promise<void> => (await window.prompts.list('Select what to copy')).pick(what);

describe('The command Copy', () => {
  it('lists what can be copied of a row, and copies the identifier', async () => {
    const done = copy(itemRow(2));
    const list = await window.prompts.list('Select what to copy');
    expect(list.visible).toEqual(['Link…', 'Identifier', 'Branch Name']);
    list.pick('Identifier');
    await done;
    expect(window.prompts.copiedTexts).toEqual(['WEB-2']);
  });

  it('copies the name of the branch, and links to all selected rows', async () => {
    const branch = copy(itemRow(2));
    await pick('Branch Name');
    await branch;
    const links = copy(itemRow(2), [itemRow(2), itemRow(3)]);
    await pick('Link…');
    await links;
    expect(copiedBranches).toEqual([sample.workItem('WEB', 2)]);
    expect(copiedLinks).toEqual([[[sample.workItem('WEB', 2), sample.workItem('WEB', 3)], undefined]]);
  });

  it('copies a link to a comment of a page without a question', async () => {
    const { project, id } = { project: WEB, id: sample.workItem('WEB', 2) };
    await copy({ project, id, row: 'c1' });
    expect(copiedLinks).toEqual([[[id], 'c1']]);
  });

  it('copies the identifier of the row that has the focus without a question, when its key is pressed', async () => {
    focusedRows = [itemRow(3)];
    await copy('identifier');
    expect(window.prompts.copiedTexts).toEqual(['WEB-3']);
  });

  it.each(['key', 'menu'])('copies the email address of a member, from the %s of its row', async (source) => {
    const member: Node = { kind: 'teamspaceMember', within: 't1', id: window.session.me.id, under: undefined };
    focusedRows = [member];
    await copy(source === 'key' ? 'identifier' : member);
    const email = window.session.store.workspaceUser(window.session.me.id)?.email;
    expect(email).toContain('@');
    expect(window.prompts.copiedTexts).toEqual([email]);
    expect(window.prompts.statusMessages).toEqual([`Copied ${email}`]);
  });
});

// Tests the commands that add, edit and remove links: the questions, what is sent, the reports and undo.
import { describe, expect, it } from 'vitest';
import { keyOf } from '../../../../src/core/cache/address.ts';
import { entriesOf } from '../../../../src/core/drafts/entries.ts';
import { workItemUrl } from '../../../../src/core/session/server/webAddress.ts';
import { addLink } from '../../../../src/features/links/addLink.ts';
import { editLink } from '../../../../src/features/links/editLink.ts';
import { removeLink } from '../../../../src/features/links/removeLink.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { webItem } from '../quickEdit/setup.ts';
import { LinkedItemsSetup } from '../relations/setup.ts';

const ADD_TITLE = 'Add Link to WEB-27';
const EDIT_TITLE = 'Edit Link of WEB-27';
const REMOVE_TITLE = 'Remove Link of WEB-27';
const DOCS = 'https://docs.example.com/boards';
const PULL_REQUEST = 'https://github.com/acme/web/pull/12';

/** Enters the URL, and resolves with the box for the title. */
async function openTitleBox(setup: LinkedItemsSetup, url: string) {
  const adding = addLink(setup.deps, setup.chosenItem(27));
  (await setup.prompts.textBox(ADD_TITLE)).enter(url);
  return { adding, box: await setup.prompts.textBox('Enter the title of the link') };
}

/** Adds the link in another window. */
async function addLinkInOtherWindow(setup: LinkedItemsSetup, url: string, title?: string): Promise<void> {
  await setup.otherStore().links.add(webItem(27), { url, ...(title === undefined ? {} : { title }) });
}

async function openList(setup: LinkedItemsSetup, command: typeof editLink, title: string) {
  const done = command(setup.deps, setup.chosenItem(27));
  const list = await setup.prompts.list(title);
  await list.waitUntilIdle();
  return { done, list };
}

const setup = forEachTest(() => LinkedItemsSetup.open());

describe('Add Link', () => {
  it('adds a link with the entered URL and title, and Undo removes the link', async () => {
    const { adding, box } = await openTitleBox(setup, ` ${DOCS} `);
    expect(box.text).toBe('');
    box.enter(' Boards ');
    await adding;
    expect(await setup.links(27)).toEqual([[DOCS, 'Boards']]);
    expect(setup.prompts.statusMessages).toEqual(['Added the link to WEB-27 · Undo']);
    await setup.undo();
    expect(await setup.links(27)).toEqual([]);
    expect(setup.prompts.statusMessages.at(-1)).toBe('Removed the link Boards from WEB-27');
  });

  it('adds a link without a title if the user enters no title', async () => {
    const { adding, box } = await openTitleBox(setup, DOCS);
    box.enter();
    await adding;
    expect(await setup.links(27)).toEqual([[DOCS, '']]);
  });

  it('suggests a title with the number of the pull request if the URL leads to a pull request', async () => {
    const { adding, box } = await openTitleBox(setup, PULL_REQUEST);
    expect(box.text).toBe('Pull request #12');
    box.enter();
    await adding;
    expect(await setup.links(27)).toEqual([[PULL_REQUEST, 'Pull request #12']]);
  });

  it('shows a message if the text is not a web address, and sends nothing if the user cancels', async () => {
    const adding = addLink(setup.deps, setup.chosenItem(27));
    const box = await setup.prompts.textBox(ADD_TITLE);
    box.enter('javascript:alert(1)');
    await box.handled();
    expect(box.message).toBe('Use a web address that starts with https:// or http://.');
    box.escape();
    await adding;
    expect(await setup.links(27)).toEqual([]);
  });

  it('sends nothing if the user cancels the box for the title', async () => {
    const { adding, box } = await openTitleBox(setup, DOCS);
    box.escape();
    await adding;
    expect(await setup.links(27)).toEqual([]);
    expect(setup.prompts.statusMessages).toEqual([]);
  });

  it('shows the entered URL again when the user selects Back', async () => {
    const { adding, box } = await openTitleBox(setup, DOCS);
    box.press('back');
    const addressBox = await setup.prompts.textBox(ADD_TITLE);
    expect(addressBox.text).toBe(DOCS);
    addressBox.escape();
    await adding;
  });

  it('has a Back button to the work item picker, and keeps URL and title for the next work item', async () => {
    const draft = {};
    let backCount = 0;
    const adding = addLink(setup.deps, setup.chosenItem(27), () => (backCount += 1), draft);
    (await setup.prompts.textBox(ADD_TITLE)).enter(DOCS);
    const titleBox = await setup.prompts.textBox('Enter the title of the link');
    titleBox.type('Boards');
    titleBox.press('back');
    const addressBox = await setup.prompts.textBox(ADD_TITLE);
    addressBox.type(`${DOCS}/2`);
    addressBox.press('back');
    await adding;
    expect(backCount).toBe(1);
    const addingToOther = addLink(setup.deps, setup.chosenItem(26), () => undefined, draft);
    const otherBox = await setup.prompts.textBox('Add Link to WEB-26');
    expect(otherBox.text).toBe(`${DOCS}/2`);
    otherBox.enter();
    const otherTitleBox = await setup.prompts.textBox('Enter the title of the link');
    expect(otherTitleBox.text).toBe('Boards');
    otherTitleBox.escape();
    await addingToOther;
    expect(setup.prompts.pending).toEqual([]);
  });

  it('shows the typed URL and title again after a crash, and lists them as a draft until the link is sent', async () => {
    const { draftStore } = setup.chosenItem(27).session;
    const entries = async () => (await draftStore.all()).flatMap(({ draft }) => entriesOf(draft));
    const first = await openTitleBox(setup, DOCS);
    first.box.type('Boa');
    expect(await entries()).toEqual([{ kind: 'link', id: 'new' }]);
    first.box.escape();
    await first.adding;
    const adding = addLink(setup.deps, setup.chosenItem(27));
    const urlBox = await setup.prompts.textBox(ADD_TITLE);
    expect(urlBox.text).toBe(DOCS);
    urlBox.enter();
    const titleBox = await setup.prompts.textBox('Enter the title of the link');
    expect(titleBox.text).toBe('Boa');
    titleBox.enter('Boards');
    await adding;
    expect(await setup.links(27)).toEqual([[DOCS, 'Boards']]);
    expect(await entries()).toEqual([]);
  });

  it('moves the typed URL from the draft of a work item to that of the next one on Back', async () => {
    const typed = {};
    const { draftStore } = setup.chosenItem(27).session;
    const keys = async () => (await draftStore.all()).map(({ key }) => key);
    const adding = addLink(setup.deps, setup.chosenItem(27), () => undefined, typed);
    const box = await setup.prompts.textBox(ADD_TITLE);
    box.type(DOCS);
    expect(await keys()).toEqual([keyOf(webItem(27))]);
    box.press('back');
    await adding;
    const addingToOther = addLink(setup.deps, setup.chosenItem(26), () => undefined, typed);
    (await setup.prompts.textBox('Add Link to WEB-26')).escape();
    await addingToOther;
    expect(await keys()).toEqual([keyOf(webItem(26))]);
  });

  it('has no Back button in the first box if the work item was not picked', async () => {
    const adding = addLink(setup.deps, setup.chosenItem(27));
    const box = await setup.prompts.textBox(ADD_TITLE);
    expect(box.buttons).toEqual([]);
    box.escape();
    await adding;
  });

  it('shows a message and sends nothing if the work item already has the link', async () => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    const { adding, box } = await openTitleBox(setup, DOCS);
    box.enter('Other');
    await expect.poll(() => box.message).toBe('WEB-27 already has this link: Boards');
    box.escape();
    await adding;
    expect(await setup.links(27)).toEqual([[DOCS, 'Boards']]);
    await setup.undo();
    await setup.prompts.message('There is nothing to undo in this window.');
  });

  it('shows an error of the server in the box and keeps the title, so that the user can try again', async () => {
    const { adding, box } = await openTitleBox(setup, DOCS);
    setup.quickEditSetup.proxy.inject(matchRequest('POST', '/links/'), answerWith(400, { error: 'No' }), 1);
    box.enter('Boards');
    await expect.poll(() => box.message).toBe('The server rejected this (No).');
    expect(box.text).toBe('Boards');
    box.enter();
    await adding;
    expect(await setup.links(27)).toEqual([[DOCS, 'Boards']]);
  });
});

describe('Add Link with the URL of a work item', () => {
  const urlOf = ({ quickEditSetup }: LinkedItemsSetup, identifier: string): string =>
    workItemUrl(quickEditSetup.session.baseUrl, quickEditSetup.session.workspace, identifier);

  it('adds a relation if the user selects Add Relation', async () => {
    const adding = addLink(setup.deps, setup.chosenItem(27));
    (await setup.prompts.textBox(ADD_TITLE)).enter(urlOf(setup, 'WEB-26'));
    (await setup.prompts.list('This is the address of WEB-26.')).pick('Add Relation');
    (await setup.prompts.list('Add Relation from WEB-27 to WEB-26')).pick('Is blocked by');
    await adding;
    expect(await setup.relations(27)).toEqual(['blocked_by 26']);
    expect(await setup.links(27)).toEqual([]);
  });

  it('adds nothing if the user cancels the list of relation types', async () => {
    const adding = addLink(setup.deps, setup.chosenItem(27));
    (await setup.prompts.textBox(ADD_TITLE)).enter(urlOf(setup, 'WEB-26'));
    (await setup.prompts.list('This is the address of WEB-26.')).pick('Add Relation');
    (await setup.prompts.list('Add Relation from WEB-27 to WEB-26')).escape();
    await adding;
    expect(await setup.relations(27)).toEqual([]);
    expect(await setup.links(27)).toEqual([]);
  });

  it('adds a link instead of a relation if the user selects Add Link in the list of both', async () => {
    const url = urlOf(setup, 'WEB-26');
    const adding = addLink(setup.deps, setup.chosenItem(27));
    (await setup.prompts.textBox(ADD_TITLE)).enter(url);
    (await setup.prompts.list('This is the address of WEB-26.')).pick('Add Link');
    (await setup.prompts.textBox('Enter the title of the link')).enter('Colors');
    await adding;
    expect(await setup.links(27)).toEqual([[url, 'Colors']]);
  });

  it('adds nothing if the user cancels the choice between a relation and a link', async () => {
    const adding = addLink(setup.deps, setup.chosenItem(27));
    (await setup.prompts.textBox(ADD_TITLE)).enter(urlOf(setup, 'WEB-26'));
    (await setup.prompts.list('This is the address of WEB-26.')).escape();
    await adding;
    expect(setup.prompts.pending).toEqual([]);
    expect(await setup.links(27)).toEqual([]);
  });

  it('returns from the types to the choice, and from the choice to the URL, when the user selects Back', async () => {
    const adding = addLink(setup.deps, setup.chosenItem(27));
    const url = urlOf(setup, 'WEB-26');
    (await setup.prompts.textBox(ADD_TITLE)).enter(url);
    (await setup.prompts.list('This is the address of WEB-26.')).pick('Add Relation');
    (await setup.prompts.list('Add Relation from WEB-27 to WEB-26')).press('back');
    (await setup.prompts.list('This is the address of WEB-26.')).press('back');
    const box = await setup.prompts.textBox(ADD_TITLE);
    expect(box.text).toBe(url);
    box.escape();
    await adding;
    expect(setup.prompts.pending).toEqual([]);
  });

  it.each(['WEB-27', 'WEB-9999'])(
    'does not suggest a relation to %s, which is the same work item or does not exist',
    async (identifier) => {
      const { adding, box } = await openTitleBox(setup, urlOf(setup, identifier));
      box.escape();
      await adding;
      expect(setup.prompts.pending).toEqual([]);
    },
  );
});

describe.each([
  ['Edit Link', editLink, EDIT_TITLE],
  ['Remove Link', removeLink, REMOVE_TITLE],
] as const)('%s', (_name, command, title) => {
  it('returns from the list of links to the work item picker when the user selects Back', async () => {
    let backCount = 0;
    const done = command(setup.deps, setup.chosenItem(27), undefined, () => (backCount += 1));
    (await setup.prompts.list(title)).press('back');
    await done;
    expect(backCount).toBe(1);
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('Edit Link', () => {
  it('returns from the URL to the list of links on Back, unless the command was run on the row of a link', async () => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    const { done, list } = await openList(setup, editLink, EDIT_TITLE);
    list.pick('Boards');
    (await setup.prompts.textBox(EDIT_TITLE)).press('back');
    (await setup.prompts.list(EDIT_TITLE)).escape();
    await done;
    const [id = ''] = setup.quickEditSetup.session.store.links.list(webItem(27)).state.ids;
    const editing = editLink(setup.deps, setup.chosenItem(27), id);
    const box = await setup.prompts.textBox(EDIT_TITLE);
    expect(box.buttons).toEqual([]);
    box.escape();
    await editing;
  });

  it('changes only the title, and Undo restores the title', async () => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    const { done, list } = await openList(setup, editLink, EDIT_TITLE);
    expect(list.visible).toEqual([`Boards | ${DOCS}`]);
    list.pick('Boards');
    const addressBox = await setup.prompts.textBox(EDIT_TITLE);
    expect(addressBox.text).toBe(DOCS);
    addressBox.enter();
    const titleBox = await setup.prompts.textBox('Enter the title of the link');
    expect(titleBox.text).toBe('Boards');
    titleBox.enter('All boards');
    await done;
    expect(await setup.links(27)).toEqual([[DOCS, 'All boards']]);
    expect(setup.prompts.statusMessages).toEqual(['Changed the link All boards · Undo']);
    await setup.undo();
    expect(await setup.links(27)).toEqual([[DOCS, 'Boards']]);
  });

  it('asks for the URL without a list of links if the user runs it on the row of a link on the page', async () => {
    const chosenItem = setup.chosenItem(27);
    const link = await chosenItem.session.store.links.add(chosenItem.address, { url: DOCS, title: 'Boards' });
    const done = editLink(setup.deps, chosenItem, link.id);
    (await setup.prompts.textBox(EDIT_TITLE)).enter();
    (await setup.prompts.textBox('Enter the title of the link')).enter('All boards');
    await done;
    expect(await setup.links(27)).toEqual([[DOCS, 'All boards']]);
  });

  it('keeps the title if the user enters the URL of a pull request', async () => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    const { done, list } = await openList(setup, editLink, EDIT_TITLE);
    list.pick('Boards');
    (await setup.prompts.textBox(EDIT_TITLE)).enter(PULL_REQUEST);
    (await setup.prompts.textBox('Enter the title of the link')).enter();
    await done;
    expect(await setup.links(27)).toEqual([[PULL_REQUEST, 'Boards']]);
  });

  it('sends nothing if the user changes neither URL nor title', async () => {
    await addLinkInOtherWindow(setup, DOCS);
    const { done, list } = await openList(setup, editLink, EDIT_TITLE);
    list.pick(DOCS);
    (await setup.prompts.textBox(EDIT_TITLE)).enter();
    (await setup.prompts.textBox('Enter the title of the link')).enter();
    await done;
    expect(setup.quickEditSetup.proxy.matchingRequests((method) => method === 'PATCH')).toEqual([]);
    expect(setup.prompts.statusMessages).toEqual([`${DOCS} (unchanged)`]);
  });

  it('shows an error of the server in the box, and keeps the link if the user then cancels', async () => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    await addLinkInOtherWindow(setup, PULL_REQUEST, 'Code');
    const { done, list } = await openList(setup, editLink, EDIT_TITLE);
    list.pick('Boards');
    (await setup.prompts.textBox(EDIT_TITLE)).enter(PULL_REQUEST);
    const box = await setup.prompts.textBox('Enter the title of the link');
    box.enter();
    await expect.poll(() => box.message).toContain('URL already exists for this Issue');
    box.escape();
    await done;
    expect(await setup.links(27)).toContainEqual([DOCS, 'Boards']);
  });

  it('cannot be undone after another client has changed the link', async () => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    const { done, list } = await openList(setup, editLink, EDIT_TITLE);
    list.pick('Boards');
    (await setup.prompts.textBox(EDIT_TITLE)).enter();
    (await setup.prompts.textBox('Enter the title of the link')).enter('All boards');
    await done;
    const [id = ''] = setup.quickEditSetup.session.store.links.list(webItem(27)).state.ids;
    await setup.otherStore().links.change(webItem(27), id, { title: 'Theirs' });
    await setup.undo();
    await setup.prompts.message('Nothing was undone. Not undone because of later changes: All boards.');
    expect(await setup.links(27)).toEqual([[DOCS, 'Theirs']]);
  });

  it.each(['list', 'address'])('changes nothing if the user cancels the %s', async (step) => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    const { done, list } = await openList(setup, editLink, EDIT_TITLE);
    if (step === 'list') list.escape();
    else {
      list.pick('Boards');
      (await setup.prompts.textBox(EDIT_TITLE)).escape();
    }
    await done;
    expect(await setup.links(27)).toEqual([[DOCS, 'Boards']]);
    expect(setup.prompts.pending).toEqual([]);
  });
});

describe('Remove Link', () => {
  it('removes the link of a row of the page without a prompt, or does nothing if the link no longer exists', async () => {
    const chosen = setup.chosenItem(27);
    const link = await chosen.session.store.links.add(chosen.address, { url: DOCS, title: 'Boards' });
    await removeLink(setup.deps, chosen, link.id);
    (await setup.prompts.message('Removed the link Boards from WEB-27.')).close();
    expect(await setup.links(27)).toEqual([]);
    await removeLink(setup.deps, chosen, link.id);
    expect(setup.prompts.pending).toEqual([]);
    await setup.undo();
    expect(await setup.links(27)).toEqual([[DOCS, 'Boards']]);
  });

  it('removes the selected link, and adds it again on Undo', async () => {
    await addLinkInOtherWindow(setup, DOCS, 'Boards');
    const { done, list } = await openList(setup, removeLink, REMOVE_TITLE);
    list.pick('Boards');
    await done;
    const message = await setup.prompts.message('Removed the link Boards from WEB-27.');
    expect(await setup.links(27)).toEqual([]);
    message.select('Undo');
    await expect.poll(() => setup.links(27)).toEqual([[DOCS, 'Boards']]);
  });

  it('reports no error if another user has removed the link', async () => {
    await addLinkInOtherWindow(setup, DOCS);
    const { done, list } = await openList(setup, removeLink, REMOVE_TITLE);
    const [id = ''] = setup.quickEditSetup.session.store.links.list(webItem(27)).state.ids;
    await setup.otherStore().links.remove(webItem(27), id);
    list.pick(DOCS);
    await done;
    (await setup.prompts.message(`Removed the link ${DOCS} from WEB-27.`)).close();
  });

  it('shows a message in the list if there are no links', async () => {
    const { done, list } = await openList(setup, removeLink, REMOVE_TITLE);
    expect(list.visible).toEqual(['WEB-27 has no links.']);
    list.escape();
    await done;
    expect(setup.prompts.pending).toEqual([]);
  });

  it('shows the reason in the list if the links cannot be read', async () => {
    setup.quickEditSetup.proxy.inject(matchRequest('GET', '/links/'), answerWith(403, { detail: 'No' }), 1);
    const { done, list } = await openList(setup, removeLink, REMOVE_TITLE);
    expect(list.visible).toEqual(["You don't have permission to do this (No)."]);
    list.escape();
    await done;
  });

  it('rejects and keeps the link if the server rejects the request', async () => {
    await addLinkInOtherWindow(setup, DOCS);
    const { done, list } = await openList(setup, removeLink, REMOVE_TITLE);
    setup.quickEditSetup.proxy.inject((method) => method === 'DELETE', answerWith(403, { detail: 'No' }), 1);
    const rejected = expect(done).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    list.pick(DOCS);
    await rejected;
    expect(await setup.links(27)).toEqual([[DOCS, '']]);
  });
});

// Tests the texts of the status bar item of the current work item.
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { statusTexts } from '../../../../src/features/startWork/workbench/statusText.ts';
import { checkoutText } from '../../../../src/shell/code/branchText.ts';
import type { CurrentItem } from '../../../../src/shell/itemPicker/currentWork.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { WorkSetup } from './setup.ts';

const HOSTILE_NAME = '[x](command:workbench.action.terminal.new) $(flame) <img src=x onerror=alert(1)>';

function currentItemOf({ work }: WorkSetup): CurrentItem {
  const { activeItem } = work.currentItems;
  if (activeItem === undefined) throw new Error('No current work item');
  return activeItem;
}

/** Returns the path of each link in the Markdown, with the arguments of its command. */
function linksIn(markdown: string): (readonly [string, unknown])[] {
  const html = new MarkdownIt({ html: true, linkify: true }).render(markdown);
  expect(html).not.toContain('<img');
  return [...html.matchAll(/href="([^"?]*)\??([^"]*)"/g)].map(([, path = '', query = '']) => [
    path,
    JSON.parse(decodeURIComponent(query)),
  ]);
}

const setup = forEachTest(() => WorkSetup.open());

it('The status bar item shows identifier and state, and the tooltip shows title, state, branch and links', async () => {
  await setup.session.store.resources.states.readAll(setup.item(27).address.project);
  await setup.openWithCurrentItem(27, 'undo');
  const { text, tooltip, label } = statusTexts(currentItemOf(setup));
  expect(text).toBe('$(circle-large-outline) WEB-27 · Todo');
  expect(label).toBe('Current work item WEB-27, Undo after deleting a column, state Todo');
  const [title, facts, links, hint] = tooltip.split('\n\n');
  expect(title).toBe('**WEB\\-27** Undo after deleting a column');
  expect(facts).toBe('$(circle-large-outline) Todo · $(git-branch) Branch undo in atlas');
  const { address } = setup.item(27);
  expect(linksIn(links ?? '')).toEqual([
    ['command:contrail.openWorkItem', [address]],
    ['command:contrail.comment', [address]],
    ['command:contrail.changeState', [address]],
    ['command:contrail.finishWork', [address]],
  ]);
  expect(hint).toBe('Select to show actions');
});

it('The tooltip of the status bar item counts uncommitted changes, and commits to push and to pull', async () => {
  const opened = await setup.openWithCurrentItem(27, 'undo');
  opened.git.write('README.md', 'Changed.\n');
  await opened.status();
  expect(statusTexts(currentItemOf(setup)).tooltip).toContain('Branch undo in atlas · 1 uncommitted change\n');
  expect(checkoutText({ uncommitted: 0, ahead: 2, behind: 1 })).toBe('2 commits to push, 1 commit to pull');
});

it('The status bar item shortens a long state name, and the tooltip shows the complete name', async () => {
  const { store } = setup.session;
  const { address } = setup.item(27);
  await setup.setCurrentItem(27, undefined);
  const state = store.item(address)?.state ?? '';
  const name = 'Waiting for the review of everyone else';
  await store.resources.states.update(state, { name }, address.project);
  await store.resources.states.readAll(address.project);
  const { text, tooltip } = statusTexts(currentItemOf(setup));
  expect(text).toBe('$(circle-large-outline) WEB-27 · Waiting for the review…');
  expect(tooltip).toContain(`$(circle-large-outline) ${name}`);
});

it('The status bar item and its tooltip show text of other users without links and icons', async () => {
  await setup.openWithCurrentItem(27);
  const current = { ...currentItemOf(setup), identifier: HOSTILE_NAME, name: HOSTILE_NAME, branch: HOSTILE_NAME };
  const { text, tooltip } = statusTexts(current);
  expect(text.slice(2)).not.toContain('$(');
  expect(linksIn(tooltip).filter(([path]) => !path.startsWith('command:contrail.'))).toEqual([]);
  expect(tooltip.match(/\$\([\w-]+\)/g)?.filter((icon) => icon === '$(flame)')).toEqual([]);
});

it('The tooltip of the status bar item says that a work item was not found, and has no links', async () => {
  await setup.openWithCurrentItem(27, 'undo');
  const { text, tooltip, label } = statusTexts({ ...currentItemOf(setup), isGone: true });
  expect(text).toBe('$(warning) WEB-27 · not found');
  expect(label).toContain('WEB-27 was not found');
  expect(tooltip).toMatch(/^The work item WEB\\-27 was not found/);
  expect(tooltip).toContain('$(git-branch) Branch undo in atlas');
  expect(linksIn(tooltip)).toEqual([]);
});

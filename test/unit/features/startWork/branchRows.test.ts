// Tests what the rows of work items show of their local branches, with real repositories.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BranchRows } from '../../../../src/features/startWork/workbench/branchRows.ts';
import { FakeClock } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { WorkSetup } from './setup.ts';

let mayRead: boolean;
let openedRows: BranchRows[];
const setup = forEachTest(() => WorkSetup.open());
const clock = forEachTest(() => new FakeClock());
beforeEach(async () => {
  mayRead = true;
  openedRows = [];
  const { store } = setup.session;
  await store.resources.projects.list().read();
  for (const number of [27, 28]) await store.readByIdentifier(`WEB-${number}`);
});
afterEach(async () => {
  for (const rows of openedRows) rows.dispose();
});

function openRows(): BranchRows {
  const { repositories, session, work } = setup;
  const { currentItems } = work;
  const rows = new BranchRows({ repositories, currentItems, mayRead: () => mayRead, clock }, session);
  openedRows.push(rows);
  return rows;
}

const branchOf = (number: number) => setup.session.store.code.of(setup.item(number).address).branch;

it('The rows of work items show their local branches, and read those that are not checked out twice a minute', async () => {
  const opened = setup.openRepository((git) => {
    git.createBranch('web-28-other');
    git.run('checkout', '--quiet', '-b', 'web-27-begun');
  });
  const before = setup.proxy.matchingRequests(() => true).length;
  const rows = openRows();
  opened.git.write('README.md', 'Changed.\n');
  await opened.status();
  await rows.update();
  expect(branchOf(27)).toEqual({ name: 'web-27-begun', uncommitted: 1, ahead: 0, behind: 0 });
  expect(branchOf(28)).toEqual({ name: 'web-28-other', uncommitted: 0, ahead: 0, behind: 0 });

  opened.git.run('branch', '--quiet', '-D', 'web-28-other');
  await rows.update();
  expect(branchOf(28)).toBeDefined();
  await clock.advance(30_000);
  mayRead = false;
  await rows.update();
  expect(branchOf(28)).toBeDefined();
  mayRead = true;
  await rows.update();
  expect(branchOf(28)).toBeUndefined();
  expect(setup.proxy.matchingRequests(() => true)).toHaveLength(before);
});

it('A row is updated once after several status updates, and not again if nothing has changed', async () => {
  const opened = setup.openRepository((git) => git.run('checkout', '--quiet', '-b', 'web-27-begun'));
  let changes = 0;
  setup.session.store.code.onDidChange(() => (changes += 1));
  const rows = openRows();
  await rows.update();
  expect(changes).toBe(1);
  for (let count = 0; count < 5; count += 1) await opened.status();
  await clock.advance(2_000);
  await rows.update();
  expect(changes).toBe(1);
  expect(clock.sleeperCount).toBe(0);
});

it('A branch that the user has chosen for a work item is shown, and one of a work item that is not loaded is not', async () => {
  const opened = setup.openRepository((git) => {
    git.createBranch('web-1-unknown');
    git.run('checkout', '--quiet', '-b', 'topic');
  });
  await setup.setCurrentItem(28, opened.repository);
  const before = setup.proxy.matchingRequests(() => true).length;
  const rows = openRows();
  await rows.update();
  expect(branchOf(28)?.name).toBe('topic');
  expect(branchOf(1)).toBeUndefined();
  expect(setup.proxy.matchingRequests(() => true)).toHaveLength(before);
});

// Tests that the views learn since when the server cannot be reached.
import { expect, it } from 'vitest';
import { StaleIndicator } from '../../../../src/features/tree/staleIndicator.ts';
import { VIEW_NAMES, type ViewName } from '../../../../src/shell/tree/node.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { sample, startTestServer } from '../../../support/testServer.ts';
import { signInTo } from '../../support/signedInWindow.ts';

const server = forAllTests(startTestServer);
const window = forEachTest(() => signInTo(server));

it('StaleIndicator reports the first failure to reach the server until the server responds', async () => {
  const { sessions, clock, proxy, session } = window;
  using indicator = disposable(new StaleIndicator(sessions, clock));
  const changedViews: ViewName[] = [];
  indicator.value.onDidChange((view) => changedViews.push(view));
  const { projects } = session.store.resources;
  const readProjects = (): Promise<void> => window.whileTimePasses(projects.list().reload());
  await readProjects();
  expect([indicator.value.unreachableSince, changedViews]).toEqual([undefined, []]);
  await proxy.refuse();
  await readProjects();
  const firstFailure = indicator.value.unreachableSince;
  expect(firstFailure).toBeLessThanOrEqual(clock.now());
  expect(changedViews).toEqual(VIEW_NAMES);
  await readProjects();
  expect(indicator.value.unreachableSince).toBe(firstFailure);
  await proxy.listenAgain();
  await readProjects();
  expect([indicator.value.unreachableSince, changedViews]).toEqual([undefined, [...VIEW_NAMES, ...VIEW_NAMES]]);
});

it('StaleIndicator reports the time of a list from disk until the list has been read', async () => {
  const { sessions, clock, session } = window;
  using indicator = disposable(new StaleIndicator(sessions, clock));
  const changedViews: ViewName[] = [];
  indicator.value.onDidChange((view) => changedViews.push(view));
  const list = session.store.lists.get({ of: 'items', owner: sample.project('WEB') });
  list.restore({ ids: [], pages: 1, next: undefined, total: undefined }, 1000);
  await window.whileTimePasses(list.read());
  expect([indicator.value.staleSince('projects'), changedViews]).toEqual([1000, ['projects']]);
  await window.whileTimePasses(list.reload());
  expect([indicator.value.staleSince('projects'), changedViews]).toEqual([undefined, ['projects', 'projects']]);
});

function disposable<T extends { dispose(): void }>(value: T): Disposable & { readonly value: T } {
  return { value, [Symbol.dispose]: () => value.dispose() };
}

// Tests that an expanded row is refreshed if VS Code does not request its children.
import { expect, it } from 'vitest';
import { UnrequestedChildren } from '../../../../src/features/tree/rows/unrequestedChildren.ts';
import { type Node, nodeId } from '../../../../src/shell/tree/node.ts';
import { FakeClock } from '../../../support/clock.ts';

const PROJECT: Node = { kind: 'project', project: 'p1', under: undefined };
const OTHER_PROJECT: Node = { kind: 'project', project: 'p2', under: undefined };

function setup() {
  const clock = new FakeClock();
  const state = { isReading: false, expandedNodes: new Set<Node>([PROJECT, OTHER_PROJECT]) };
  const refreshedIds: string[] = [];
  const missingRequests = new UnrequestedChildren({
    clock,
    isExpanded: (node) => state.expandedNodes.has(node),
    isReading: () => state.isReading,
    refresh: (node) => void refreshedIds.push(nodeId(node)),
  });
  return { clock, state, refreshedIds, missingRequests };
}

it('An expanded row whose children VS Code has not requested after one second is refreshed once', async () => {
  const { clock, missingRequests, refreshedIds } = setup();
  void missingRequests.onRowsSent([PROJECT, OTHER_PROJECT]);
  await clock.advance(500);
  // VS Code receives the rows again before the first second has passed.
  void missingRequests.onRowsSent([PROJECT, OTHER_PROJECT]);
  missingRequests.onRequest(OTHER_PROJECT);
  expect(refreshedIds).toEqual([]);
  await clock.advance(500);
  expect(refreshedIds).toEqual([nodeId(PROJECT)]);
  await clock.advance(5_000);
  expect(refreshedIds).toEqual([nodeId(PROJECT)]);
});

it('A collapsed row is not refreshed if VS Code does not request its children', async () => {
  const { clock, state, missingRequests, refreshedIds } = setup();
  state.expandedNodes.delete(PROJECT);
  void missingRequests.onRowsSent([PROJECT, OTHER_PROJECT]);
  // The user collapses the other row before VS Code requests its children.
  state.expandedNodes.delete(OTHER_PROJECT);
  await clock.advance(5_000);
  expect(refreshedIds).toEqual([]);
});

it('No row is refreshed while VS Code waits for the children of another row and may request more rows after that', async () => {
  const { clock, state, missingRequests, refreshedIds } = setup();
  state.isReading = true;
  void missingRequests.onRowsSent([PROJECT, OTHER_PROJECT]);
  missingRequests.onRequest(PROJECT);
  await clock.advance(5_500);
  expect(refreshedIds).toEqual([]);
  state.isReading = false;
  missingRequests.onRequest(OTHER_PROJECT);
  await clock.advance(5_000);
  expect(refreshedIds).toEqual([]);
});

it('No row is refreshed after the view is disposed', async () => {
  const { clock, missingRequests, refreshedIds } = setup();
  const check = missingRequests.onRowsSent([PROJECT]);
  missingRequests.dispose();
  await check;
  await clock.advance(5_000);
  expect(refreshedIds).toEqual([]);
  expect(clock.sleeperCount).toBe(0);
});

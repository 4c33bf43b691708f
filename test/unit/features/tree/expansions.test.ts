// Tests that expanded and collapsed rows are stored for each account.
import { expect, it, vi } from 'vitest';
import { type ExpansionDeps, Expansions } from '../../../../src/features/tree/workbench/expansions.ts';
import type { Node } from '../../../../src/shell/tree/node.ts';
import { Emitter } from '../../../../src/std/event.ts';
import { InMemoryMemento } from '../../../support/inMemoryMemento.ts';

const PROJECT: Node = { kind: 'project', project: 'p1', under: undefined };
const ASSIGNED_SECTION: Node = { kind: 'section', section: 'assigned', under: undefined };

function openExpansions(memory: ExpansionDeps['memory'], account = 'one') {
  const expandEmitter = new Emitter<{ readonly element: Node }>();
  const collapseEmitter = new Emitter<{ readonly element: Node }>();
  const tree = { onDidExpandElement: expandEmitter.event, onDidCollapseElement: collapseEmitter.event };
  const expansions = new Expansions({
    memory,
    sessions: { current: { account } } as ExpansionDeps['sessions'],
    trees: { myWork: tree, projects: tree, workspace: tree },
    isInitiallyExpanded: (_, node) => node === ASSIGNED_SECTION,
  });
  return {
    expansions,
    expand: (element: Node) => expandEmitter.fire({ element }),
    collapse: (element: Node) => collapseEmitter.fire({ element }),
  };
}

it('A row has its initial state until the user expands or collapses it', () => {
  const { expansions } = openExpansions(new InMemoryMemento());
  expect(expansions.isExpanded('myWork', ASSIGNED_SECTION)).toBe(true);
  expect(expansions.isExpanded('projects', PROJECT)).toBe(false);
});

it('A row that the user has collapsed or expanded keeps its state in the next window of the account', async () => {
  const memory = new InMemoryMemento();
  const first = openExpansions(memory);
  first.collapse(ASSIGNED_SECTION);
  first.expand(PROJECT);
  await expect.poll(() => first.expansions.isExpanded('projects', PROJECT)).toBe(true);
  const { expansions } = openExpansions(memory);
  expect(expansions.isExpanded('myWork', ASSIGNED_SECTION)).toBe(false);
  expect(expansions.isExpanded('projects', PROJECT)).toBe(true);
  expect(openExpansions(memory, 'two').expansions.isExpanded('myWork', ASSIGNED_SECTION)).toBe(true);

  first.expand(ASSIGNED_SECTION);
  first.collapse(PROJECT);
  await expect.poll(() => first.expansions.isExpanded('myWork', ASSIGNED_SECTION)).toBe(true);
  await expect.poll(() => first.expansions.isExpanded('projects', PROJECT)).toBe(false);
});

it('A row stays expanded in the next window if VS Code reads its children without reporting that it was expanded', async () => {
  const memory = new InMemoryMemento();
  openExpansions(memory).expansions.onChildrenRead('projects', PROJECT);
  await expect.poll(() => openExpansions(memory).expansions.isExpanded('projects', PROJECT)).toBe(true);
});

it('A row that is already stored as expanded is not stored again when VS Code reads its children', async () => {
  const memory = new InMemoryMemento();
  const { expansions, expand } = openExpansions(memory);
  expand(PROJECT);
  await expect.poll(() => expansions.isExpanded('projects', PROJECT)).toBe(true);
  const update = vi.spyOn(memory, 'update');
  expansions.onChildrenRead('projects', PROJECT);
  expansions.onChildrenRead('myWork', ASSIGNED_SECTION);
  expect(update).not.toHaveBeenCalled();
});

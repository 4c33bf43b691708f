// Tests which changes of rows are reported to VS Code together, and when they are held back.
import { expect, it } from 'vitest';
import { RowChanges } from '../../../../src/features/tree/rows/rowChanges.ts';
import type { Node } from '../../../../src/shell/tree/node.ts';
import { FakeClock } from '../../../support/clock.ts';

const PROJECT: Node = { kind: 'project', project: 'p1', under: undefined };
const GROUP: Node = { kind: 'group', project: 'p1', by: 'state', value: 's1', under: PROJECT };

function setup() {
  const clock = new FakeClock();
  const sent: (Node[] | undefined)[] = [];
  const changes = new RowChanges({ clock, send: (nodes) => void sent.push(nodes) });
  return { clock, sent, changes };
}

function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

it('The rows that change in one task are reported together, each once', async () => {
  const { changes, sent } = setup();
  for (const node of [PROJECT, GROUP, PROJECT]) changes.add(node);
  expect(sent).toEqual([]);
  await Promise.resolve();
  expect(sent).toEqual([[PROJECT, GROUP]]);
  changes.add(GROUP);
  await Promise.resolve();
  expect(sent).toEqual([[PROJECT, GROUP], [GROUP]]);
});

it('A change of the whole view replaces the changes of its rows', async () => {
  const { changes, sent } = setup();
  changes.add(PROJECT);
  changes.add(undefined);
  await Promise.resolve();
  expect(sent).toEqual([undefined]);
});

it('Changes before an operation are reported first, and changes during it after the operation', async () => {
  const { changes, sent } = setup();
  const gate = createGate();
  changes.add(PROJECT);
  const operation = changes.holdDuring(() => {
    expect(sent).toEqual([[PROJECT]]);
    return gate.opened;
  });
  changes.add(GROUP);
  await Promise.resolve();
  expect(sent).toEqual([[PROJECT]]);
  gate.open();
  await operation;
  expect(sent).toEqual([[PROJECT], [GROUP]]);
});

it('Changes are also reported if the operation fails, after five seconds if it does not end, and never after dispose', async () => {
  const { changes, sent, clock } = setup();
  const failing = changes.holdDuring(async () => {
    changes.add(PROJECT);
    throw new Error('the row is not in the tree');
  });
  await expect(failing).rejects.toThrow('the row is not in the tree');
  expect(sent).toEqual([[PROJECT]]);
  const gate = createGate();
  const endless = changes.holdDuring(() => gate.opened);
  changes.add(GROUP);
  await clock.advance(4_999);
  expect(sent).toEqual([[PROJECT]]);
  await clock.advance(1);
  expect(sent).toEqual([[PROJECT], [GROUP]]);
  gate.open();
  await endless;
  changes.add(PROJECT);
  changes.dispose();
  await Promise.resolve();
  expect(sent).toEqual([[PROJECT], [GROUP]]);
});

// Tests what Edit and Delete run on the row of a saved view.
import { expect, it } from 'vitest';
import { createRecords, type RecordsDeps } from '../../../../src/features/records/feature.ts';
import { signedIn } from '../../../../src/shell/commands/command.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';

it.each(['edit', 'delete'] as const)('%s on the row of a saved view acts on the view', async (name) => {
  const acts: unknown[] = [];
  const record = (action: string) => signedIn(async (target) => void acts.push([action, target]));
  const savedViewRows = { edit: record('edit'), delete: record('delete') };
  const row = { kind: 'savedView', name: 'Bugs', origin: 'account', under: undefined };
  // Only the rows of saved views are needed.
  await createRecords({ savedViewRows } as RecordsDeps).commands[COMMANDS[name]].run(row, undefined);
  expect(acts).toEqual([[name, row]]);
});

// Commands that open, create and delete records, and edit their members.

import type { RecordAddress, RecordKind } from '../../core/cache/address.ts';
import type { Session, Sessions } from '../../core/session/session.ts';
import { KIND_NAMES } from '../../items/kindNames.ts';
import { type Command, signedIn } from '../../shell/commands/command.ts';
import { isRowTarget, recordOf, recordOfRow } from '../../shell/commands/commandTarget.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import type { PinnedRecords } from '../../shell/itemPicker/rememberedItems.ts';
import type { WorkItemPicker } from '../../shell/itemPicker/workItemPicker.ts';
import type { RecordPages } from '../../shell/pages/recordPages.ts';
import { askInTwoSteps, type OnBack } from '../../shell/prompts/ask.ts';
import { pickKind } from '../../shell/recordPicker/pickKind.ts';
import { type PickRecordDeps, pickRecord } from '../../shell/recordPicker/pickRecord.ts';
import { toNode } from '../../shell/tree/node.ts';
import type { Clock } from '../../std/clock.ts';
import { creationCommands } from './creationCommands.ts';
import { deleteRecord } from './deleteRecord.ts';
import { changeMembersOf } from './memberCommands.ts';
import type { TemplateDeps } from './pickTemplate.ts';

export interface RecordsDeps extends PickRecordDeps {
  readonly clock: Clock;
  readonly templateSettings: TemplateDeps['templateSettings'];
  readonly sessions: Sessions;
  readonly items: WorkItemPicker;
  readonly panels: RecordPages;
  /** What the commands do on the row of a saved view. */
  readonly savedViewRows: { readonly edit: Command; readonly delete: Command };
  readonly views: { readonly pins: Pick<PinnedRecords, 'remove'> };
}

export function createRecords(deps: RecordsDeps) {
  return {
    commands: {
      ...creationCommands({
        ...deps,
        loadMarkdownToHtml: async () => (await import('../../std/html/markdown.ts')).markdownToHtml,
      }),
      [COMMANDS.edit]: signedIn(orSavedView(deps.savedViewRows.edit, (target) => editRecord(deps, target))),
      [COMMANDS.editRecord]: signedIn(() => editRecord(deps, undefined)),
      [COMMANDS.delete]: signedIn(orSavedView(deps.savedViewRows.delete, (target) => remove(deps, target))),
      [COMMANDS.deleteRecord]: signedIn(() => remove(deps, undefined)),
      [COMMANDS.addMembers]: signedIn((target) => changeMembersOf(deps, target)),
    },
  };
}

/** Returns a function that runs `savedViewRow` on the row of a saved view, and `run` otherwise. */
function orSavedView(savedViewRow: Command, run: Command['run']): Command['run'] {
  return (target, selection) =>
    toNode(target)?.kind === 'savedView' ? savedViewRow.run(target, selection) : run(target, selection);
}

/** Opens the page of a record of any kind. Without a target, asks for the kind first. */
async function editRecord(deps: RecordsDeps, target: unknown): Promise<void> {
  await withRecord(deps, target, 'edit', async (session, address) => {
    deps.panels.openRecord(session, address);
  });
}

/** Asks for confirmation, and deletes the target, the active page's record, or a record that the user picks. */
async function remove(deps: RecordsDeps, target: unknown): Promise<void> {
  // The Delete key does nothing on a row without a record, for example the row of a state.
  if (isRowTarget(target) && recordOfRow(target) === undefined) return;
  const activeRecord = deps.panels.active?.address;
  await withRecord(
    deps,
    target ?? (activeRecord?.id === '' ? undefined : activeRecord),
    'delete',
    async (session, address) => {
      const deletedRecords = await deleteRecord(deps.prompts, session, address);
      await Promise.all(deletedRecords.map((deletedAddress) => deps.panels.close(deletedAddress)));
      await deps.views.pins.remove(
        session.account,
        deletedRecords.map(({ id }) => id),
      );
    },
  );
}

async function withRecord(
  deps: RecordsDeps,
  target: unknown,
  action: 'edit' | 'delete',
  work: (session: Session, address: RecordAddress) => Promise<void>,
): Promise<void> {
  const session = deps.sessions.current;
  if (session === undefined) return;
  const knownRecord = recordOf(target);
  const address =
    knownRecord ??
    (await askInTwoSteps(
      () => pickKind(deps.prompts, session, action),
      (kind, onBack) => pickRecordOfKind(deps, session, kind, KIND_NAMES[kind][action](), onBack),
    ));
  if (address !== undefined) await work(session, address);
}

async function pickRecordOfKind(
  deps: RecordsDeps,
  session: Session,
  kind: RecordKind,
  title: string,
  onBack: OnBack,
): Promise<RecordAddress | undefined> {
  if (kind !== 'workItem') return pickRecord(deps, session, kind, title, onBack);
  const chosenItem = await deps.items.choose(undefined, title, { onBack });
  return chosenItem === undefined ? undefined : { kind, within: chosenItem.address.project, id: chosenItem.address.id };
}

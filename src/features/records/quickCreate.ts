// Creates a work item from the title that the user enters in an input box.
import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { RecordAddress } from '../../core/cache/address.ts';
import { similarItems } from '../../core/cache/similarItems.ts';
import type { Store } from '../../core/cache/store/store.ts';
import { type Draft, isStarted } from '../../core/drafts/draft.ts';
import type { Session } from '../../core/session/session.ts';
import type { FieldValues } from '../../items/form/values.ts';
import { KIND_NAMES } from '../../items/kindNames.ts';
import { targetOf } from '../../items/record/existingRecordTarget.ts';
import {
  type CreatedInfo,
  discardNewRecord,
  findStartedDraft,
  type NewRecordLocation,
  type NewRecordOptions,
  startNewRecord,
} from '../../items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../items/record/newRecordTarget.ts';
import { RecordEdits } from '../../items/record/recordEdits.ts';
import { COMMANDS } from '../../shell/commands/contributions.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import type { OnBack } from '../../shell/prompts/ask.ts';
import type { PromptButton, Prompts, TextBox } from '../../shell/prompts/prompts.ts';
import type { Clock } from '../../std/clock.ts';
import { displayName } from '../../std/displayName.ts';
import { truncate } from '../../std/truncate.ts';

/** How long the status bar shows the message about the new work item. A click on the message opens the work item. */
const STATUS_MS = 10_000;
const MAX_SIMILAR = 3;
const MAX_NAME_CHARACTERS = 50;

export interface QuickCreateDeps {
  readonly prompts: Prompts;
  readonly clock: Clock;
  readonly panels: { showCreated(session: Session, address: RecordAddress, created: CreatedInfo): void };
}

/** The title that the user typed before going back to choose another project, and the location of its draft. */
export interface TypedTitle {
  title?: string;
  draftLocation?: NewRecordLocation;
}

export interface QuickCreateOptions {
  readonly location: NewRecordLocation;
  readonly initialValues: FieldValues;
  readonly newRecord: NewRecordOptions;
  readonly typedTitle: TypedTitle;
  readonly onBack: OnBack | undefined;
}

/** Returns whether the draft has no changes except to the title, so that an input box for the title shows all of it. */
export function isTitleOnly(draft: Draft | undefined): boolean {
  if (draft === undefined) return true;
  const { name: _name, ...otherFields } = draft.touched;
  return !isStarted({ ...draft, touched: otherFields });
}

/**
 * Shows the input box until the work item is created or the user closes the box. Every change of the title is saved in
 * the draft. Resolves with `page` if the user wants to continue on the page of the new work item, and with undefined
 * otherwise.
 */
export async function createFromTitle(
  { prompts, clock, panels }: QuickCreateDeps,
  session: Session,
  { location, initialValues, newRecord, typedTitle, onBack }: QuickCreateOptions,
): Promise<'page' | undefined> {
  const { store, draftStore } = session;
  const target = newRecordTarget(location);
  const { key } = target;
  await startNewRecord(draftStore, location, initialValues, newRecord);
  const edits = new RecordEdits({
    clock,
    target,
    key,
    draftStore,
    formatError,
    store: () => store,
    title: () => KIND_NAMES[location.kind].newName(),
    newId: randomUUID,
    now: () => clock.now(),
    changed: () => undefined,
    onDeleted: () => undefined,
    onSaved: () => undefined,
    confirmState: () => Promise.resolve(true),
    onCreated: (address, created) => {
      const text = l10n.t('Created {0}', targetOf(address).title(store) ?? '');
      prompts.showStatus(text, STATUS_MS, undefined, {
        command: COMMANDS.openWorkItem,
        argument: { project: address.within, id: address.id },
        tooltip: l10n.t('Open Work Item'),
      });
      panels.showCreated(session, address, created);
    },
  });
  const draftTitle = draftStore.get(key)?.touched['name'];
  const { title: earlierTitle = '', draftLocation } = typedTitle;
  const title = typeof draftTitle === 'string' ? draftTitle : earlierTitle;
  if (draftTitle === undefined && title !== '') {
    edits.edit('name', title);
    if (draftLocation !== undefined) discardNewRecord(draftStore, draftLocation);
  }
  const moreButton: PromptButton = { id: 'more', icon: 'list-flat', tooltip: l10n.t('More Fields…') };
  const project = store.project(location.within)?.name;
  const box = prompts.createTextBox({
    title: project === undefined ? l10n.t('Create Work Item') : l10n.t('Create Work Item in {0}', project),
    prompt: l10n.t('Enter creates it. Leave it empty for the whole form.'),
    placeholder: l10n.t('Title'),
    text: title,
    staysOpen: true,
    cursorAtEnd: true,
    buttons: [moreButton],
    onBack:
      onBack === undefined
        ? undefined
        : (text) => {
            typedTitle.title = text;
            typedTitle.draftLocation = location;
            onBack();
          },
  });
  box.onDidType((text) => {
    edits.edit('name', text);
    showSimilar(box, store, location.within);
  });
  showSimilar(box, store, location.within);
  try {
    for await (const event of box.events()) {
      if (event.kind === 'press' || (event.kind === 'accept' && event.text.trim() === '')) return 'page';
      if (event.kind !== 'accept') continue;
      const saving = edits.save();
      await box.wait(saving);
      const problem = await saving;
      if (problem === undefined) return undefined;
      if (box.signal.aborted) void showUnsaved(prompts, problem);
      else box.setMessage(problem, 'error');
    }
    return undefined;
  } finally {
    if ((await findStartedDraft(draftStore, location)) === undefined) discardNewRecord(draftStore, location);
  }
}

/** Shows why the work item was not created, after the user has closed the box. */
async function showUnsaved(prompts: Prompts, problem: string): Promise<void> {
  const showDrafts = l10n.t('Show Drafts');
  if ((await prompts.notify('warning', problem, showDrafts)) === showDrafts) await prompts.runCommand(COMMANDS.drafts);
}

/** Shows the work items that may be the same as the one with the title. Sends no request. */
function showSimilar(box: TextBox, store: Store, project: string): void {
  const names = similarItems(store.finder, box.text, project, MAX_SIMILAR).map((item) =>
    displayName(
      `${store.identifier(item) ?? ''} ${truncate(store.item(item)?.name ?? '', MAX_NAME_CHARACTERS)}`.trim(),
    ),
  );
  if (names.length > 0) box.setMessage(l10n.t('Similar: {0}', names.join(' · ')), 'info');
}

// Plans and sends the relations and links that the tools add, and undoes them.
import * as l10n from '@vscode/l10n';
import type { RelateInput } from '../../../agents/inputs.ts';
import type { ToolContext } from '../../../agents/toolContext.ts';
import {
  type PreparedLink,
  type PreparedRelation,
  prepareRelation,
  relationResult,
  sendRelation,
} from '../../../agents/writes/relation.ts';
import type { WorkItemLink } from '../../../contract/resources/link.ts';
import { relationText } from '../../../items/relationText.ts';
import { identifierOrName } from '../../../items/valueTexts.ts';
import type { Session } from '../../../session/session.ts';
import { displayName } from '../../../std/displayName.ts';
import { truncate } from '../../../std/truncate.ts';
import type { Prompts } from '../../ui/prompts.ts';
import { undoAddedLink } from '../links/undo.ts';
import type { QuickEditRunner, UndoableChange } from '../quickEdit/quickEditRunner.ts';
import { undoAddedRelations } from '../relations/undo.ts';
import type { WorkItemPicker } from '../workItems/workItemPicker.ts';
import type { AgentChanges } from './agentChanges.ts';
import type { WritePlan } from './plannedWrite.ts';

export interface RelationWriteDeps {
  readonly prompts: Prompts;
  readonly items: Pick<WorkItemPicker, 'openInBrowser'>;
  readonly quickEdits: Pick<QuickEditRunner, 'addNonFieldChange'>;
  readonly changes: AgentChanges;
}

/** Plans to add the relation or the link. */
export async function planRelationOrLink(
  deps: RelationWriteDeps,
  access: ToolContext<Session>,
  input: RelateInput,
): Promise<WritePlan> {
  const { session } = access;
  const { store } = session;
  const prepared = await prepareRelation(access, input);
  if ('result' in prepared) return prepared;
  const { address } = prepared;
  const identifier = identifierOrName(store, address);
  const changeText = addedText(session, identifier, prepared);
  return {
    title: 'url' in prepared ? l10n.t('Add a link to {0}?', identifier) : l10n.t('Add a relation to {0}?', identifier),
    lines: [displayName(store.item(address)?.name ?? ''), ...planLines(session, identifier, prepared, changeText)],
    isExternal: false,
    changeKey: JSON.stringify([session.account, prepared]),
    send: async () => {
      const outcome = await sendRelation(access, prepared);
      const change = { session, address, text: changeText };
      if ('link' in outcome) {
        const undo = createUndo(deps, session, identifier, prepared, outcome.link);
        deps.changes.add({ ...change, isUncertain: false, undoAction: { kind: 'undo', changes: [undo] } });
      } else if ('fault' in outcome && outcome.isUncertain)
        deps.changes.add({ ...change, isUncertain: true, undoAction: { kind: 'none' } });
      return relationResult(access, outcome);
    },
  };
}

function addedText({ store }: Session, identifier: string, prepared: PreparedRelation | PreparedLink): string {
  return 'url' in prepared
    ? l10n.t('Link on {0}: {1}', identifier, truncate(displayName(prepared.url), 80))
    : relationText(prepared.type, identifier, [identifierOrName(store, prepared.otherAddress)]);
}

function planLines(
  { store }: Session,
  identifier: string,
  prepared: PreparedRelation | PreparedLink,
  changeText: string,
): readonly string[] {
  // The whole URL is shown, because its end can decide where the link leads.
  if ('url' in prepared) return [prepared.url, ...(prepared.title === undefined ? [] : [displayName(prepared.title)])];
  const { otherAddress, replacedType } = prepared;
  const replacedText =
    replacedType === undefined
      ? undefined
      : relationText(replacedType, identifier, [identifierOrName(store, otherAddress)]);
  return [
    replacedText === undefined ? changeText : `${replacedText} → ${changeText}`,
    `${identifierOrName(store, otherAddress)} ${displayName(store.item(otherAddress)?.name ?? '')}`,
  ];
}

/** Returns the undo of the change, and adds it to the changes that *Undo Last Change* undoes. */
function createUndo(
  deps: RelationWriteDeps,
  session: Session,
  identifier: string,
  prepared: PreparedRelation | PreparedLink,
  link: WorkItemLink | undefined,
): UndoableChange {
  const chosenItem = { session, address: prepared.address };
  let isUndone = false;
  const undo = async (): Promise<void> => {
    if ('url' in prepared) {
      if (link !== undefined) await undoAddedLink(deps, chosenItem, identifier, link);
    } else {
      const { type, otherAddress, replacedType } = prepared;
      const replacedRelations = replacedType === undefined ? [] : [{ type: replacedType, other: otherAddress }];
      await undoAddedRelations(deps, chosenItem, { identifier, type, otherItems: [otherAddress], replacedRelations });
    }
    isUndone = true;
  };
  const undoAndRemoveFromHistory = deps.quickEdits.addNonFieldChange({ session, undo });
  return { canUndo: () => !isUndone, undo: undoAndRemoveFromHistory };
}

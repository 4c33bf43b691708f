// Decides which command the button of a page runs, and with which argument.
import type { ItemAddress, RecordAddress } from '../../core/cache/address.ts';
import { relatedItems } from '../../core/cache/store/relatedItems.ts';
import type { Store } from '../../core/cache/store/store.ts';
import type { PageAction } from '../../items/form/recordProtocol.ts';
import type { RecordTarget } from '../../items/record/recordTarget.ts';
import { COMMANDS, type CommandId } from '../../shell/commands/contributions.ts';
import type { FolderName, FolderNode } from '../../shell/tree/node.ts';

type OpeningAction = 'openParent' | 'openRelated';

/** The actions that the tab handles itself, without a command. */
type TabAction = 'switchAccount' | 'close' | 'copyUnsent' | 'createAgain';

/** The actions that change the members in a folder of the record. */
const MEMBER_FOLDERS = {
  addEpics: 'initiativeEpics',
  addProjects: 'initiativeProjects',
  setLabels: 'labelsOfInitiative',
  addMembers: 'teamspaceMembers',
  addTeamspaceProjects: 'teamspaceProjects',
} as const satisfies Partial<Record<PageAction, FolderName>>;
type MemberAction = keyof typeof MEMBER_FOLDERS;

const PAGE_COMMANDS: Readonly<Record<Exclude<PageAction, OpeningAction | TabAction | MemberAction>, CommandId>> = {
  openInBrowser: COMMANDS.openInBrowser,
  startWork: COMMANDS.startWork,
  finishWork: COMMANDS.finishWork,
  newWorkItem: COMMANDS.createWorkItem,
  newRequest: COMMANDS.create,
  showOverview: COMMANDS.showOverview,
  addRelation: COMMANDS.addRelation,
  removeRelation: COMMANDS.removeRelation,
  addLink: COMMANDS.addLink,
  editLink: COMMANDS.editLink,
  removeLink: COMMANDS.removeLink,
  copyCommentLink: COMMANDS.copy,
  assignToMe: COMMANDS.assignToMe,
  commentWithCode: COMMANDS.commentWithCode,
  changeCycle: COMMANDS.addToCycle,
  changeModule: COMMANDS.moveToModule,
  showDrafts: COMMANDS.drafts,
  signInAgain: COMMANDS.signInAgain,
};

interface ActionCommand {
  readonly command: CommandId;
  /**
   * The record, work item or folder that the command acts on. `row` is the id of a relation or link of the work item;
   * the command reads it with `rowIdOf`.
   */
  readonly argument: RecordAddress | ItemAddress | (ItemAddress & { readonly row: string }) | FolderNode;
}

/**
 * Returns the command for an action of a page, or undefined if the cache does not contain the record that the action
 * would open. `row` is the id of the relation or link that the action is for.
 */
export function actionCommand(
  action: Exclude<PageAction, TabAction>,
  target: RecordTarget,
  store: Store | undefined,
  row?: string,
): ActionCommand | undefined {
  const { address, item } = target;
  if (action === 'openParent' || action === 'openRelated') {
    const openedItem = action === 'openParent' ? parentOf(target, store) : relatedItem(item, store, row);
    return openedItem === undefined ? undefined : { command: COMMANDS.openWorkItem, argument: openedItem };
  }
  if (isMemberAction(action)) {
    const folder: FolderNode = { kind: 'folder', folder: MEMBER_FOLDERS[action], owner: address.id, under: undefined };
    return { command: COMMANDS.addMembers, argument: folder };
  }
  const argument = item === undefined || row === undefined ? (item ?? address) : { ...item, row };
  return { command: PAGE_COMMANDS[action], argument };
}

function isMemberAction(action: PageAction): action is MemberAction {
  return action in MEMBER_FOLDERS;
}

function parentOf(target: RecordTarget, store: Store | undefined): ItemAddress | undefined {
  const confirmedRecord = target.confirmed(store, undefined) ?? {};
  const id = confirmedRecord['parent'] ?? confirmedRecord['parent_id'];
  return typeof id === 'string' ? { project: target.address.within, id } : undefined;
}

function relatedItem(
  item: ItemAddress | undefined,
  store: Store | undefined,
  row: string | undefined,
): ItemAddress | undefined {
  if (item === undefined || store === undefined) return undefined;
  return relatedItems(store, item).find(({ id }) => id === row)?.other;
}

// Runs the commands of a page's buttons, with the record of the page as the argument.
import * as vscode from 'vscode';
import type { Store } from '../../../cache/store.ts';
import type { PageAction } from '../../../pages/protocol/record.ts';
import type { RecordTarget } from '../../../pages/record/recordTarget.ts';
import { COMMANDS, type CommandId } from '../../contributions.ts';

/** The actions that concern the tab itself. */
export type TabAction = 'switchAccount' | 'close' | 'copyUnsent' | 'createAgain';

const PAGE_COMMANDS: Readonly<Record<Exclude<PageAction, 'openParent' | TabAction>, CommandId>> = {
  openInBrowser: COMMANDS.openInBrowser,
  newWorkItem: COMMANDS.createWorkItem,
  newRequest: COMMANDS.createCustomerRequest,
  addEpics: COMMANDS.addEpicsToInitiative,
  addProjects: COMMANDS.addProjectsToInitiative,
  setLabels: COMMANDS.setInitiativeLabels,
  addMembers: COMMANDS.addTeamspaceMembers,
  addTeamspaceProjects: COMMANDS.addTeamspaceProjects,
  commentWithCode: COMMANDS.commentWithCode,
  showDrafts: COMMANDS.drafts,
  signInAgain: COMMANDS.signInAgain,
};

export async function runAction(
  action: Exclude<PageAction, TabAction>,
  target: RecordTarget,
  store: Store | undefined,
): Promise<void> {
  const { address, item } = target;
  if (action !== 'openParent') {
    await vscode.commands.executeCommand(PAGE_COMMANDS[action], item ?? address);
    return;
  }
  const confirmedRecord = target.confirmed(store, undefined) ?? {};
  const id = confirmedRecord['parent'] ?? confirmedRecord['parent_id'];
  if (typeof id === 'string')
    await vscode.commands.executeCommand(COMMANDS.openWorkItem, { project: address.within, id });
}

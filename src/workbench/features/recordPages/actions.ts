// Maps the actions of a page, other than saving, to commands that get the record.
import * as vscode from 'vscode';
import type { Store } from '../../../cache/store.ts';
import type { PageAction } from '../../../pages/protocol/record.ts';
import type { RecordTarget } from '../../../pages/record/recordTarget.ts';
import { COMMANDS, type CommandId } from '../../contributions.ts';

const PAGE_COMMANDS: Readonly<Record<Exclude<PageAction, 'openParent'>, CommandId>> = {
  copyIdentifier: COMMANDS.copyIdentifier,
  copyLink: COMMANDS.copyLink,
  startWork: COMMANDS.startWork,
  openInBrowser: COMMANDS.openInBrowser,
  newWorkItem: COMMANDS.createWorkItem,
  newRequest: COMMANDS.createCustomerRequest,
  addEpics: COMMANDS.addEpicsToInitiative,
  addProjects: COMMANDS.addProjectsToInitiative,
  setLabels: COMMANDS.setInitiativeLabels,
  addMembers: COMMANDS.addTeamspaceMembers,
  addTeamspaceProjects: COMMANDS.addTeamspaceProjects,
  showDrafts: COMMANDS.drafts,
  signInAgain: COMMANDS.signInAgain,
};

export async function runAction(action: PageAction, subject: RecordTarget, store: Store | undefined): Promise<void> {
  const { address, item } = subject;
  if (action !== 'openParent') {
    await vscode.commands.executeCommand(PAGE_COMMANDS[action], item ?? address);
    return;
  }
  const held = subject.confirmed(store, undefined) ?? {};
  const id = held['parent'] ?? held['parent_id'];
  if (typeof id === 'string')
    await vscode.commands.executeCommand(COMMANDS.openWorkItem, { project: address.within, id });
}

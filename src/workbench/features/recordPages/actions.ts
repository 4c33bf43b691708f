// Owns what the buttons of a page do beside saving: each is a command, given the record.
import * as vscode from 'vscode';
import type { Subject } from '../../../pages/record/recordTarget.ts';
import type { PageAction } from '../../../pages/protocol/record.ts';
import type { Store } from '../../../cache/store.ts';

const PAGE_COMMANDS: Readonly<Record<Exclude<PageAction, 'openParent'>, string>> = {
  copyIdentifier: 'contrail.copyIdentifier',
  copyLink: 'contrail.copyLink',
  startWork: 'contrail.startWork',
  openInBrowser: 'contrail.openInBrowser',
  newWorkItem: 'contrail.createWorkItem',
  newRequest: 'contrail.createCustomerRequest',
  addEpics: 'contrail.addEpicsToInitiative',
  addProjects: 'contrail.addProjectsToInitiative',
  setLabels: 'contrail.setInitiativeLabels',
  addMembers: 'contrail.addTeamspaceMembers',
  addTeamspaceProjects: 'contrail.addTeamspaceProjects',
  showDrafts: 'contrail.drafts',
  signInAgain: 'contrail.signInAgain',
};

export async function runAction(action: PageAction, subject: Subject, store: Store | undefined): Promise<void> {
  const { address, item } = subject;
  if (action !== 'openParent') {
    await vscode.commands.executeCommand(PAGE_COMMANDS[action], item ?? address);
    return;
  }
  const held = subject.told(store, undefined) ?? {};
  const id = held['parent'] ?? held['parent_id'];
  if (typeof id === 'string') await vscode.commands.executeCommand('contrail.openWorkItem', { project: address.within, id });
}

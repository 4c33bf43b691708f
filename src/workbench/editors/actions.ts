// Owns what the buttons of a page do beside saving: each is a command, given the record.
import * as vscode from 'vscode';
import type { Subject } from '../../editor/subject.ts';
import type { RecordAction } from '../../editor/words/record.ts';
import type { Store } from '../../store/store.ts';

const COMMANDS: Readonly<Record<Exclude<RecordAction, 'openParent'>, string>> = {
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
};

export async function runAction(action: RecordAction, { address, item }: Subject, store: Store | undefined): Promise<void> {
  if (action !== 'openParent') {
    await vscode.commands.executeCommand(COMMANDS[action], item ?? address);
    return;
  }
  const parent = item === undefined ? undefined : store?.item(item)?.parent;
  if (item !== undefined && parent) await vscode.commands.executeCommand('contrail.openWorkItem', { project: item.project, id: parent });
}

// Owns all the verbs: every command, what it does, and what it does while nobody is signed in.
import type { Rooms } from '../composition.ts';
import * as attach from '../features/attachments/commands.ts';
import * as code from '../features/codeComments/commands.ts';
import * as connection from '../features/connectionReport/commands.ts';
import * as create from '../features/records/createCommands.ts';
import * as drafts from '../features/drafts/commands.ts';
import * as editing from '../features/comments/commands.ts';
import * as fromCode from '../features/createFromCode/commands.ts';
import * as items from '../features/workItems/commands.ts';
import * as mentions from '../features/mentions/commands.ts';
import * as overview from '../features/overview/commands.ts';
import * as quick from '../features/quickEdit/commands.ts';
import * as records from '../features/records/commands.ts';
import * as session from '../features/signIn/commands.ts';
import * as stickies from '../features/stickies/commands.ts';
import * as tree from '../features/tree/commands.ts';
import * as views from '../features/tree/viewCommands.ts';
import * as work from '../features/startWork/commands.ts';

export interface Command {
  readonly id: `contrail.${string}`;
  /** `runs` without a session; `asks` for one first. */
  readonly signedOut: 'runs' | 'asks';
  /** `given` is what the menu, the tree or another command hands over; `all` are the selected rows of a tree, where there are several. */
  readonly run: (rooms: Rooms, given: unknown, all: unknown) => Promise<void>;
}

export const commands: readonly Command[] = [
  { id: 'contrail.signIn', signedOut: 'runs', run: session.signIn },
  { id: 'contrail.signInAgain', signedOut: 'runs', run: session.signInAgain },
  { id: 'contrail.openLocalWorkspace', signedOut: 'runs', run: session.openLocalWorkspace },
  { id: 'contrail.signOut', signedOut: 'runs', run: session.signOut },
  { id: 'contrail.showLog', signedOut: 'runs', run: session.showLog },
  { id: 'contrail.connectionReport', signedOut: 'runs', run: connection.report },
  { id: 'contrail.copyConnectionReport', signedOut: 'runs', run: connection.copy },

  { id: 'contrail.refresh', signedOut: 'runs', run: tree.refresh },
  { id: 'contrail.loadMore', signedOut: 'asks', run: tree.loadMore },
  { id: 'contrail.retry', signedOut: 'asks', run: tree.retry },
  { id: 'contrail.refreshProjects', signedOut: 'asks', run: tree.refreshView('projects') },
  { id: 'contrail.refreshMyWork', signedOut: 'asks', run: tree.refreshView('myWork') },
  { id: 'contrail.refreshInitiatives', signedOut: 'asks', run: tree.refreshView('initiatives') },
  { id: 'contrail.refreshTeamspaces', signedOut: 'asks', run: tree.refreshView('teamspaces') },
  { id: 'contrail.refreshCustomers', signedOut: 'asks', run: tree.refreshView('customers') },
  { id: 'contrail.groupBy', signedOut: 'asks', run: views.groupBy },
  { id: 'contrail.groupInitiativesBy', signedOut: 'asks', run: views.groupInitiativesBy },
  { id: 'contrail.sortBy', signedOut: 'asks', run: views.sortBy },
  { id: 'contrail.filter', signedOut: 'asks', run: views.filter },
  { id: 'contrail.clearFilter', signedOut: 'asks', run: views.clearFilter },
  { id: 'contrail.pin', signedOut: 'asks', run: views.pin },
  { id: 'contrail.unpin', signedOut: 'asks', run: views.unpin },
  { id: 'contrail.showInProjects', signedOut: 'asks', run: views.showInProjects },
  { id: 'contrail.lookThroughProjects', signedOut: 'asks', run: views.lookThroughProjects },

  { id: 'contrail.openWorkItem', signedOut: 'asks', run: items.open },
  { id: 'contrail.goToWorkItem', signedOut: 'asks', run: items.goTo },
  { id: 'contrail.comment', signedOut: 'asks', run: items.comment },
  { id: 'contrail.commentWithCode', signedOut: 'asks', run: code.comment },
  { id: 'contrail.goToCommentedCode', signedOut: 'asks', run: code.goTo },
  { id: 'contrail.attachFile', signedOut: 'asks', run: attach.attachFile },
  { id: 'contrail.changeState', signedOut: 'asks', run: quick.quickEdit('state') },
  { id: 'contrail.assignToMe', signedOut: 'asks', run: quick.quickEdit('assignToMe') },
  { id: 'contrail.change', signedOut: 'asks', run: quick.change },
  { id: 'contrail.changePriority', signedOut: 'asks', run: quick.quickEdit('priority') },
  { id: 'contrail.changeAssignees', signedOut: 'asks', run: quick.quickEdit('assignees') },
  { id: 'contrail.changeLabels', signedOut: 'asks', run: quick.quickEdit('labels') },
  { id: 'contrail.setStartDate', signedOut: 'asks', run: quick.quickEdit('startDate') },
  { id: 'contrail.setTargetDate', signedOut: 'asks', run: quick.quickEdit('targetDate') },
  { id: 'contrail.changeEstimate', signedOut: 'asks', run: quick.quickEdit('estimate') },
  { id: 'contrail.setParent', signedOut: 'asks', run: quick.quickEdit('parent') },
  { id: 'contrail.moveToModule', signedOut: 'asks', run: quick.quickEdit('module') },
  { id: 'contrail.addToCycle', signedOut: 'asks', run: quick.quickEdit('cycle') },
  { id: 'contrail.changeType', signedOut: 'asks', run: quick.quickEdit('type') },
  { id: 'contrail.drafts', signedOut: 'asks', run: drafts.show },
  { id: 'contrail.undoLastChange', signedOut: 'runs', run: quick.undoLastChange },
  { id: 'contrail.startWork', signedOut: 'asks', run: work.start },
  { id: 'contrail.stopWork', signedOut: 'asks', run: work.end('stop') },
  { id: 'contrail.finishWork', signedOut: 'asks', run: work.end('finish') },
  { id: 'contrail.currentItem', signedOut: 'asks', run: work.showCurrent },
  { id: 'contrail.setCurrentItem', signedOut: 'asks', run: work.setCurrent },

  { id: 'contrail.copyIdentifier', signedOut: 'asks', run: items.copyIdentifier },
  { id: 'contrail.copyLink', signedOut: 'asks', run: items.copyLink },
  { id: 'contrail.findMentions', signedOut: 'asks', run: mentions.find },

  { id: 'contrail.edit', signedOut: 'asks', run: records.editAny },
  { id: 'contrail.delete', signedOut: 'asks', run: records.remove },
  { id: 'contrail.editProject', signedOut: 'asks', run: records.edit('project') },
  { id: 'contrail.editEpic', signedOut: 'asks', run: records.edit('epic') },
  { id: 'contrail.editInitiative', signedOut: 'asks', run: records.edit('initiative') },
  { id: 'contrail.editInitiativeLabel', signedOut: 'asks', run: records.edit('initiativeLabel') },
  { id: 'contrail.editTeamspace', signedOut: 'asks', run: records.edit('teamspace') },
  { id: 'contrail.editCustomer', signedOut: 'asks', run: records.edit('customer') },
  { id: 'contrail.editCustomerRequest', signedOut: 'asks', run: records.edit('customerRequest') },
  { id: 'contrail.editCustomerProperty', signedOut: 'asks', run: records.edit('customerProperty') },
  { id: 'contrail.editSticky', signedOut: 'asks', run: records.edit('sticky') },
  { id: 'contrail.listCustomers', signedOut: 'asks', run: records.list('customer') },
  { id: 'contrail.listCustomerProperties', signedOut: 'asks', run: records.list('customerProperty') },
  { id: 'contrail.listTeamspaceMembers', signedOut: 'asks', run: records.listTeamspaceMembers },
  { id: 'contrail.listTeamspaceProjects', signedOut: 'asks', run: records.listTeamspaceProjects },
  { id: 'contrail.addEpicsToInitiative', signedOut: 'asks', run: records.addEpics },
  { id: 'contrail.addProjectsToInitiative', signedOut: 'asks', run: records.addProjects },
  { id: 'contrail.setInitiativeLabels', signedOut: 'asks', run: records.setLabels },
  { id: 'contrail.addTeamspaceMembers', signedOut: 'asks', run: records.addTeamspaceMembers },
  { id: 'contrail.addTeamspaceProjects', signedOut: 'asks', run: records.addTeamspaceProjects },
  { id: 'contrail.createProject', signedOut: 'asks', run: create.create('project') },
  { id: 'contrail.createWorkItem', signedOut: 'asks', run: create.createWorkItem },
  { id: 'contrail.createFromCode', signedOut: 'asks', run: fromCode.createFromCode },
  { id: 'contrail.createFromTest', signedOut: 'asks', run: fromCode.createFromTest },
  { id: 'contrail.createSubItem', signedOut: 'asks', run: create.createSubItem },
  { id: 'contrail.createEpic', signedOut: 'asks', run: create.createEpic },
  { id: 'contrail.createCycle', signedOut: 'asks', run: create.createCycle },
  { id: 'contrail.createModule', signedOut: 'asks', run: create.createModule },
  { id: 'contrail.createInitiative', signedOut: 'asks', run: create.createInitiative },
  { id: 'contrail.createInitiativeLabel', signedOut: 'asks', run: create.create('initiativeLabel') },
  { id: 'contrail.createTeamspace', signedOut: 'asks', run: create.create('teamspace') },
  { id: 'contrail.createCustomer', signedOut: 'asks', run: create.create('customer') },
  { id: 'contrail.createCustomerRequest', signedOut: 'asks', run: create.createCustomerRequest },
  { id: 'contrail.createCustomerProperty', signedOut: 'asks', run: create.create('customerProperty') },
  { id: 'contrail.createSticky', signedOut: 'asks', run: stickies.create },

  { id: 'contrail.openInBrowser', signedOut: 'asks', run: items.openInBrowser },
  { id: 'contrail.showOverview', signedOut: 'asks', run: overview.show },
  { id: 'contrail.refreshStickies', signedOut: 'asks', run: stickies.refresh },

  { id: 'contrail.save', signedOut: 'runs', run: editing.save },
  { id: 'contrail.sendCommentDocument', signedOut: 'runs', run: editing.sendCommentDocument },
];

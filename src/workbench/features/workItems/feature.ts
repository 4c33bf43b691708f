// Commands for a work item that work anywhere.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { showStatus } from '../../ui/notifications.ts';
import type { CommentDocuments } from '../comments/documents.ts';
import type { PaletteComments } from '../comments/palette.ts';
import { LinkCopies } from '../deepLinks/copying.ts';
import { type ChosenItemsDeps, chosenItems } from '../quickEdit/chosenItems.ts';
import { type WithItemDeps, withItem } from './withItem.ts';

export interface WorkItemsDeps extends WithItemDeps, ChosenItemsDeps {
  readonly comments: PaletteComments;
  readonly documents: CommentDocuments;
  readonly memory: vscode.Memento;
  /** The id of this extension. */
  readonly extension: string;
}

/** Creates the commands to open a work item, comment on it, and copy a link to it. */
export function createWorkItems(deps: WorkItemsDeps) {
  const copies = new LinkCopies(deps);
  return {
    commands: {
      [COMMANDS.openWorkItem]: signedIn((target) => open(deps, target)),
      [COMMANDS.goToWorkItem]: signedIn(() => goTo(deps)),
      [COMMANDS.comment]: signedIn((target) => comment(deps, target)),
      [COMMANDS.copyIdentifier]: signedIn((target) => copyIdentifier(deps, target)),
      [COMMANDS.copyLink]: signedIn((target, selection) => copyLink(deps, copies, target, selection)),
      [COMMANDS.openInBrowser]: signedIn((target) => openInBrowser(deps, target)),
    },
  };
}

async function open(deps: WorkItemsDeps, given: unknown): Promise<void> {
  await withItem(deps, given, l10n.t('Open Work Item'), async (chosen) => {
    deps.panels.open(chosen);
  });
}

/** Asks for a work item, whatever is selected or open. */
async function goTo(deps: WorkItemsDeps): Promise<void> {
  const chosen = await deps.items.choose(undefined, l10n.t('Go to Work Item'));
  if (chosen !== undefined) deps.panels.open(chosen);
}

/** Asks for the comment in an input box, or opens it as a document. */
async function comment(deps: WorkItemsDeps, given: unknown): Promise<void> {
  await withItem(deps, given, l10n.t('Comment on Work Item'), async (chosen) => {
    const how = await deps.comments.write(chosen);
    if (how === 'sent') {
      const identifier = chosen.session.store.identifier(chosen.address);
      showStatus(identifier === undefined ? l10n.t('Comment sent') : l10n.t('Commented on {0}', identifier), 5000);
    }
    if (how === 'more') await vscode.window.showTextDocument(deps.documents.uriOf(chosen), { preview: false });
  });
}

async function copyIdentifier(deps: WorkItemsDeps, given: unknown): Promise<void> {
  await withItem(deps, given, l10n.t('Copy Identifier of Work Item'), (chosen) => deps.items.copyIdentifier(chosen));
}

/** Copies a link to each selected row. */
async function copyLink(deps: WorkItemsDeps, copies: LinkCopies, given: unknown, all: unknown): Promise<void> {
  const chosen = await chosenItems(deps, given, all, l10n.t('Copy Link to Work Item'));
  if (chosen !== undefined) await copies.copy(chosen);
}

async function openInBrowser(deps: WorkItemsDeps, given: unknown): Promise<void> {
  await withItem(deps, given, l10n.t('Open Work Item in Browser'), (chosen) => deps.items.openInBrowser(chosen));
}

// Attaches files to a work item without opening its page.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { faultOf } from '../../../client/apiError.ts';
import type { ChosenFile } from '../../../pages/discussion/deps.ts';
import { typeOfName } from '../../../pages/discussion/fileTypes.ts';
import { formatBytes } from '../../../std/formatBytes.ts';
import { signedIn } from '../../commands/command.ts';
import { COMMANDS } from '../../contributions.ts';
import { showFault } from '../../ui/errorBoundary.ts';
import { escapeLinks } from '../../ui/escape.ts';
import { formatError } from '../../ui/formatError.ts';
import { showStatus } from '../../ui/notifications.ts';
import { reportWithRateLimit } from '../../ui/rateLimit.ts';
import type { ChosenItem } from '../workItems/items.ts';
import { type WithItemDeps, withItem } from '../workItems/withItem.ts';
import type { VSCodeFileHost } from './fileHost.ts';

export interface AttachmentDeps extends WithItemDeps {
  readonly files: VSCodeFileHost;
}

export function createAttachments(deps: AttachmentDeps) {
  return {
    commands: {
      [COMMANDS.attachFile]: signedIn((target) => attachFile(deps, target)),
    },
  };
}

async function attachFile(deps: AttachmentDeps, given: unknown): Promise<void> {
  await withItem(deps, given, l10n.t('Attach File to Work Item'), async (chosen) => {
    for (const file of await deps.files.choose()) await attach(chosen, file);
  });
}

/** Shows the upload's progress in bytes. The user can cancel it. */
async function attach({ session, address }: ChosenItem, file: ChosenFile): Promise<void> {
  const to = session.store.identifier(address) ?? l10n.t('work item');
  const title = escapeLinks(l10n.t('Attaching {0} to {1}', file.name, to));
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const stop = new AbortController();
      const cancelled = token.onCancellationRequested(() => stop.abort());
      const reporting = reportWithRateLimit(progress, session.store.rateLimit);
      let shown = 0;
      const onProgress = (sent: number): void => {
        const part = Math.floor((sent / file.size) * 100);
        if (part === shown) return;
        reporting.report({
          message: l10n.t('{0} of {1}', formatBytes(sent), formatBytes(file.size)),
          increment: part - shown,
        });
        shown = part;
      };
      try {
        const source = {
          name: file.name,
          type: file.type || typeOfName(file.name),
          size: file.size,
          stream: file.read(),
        };
        await session.store.attachments.upload(address, { file: source, signal: stop.signal, onProgress });
        showStatus(l10n.t('Attached {0} to {1}', file.name, to), 5000);
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind !== 'cancelled')
          void showFault(l10n.t('{0} was not attached. {1}', file.name, formatError(fault)), fault.kind);
      } finally {
        cancelled.dispose();
        reporting.dispose();
      }
    },
  );
}

// Attaches files to a work item without opening its page.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { faultOf } from '../../../client/apiError.ts';
import { signedIn } from '../../../shell/commands/command.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import { formatError } from '../../../shell/faults/formatError.ts';
import { type WithItemDeps, withItem } from '../../../shell/itemPicker/withItem.ts';
import type { ChosenItem } from '../../../shell/itemPicker/workItemPicker.ts';
import { showFault } from '../../../shell/notifications/errorBoundary.ts';
import { escapeLinks } from '../../../shell/prompts/escape.ts';
import { showStatus } from '../../../shell/prompts/notifications.ts';
import { reportWithRateLimit } from '../../../shell/prompts/rateLimit.ts';
import type { ChosenFile } from '../../../shell/sections/sectionDeps.ts';
import { formatBytes } from '../../../std/formatBytes.ts';
import { typeOfName } from '../fileTypes.ts';
import type { VscodeFileHost } from './fileHost.ts';

export interface AttachmentDeps extends WithItemDeps {
  readonly files: VscodeFileHost;
}

export function createAttachments(deps: AttachmentDeps) {
  return {
    commands: {
      [COMMANDS.attachFile]: signedIn((target) => attachFile(deps, target)),
    },
  };
}

async function attachFile(deps: AttachmentDeps, target: unknown): Promise<void> {
  await withItem(deps, target, l10n.t('Attach File to Work Item'), async (chosenItem) => {
    for (const file of await deps.files.choose()) await attachOne(chosenItem, file);
  });
}

/** Uploads the file, and shows the progress in bytes. The user can cancel the upload. */
async function attachOne({ session, address }: ChosenItem, file: ChosenFile): Promise<void> {
  const identifier = session.store.identifier(address) ?? l10n.t('work item');
  const title = escapeLinks(l10n.t('Attaching {0} to {1}', file.name, identifier));
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const abortController = new AbortController();
      const cancellation = token.onCancellationRequested(() => abortController.abort());
      const reporter = reportWithRateLimit(progress, session.store.rateLimit);
      let shownPercent = 0;
      const onProgress = (sent: number): void => {
        const percent = Math.floor((sent / file.size) * 100);
        if (percent === shownPercent) return;
        reporter.report({
          message: l10n.t('{0} of {1}', formatBytes(sent), formatBytes(file.size)),
          increment: percent - shownPercent,
        });
        shownPercent = percent;
      };
      try {
        const source = {
          name: file.name,
          type: file.type || typeOfName(file.name),
          size: file.size,
          stream: file.read(),
        };
        await session.store.attachments.upload(address, { file: source, signal: abortController.signal, onProgress });
        showStatus(l10n.t('Attached {0} to {1}', file.name, identifier), 5000);
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind !== 'cancelled')
          void showFault(l10n.t('{0} was not attached. {1}', file.name, formatError(fault)), fault.kind);
      } finally {
        cancellation.dispose();
        reporter.dispose();
      }
    },
  );
}

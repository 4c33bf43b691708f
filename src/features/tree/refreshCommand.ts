// Lets the user pick the view to refresh.
import * as l10n from '@vscode/l10n';
import type { Session } from '../../core/session/session.ts';
import { supportedKinds } from '../../core/session/supportedKinds.ts';
import { COMMANDS, type CommandId } from '../../shell/commands/contributions.ts';
import { chooseRow, type ValueRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';

type RefreshRow = ValueRow<readonly CommandId[]> & { readonly value: readonly CommandId[] };

/** Runs the commands that refresh the picked view, or all views that the server supports. */
export async function pickViewAndRefresh(prompts: Prompts, { client }: Session): Promise<void> {
  const kinds: ReadonlySet<string> = new Set(supportedKinds(client.unsupported));
  const viewRows: readonly RefreshRow[] = [
    { label: l10n.t('My Work'), value: [COMMANDS.refreshMyWork] },
    { label: l10n.t('Projects'), value: [COMMANDS.refreshProjects] },
    ...(['initiative', 'teamspace', 'customer'].some((kind) => kinds.has(kind))
      ? [{ label: l10n.t('Workspace'), value: [COMMANDS.refreshWorkspace] }]
      : []),
    { label: l10n.t('Stickies'), value: [COMMANDS.refreshStickies] },
  ];
  const allViewsRow: RefreshRow = { label: l10n.t('All Views'), value: viewRows.flatMap(({ value }) => value) };
  const chosenRow = await chooseRow<readonly CommandId[]>(prompts, [allViewsRow, ...viewRows], {
    title: l10n.t('Refresh'),
    placeholder: l10n.t('Search views'),
  });
  await Promise.all((chosenRow?.value ?? []).map((command) => prompts.runCommand(command)));
}

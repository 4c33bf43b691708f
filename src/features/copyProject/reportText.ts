// The report about a copy, as Markdown.
import * as l10n from '@vscode/l10n';
import type { CopyReport } from '../../copy/report.ts';
import { formatError } from '../../shell/faults/formatError.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName } from '../../std/displayName.ts';
import { copiedKindName, recordCountText, skipText, warningText } from './messages.ts';

/** Returns the report. Names that other users wrote are on one line and cannot contain Markdown. */
export function formatCopyReport(report: CopyReport, account: string): string {
  const { project, counts, failed, skipped, renumbered, warnings, isComplete, rejectsEstimates } = report;
  const title = l10n.t('Copy of {0} ({1})', escapeMarkdown(project.name), project.identifier);
  const state = isComplete ? l10n.t('The copy is complete.') : l10n.t('The copy is not complete.');
  const copied = counts
    .filter(({ total }) => total > 0)
    .map(({ kind, copied: done, total }) => l10n.t('{0} of {1}', formatCount(done), recordCountText(kind, total)));
  const notes = [
    ...warnings.map(warningText).map(escapeMarkdown),
    ...(rejectsEstimates ? [l10n.t('The server rejected the estimates, so they were not copied.')] : []),
  ];
  return [
    `# ${title}`,
    '',
    l10n.t('Copied to {0}. {1}', escapeMarkdown(account), state),
    ...section(l10n.t('Copied'), copied),
    ...section(
      l10n.t('Failed'),
      failed.map(({ kind, name, fault }) => entryText(kind, name, formatError(fault))),
    ),
    ...section(
      l10n.t('Skipped'),
      skipped.map(({ kind, name, reason }) => entryText(kind, name, skipText(reason))),
    ),
    ...section(l10n.t('Notes'), notes),
    ...section(
      l10n.t('New Identifiers'),
      renumbered.map(({ from, to }) => l10n.t('{0} is now {1}', from, to)),
    ),
    '',
  ].join('\n');
}

function entryText(kind: Parameters<typeof copiedKindName>[0], name: string, reason: string): string {
  return l10n.t('{0} “{1}”: {2}', copiedKindName(kind), escapeMarkdown(name), escapeMarkdown(reason));
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${line}`)];
}

/** Escapes the characters of a name that have a meaning in Markdown or HTML. */
function escapeMarkdown(text: string): string {
  return displayName(text).replaceAll(/[\\`*_[\]<>#|!&]/g, '\\$&');
}

// Creates the Markdown tooltip of a work item from the loaded data.

import * as l10n from '@vscode/l10n';
import type { ItemAddress } from '../../cache/address.ts';
import type { ItemRecord } from '../../cache/record.ts';
import { nameOfUser } from '../../contract/resources/user.ts';
import { displayName } from '../../std/displayName.ts';
import { formatDate } from '../../std/formatTime.ts';
import { escapeMarkdown, markdownExcerpt } from '../../std/text.ts';
import type { NameLookup } from '../treeData.ts';
import { priorityName } from './symbols.ts';

const MAX_DESCRIPTION_LINES = 6;

/** Returns Markdown in which all texts of the work item are escaped; '' if the work item is not loaded. */
export function tooltipOf(address: ItemAddress, identifier: string, names: NameLookup): string {
  const item = names.item(address);
  if (item === undefined) return '';
  const properties = factsOf(address.project, item, names).map(
    ([name, value]) => `**${name}** ${escapeMarkdown(value)}`,
  );
  const description = markdownExcerpt(item.description_html ?? '', MAX_DESCRIPTION_LINES);
  return [
    `**${escapeMarkdown(identifier)}** ${escapeMarkdown(displayName(item.name))}`,
    properties.join('  \n'),
    ...(description === '' ? [] : ['---', description]),
  ].join('\n\n');
}

/** Returns the properties of a work item that have a value, as pairs of name and value. */
function factsOf(project: string, item: ItemRecord, names: NameLookup): [string, string][] {
  const assigneeNames = item.assignees
    .flatMap((id) => names.user(project, id) ?? [])
    .map((user) => displayName(nameOfUser(user)));
  const labels = item.labels.flatMap((id) => names.label(project, id)?.name ?? []).map(displayName);
  const properties: [string, string | null | undefined][] = [
    [l10n.t('State'), item.state === null ? undefined : names.state(project, item.state)?.name],
    [l10n.t('Priority'), priorityName(item.priority)],
    [l10n.t('Assignees'), assigneeNames.join(', ')],
    [l10n.t('Labels'), labels.join(', ')],
    [l10n.t({ message: 'Start', comment: ['Noun: the start date'] }), item.start_date && formatDate(item.start_date)],
    [l10n.t({ message: 'Due', comment: ['The due date'] }), item.target_date && formatDate(item.target_date)],
  ];
  return properties.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
}

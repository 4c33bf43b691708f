// Creates the Markdown tooltip of a work item from the loaded data.

import * as l10n from '@vscode/l10n';
import { identifierOf } from '../../../contract/resources/workItem.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import type { ItemRecord } from '../../../core/cache/record.ts';
import type { PullRequestStatus } from '../../../core/code/pullRequestApi.ts';
import { longBranchText } from '../../../shell/code/branchText.ts';
import { pullRequestText } from '../../../shell/code/pullRequestText.ts';
import { descriptionExcerpt } from '../../../shell/tree/excerpt.ts';
import { propertyLine } from '../../../shell/tree/propertyLine.ts';
import type { NameLookup, TreeData } from '../../../shell/tree/treeData.ts';
import { todayAt } from '../../../std/calendarDay.ts';
import { displayName } from '../../../std/displayName.ts';
import { formatList } from '../../../std/formatText.ts';
import { formatShortDate, formatTime } from '../../../std/formatTime.ts';
import { escapeMarkdown } from '../../../std/text.ts';

type TooltipData = NameLookup &
  Pick<TreeData, 'today' | 'openBlockers' | 'codeOf' | 'cycleOrModuleNames' | 'estimateName'>;

/** Returns Markdown with icons, in which all texts of the work item are escaped; '' if the work item is not loaded. */
export function tooltipOf(address: ItemAddress, identifier: string, data: TooltipData): string {
  const item = data.item(address);
  if (item === undefined) return '';
  const properties = propertiesOf(address, item, data).map(([name, value]) => `**${name}** ${escapeMarkdown(value)}`);
  const description = descriptionExcerpt(item, data);
  return [
    `**${escapeMarkdown(identifier)}** ${escapeMarkdown(displayName(item.name))}`,
    propertyLine(item, data, { today: data.today }),
    properties.join('  \n'),
    ...(description === '' ? [] : ['---', description]),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns the properties below the property line that have a known value, as pairs of name and value. */
function propertiesOf(address: ItemAddress, item: ItemRecord, data: TooltipData): [string, string][] {
  const { project } = address;
  const displayNames = (values: readonly string[] = []): string => formatList(values.map(displayName));
  const blockers = data.openBlockers(address).map((blocker) => identifierIn(data, blocker) ?? '');
  const { branch, pullRequest } = data.codeOf(address);
  const properties: [string, string | null | undefined][] = [
    [l10n.t('Blocked by'), formatList(blockers.filter((identifier) => identifier !== ''))],
    [l10n.t('Branch'), branch && longBranchText(branch)],
    [l10n.t('Pull request'), pullRequest && datedPullRequestText(pullRequest, data.today)],
    [l10n.t('Labels'), displayNames(item.labels.flatMap((id) => data.label(project, id)?.name ?? []))],
    [l10n.t('Cycle'), displayNames(data.cycleOrModuleNames(address, 'cycle'))],
    [
      l10n.t('Module'),
      displayNames(data.cycleOrModuleNames(address, item.module === undefined ? 'modules' : 'module')),
    ],
    [
      l10n.t('Estimate'),
      item.estimate_point && displayNames([data.estimateName(project, item.estimate_point) ?? []].flat()),
    ],
    [
      l10n.t({ message: 'Start', comment: ['Noun: the start date'] }),
      item.start_date && formatShortDate(item.start_date, data.today),
    ],
    [
      l10n.t({ message: 'Updated', comment: ['When a work item was changed last'] }),
      changeTimeText(Date.parse(item.updated_at ?? ''), data.today),
    ],
  ];
  return properties.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
}

function datedPullRequestText(status: PullRequestStatus, today: string): string {
  return l10n.t('{0} (as of {1})', pullRequestText(status), changeTimeText(status.at, today));
}

function identifierIn(data: NameLookup, address: ItemAddress): string | undefined {
  const prefix = data.project(address.project)?.identifier;
  const item = data.item(address);
  return prefix === undefined || item === undefined ? undefined : identifierOf(prefix, item.sequence_id);
}

/**
 * Returns the time of a change if it was today, otherwise the day; '' if the time is not known. The text is not
 * relative (`5 minutes ago`), because VS Code requests a tooltip only once. `at` is in milliseconds.
 */
function changeTimeText(at: number, today: string): string {
  if (Number.isNaN(at)) return '';
  const day = todayAt(at);
  return day === today ? formatTime(at, at) : formatShortDate(day, today);
}

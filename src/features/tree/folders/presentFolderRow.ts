// Describes the rows of cycles and modules in their folders, and the progress of all rows in folders.
import * as l10n from '@vscode/l10n';
import { constantLabel } from '../../../contract/constantLabel.ts';
import { type CyclePhase, cycleDays, cyclePhase } from '../../../contract/cycleDays.ts';
import { groupingIcon } from '../../../items/icons.ts';
import type { Presentation } from '../../../shell/tree/presentation.ts';
import type { TreeData } from '../../../shell/tree/treeData.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { formatShortDateRange } from '../../../std/formatTime.ts';
import { type FolderRow, progressOf } from './projectFolders.ts';

const PHASE_TEXTS: Readonly<Record<CyclePhase, () => string>> = {
  current: () => l10n.t({ message: 'Current', comment: ['A cycle whose dates include today'] }),
  upcoming: () => l10n.t({ message: 'Upcoming', comment: ['A cycle that has not started'] }),
  draft: () => '',
  completed: () => constantLabel('completed'),
};

/**
 * Describes a cycle by its dates and a module by its status, each with its progress. `name` is the label of the row.
 */
export function presentFolderRow(
  node: Extract<FolderRow, { kind: 'group' }>,
  name: string,
  data: TreeData,
): Presentation {
  const progress = progressTexts(node, data);
  const details = node.by === 'cycle' ? cycleDetails(node, data) : moduleDetails(node, data);
  return {
    label: name,
    description: [...details, progress?.short].filter(Boolean).join(' · '),
    icon: groupingIcon(node.by),
    tooltip: [name, details.join(' · '), progress?.long].filter(Boolean).join('\n'),
    collapsible: true,
    context: `group ${node.by}`,
    accessibleName: [name, node.by === 'cycle' ? l10n.t('cycle') : l10n.t('module'), ...details, progress?.long]
      .filter(Boolean)
      .join(', '),
  };
}

/** Returns the progress in short form (`3 of 8`) and as a sentence; undefined if the progress is unknown. */
export function progressTexts(
  row: FolderRow,
  data: TreeData,
): { readonly short: string; readonly long: string } | undefined {
  const progress = progressOf(row, data);
  if (progress === undefined) return undefined;
  const [completed, total] = [formatCount(progress.completed), formatCount(progress.total)];
  return {
    short: l10n.t('{0} of {1}', completed, total),
    long: l10n.t('{0} of {1} work items completed', completed, total),
  };
}

function cycleDetails({ project, value }: Extract<FolderRow, { kind: 'group' }>, data: TreeData): readonly string[] {
  const cycle = value === null ? undefined : data.records.cycle(project, value);
  if (cycle === undefined) return [];
  const projectRecord = data.project(project);
  const { start, end } = cycleDays(cycle, projectRecord);
  return [PHASE_TEXTS[cyclePhase(cycle, projectRecord, data)](), formatShortDateRange(start, end, data.today)].filter(
    Boolean,
  );
}

function moduleDetails({ project, value }: Extract<FolderRow, { kind: 'group' }>, data: TreeData): readonly string[] {
  const status = value === null ? undefined : data.records.module(project, value)?.status;
  return status ? [constantLabel(status)] : [];
}

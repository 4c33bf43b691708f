// Names and icons of the kinds of records, for pickers and questions.

import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../../cache/address.ts';
import { firstLines } from '../../../std/text.ts';

interface KindNames {
  readonly one: string;
  readonly many: string;
  readonly icon: string;
}

export const KIND_NAMES: Readonly<Record<RecordKind, KindNames>> = {
  project: { one: 'project', many: 'projects', icon: 'project' },
  workItem: { one: 'work item', many: 'work items', icon: 'circle-outline' },
  epic: { one: 'epic', many: 'epics', icon: 'zap' },
  cycle: { one: 'cycle', many: 'cycles', icon: 'sync' },
  module: { one: 'module', many: 'modules', icon: 'package' },
  initiative: { one: 'initiative', many: 'initiatives', icon: 'milestone' },
  initiativeLabel: { one: 'initiative label', many: 'initiative labels', icon: 'tag' },
  teamspace: { one: 'teamspace', many: 'teamspaces', icon: 'organization' },
  customer: { one: 'customer', many: 'customers', icon: 'briefcase' },
  customerRequest: { one: 'customer request', many: 'customer requests', icon: 'comment-discussion' },
  customerProperty: { one: 'customer property', many: 'customer properties', icon: 'symbol-property' },
  sticky: { one: 'sticky', many: 'stickies', icon: 'note' },
};

/** Returns the record's name. For a sticky without a name, returns the start of its text. */
export function nameOfRecord(record: object | undefined): string {
  const { display_name, name, title, description_html } = (record ?? {}) as Readonly<Record<string, unknown>>;
  const named = [display_name, name, title].find((one) => typeof one === 'string' && one.trim() !== '');
  if (typeof named === 'string') return named;
  return (
    (typeof description_html === 'string' ? firstLines(description_html, 1)[0]?.slice(0, 80) : undefined) ??
    l10n.t('Without a name')
  );
}

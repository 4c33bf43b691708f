// Lets the user pick a kind of record.
import * as l10n from '@vscode/l10n';
import type { RecordKind } from '../../core/cache/address.ts';
import type { Session } from '../../core/session/session.ts';
import { supportedKinds } from '../../core/session/supportedKinds.ts';
import { KIND_ICONS } from '../../items/icons.ts';
import { KIND_NAMES } from '../../items/kindNames.ts';
import { chooseRow, type ValueRow } from '../prompts/ask.ts';
import type { Prompts } from '../prompts/prompts.ts';

/** A kind of record that can be created. A sub-item is a work item with a parent. */
export type CreatableKind = RecordKind | 'subItem';

/** The kinds whose records belong to a project, apart from work items. */
export const KINDS_IN_PROJECTS: ReadonlySet<RecordKind> = new Set(['epic', 'cycle', 'module', 'state', 'label']);

/** Lists the kinds that the server supports. Resolves with undefined if the user cancels. */
export async function pickKind(
  prompts: Prompts,
  session: Session,
  action: 'edit' | 'delete',
): Promise<RecordKind | undefined> {
  const title = action === 'edit' ? l10n.t('Edit') : l10n.t('Delete');
  return (await chooseRow(prompts, kindRows(session), kindOptions(title)))?.value;
}

/** Lists the kinds that can be created on this server, or in a project of it, the work item first. */
export async function pickKindToCreate(
  prompts: Prompts,
  session: Session,
  isInProject = false,
): Promise<CreatableKind | undefined> {
  const kinds = kindRows(session).filter(
    ({ value }) => !isInProject || value === 'workItem' || (value !== undefined && KINDS_IN_PROJECTS.has(value)),
  );
  const rows: ValueRow<CreatableKind>[] = [
    ...kinds.filter(({ value }) => value === 'workItem'),
    ...(isInProject
      ? []
      : [{ label: l10n.t('Sub-Item'), icon: { id: 'type-hierarchy-sub' }, value: 'subItem' } as const]),
    ...kinds.filter(({ value }) => value !== 'workItem'),
  ];
  return (await chooseRow(prompts, rows, kindOptions(l10n.t('What Do You Want to Create?'))))?.value;
}

function kindOptions(title: string) {
  return { title, placeholder: l10n.t('What kind?') };
}

function kindRows({ client }: Session): readonly ValueRow<RecordKind>[] {
  const availableKinds = new Set(supportedKinds(client.unsupported));
  return (Object.keys(KIND_NAMES) as RecordKind[])
    .filter((kind) => availableKinds.has(kind))
    .map((kind) => ({
      label: KIND_NAMES[kind].name(),
      icon: { id: KIND_ICONS[kind] },
      value: kind,
    }));
}

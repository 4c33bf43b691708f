// Texts about the members of a record, for example the epics of an initiative.
import * as l10n from '@vscode/l10n';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';

/** A kind of record that can be a member of another record. `member` is a person in a teamspace. */
export type MemberKind = 'epic' | 'project' | 'initiativeLabel' | 'member';

interface MemberTexts {
  /** The title of the picker for the members. */
  title(owner: string): string;
  /** The message that members were added. */
  added(count: number, owner: string): string;
  /** The message that members were removed. */
  removed(count: number, owner: string): string;
}

export const MEMBER_TEXTS: Readonly<Record<MemberKind, MemberTexts>> = {
  epic: {
    title: (owner) => l10n.t('Epics of {0}', owner),
    added: (count, owner) =>
      plural(count, {
        one: l10n.t('Added {0} epic to {1}.', formatCount(count), owner),
        other: l10n.t('Added {0} epics to {1}.', formatCount(count), owner),
      }),
    removed: (count, owner) =>
      plural(count, {
        one: l10n.t('Removed {0} epic from {1}.', formatCount(count), owner),
        other: l10n.t('Removed {0} epics from {1}.', formatCount(count), owner),
      }),
  },
  project: {
    title: (owner) => l10n.t('Projects of {0}', owner),
    added: (count, owner) =>
      plural(count, {
        one: l10n.t('Added {0} project to {1}.', formatCount(count), owner),
        other: l10n.t('Added {0} projects to {1}.', formatCount(count), owner),
      }),
    removed: (count, owner) =>
      plural(count, {
        one: l10n.t('Removed {0} project from {1}.', formatCount(count), owner),
        other: l10n.t('Removed {0} projects from {1}.', formatCount(count), owner),
      }),
  },
  initiativeLabel: {
    title: (owner) => l10n.t('Labels of {0}', owner),
    added: (count, owner) =>
      plural(count, {
        one: l10n.t('Added {0} label to {1}.', formatCount(count), owner),
        other: l10n.t('Added {0} labels to {1}.', formatCount(count), owner),
      }),
    removed: (count, owner) =>
      plural(count, {
        one: l10n.t('Removed {0} label from {1}.', formatCount(count), owner),
        other: l10n.t('Removed {0} labels from {1}.', formatCount(count), owner),
      }),
  },
  member: {
    title: (owner) => l10n.t('Members of {0}', owner),
    added: (count, owner) =>
      plural(count, {
        one: l10n.t('Added {0} member to {1}.', formatCount(count), owner),
        other: l10n.t('Added {0} members to {1}.', formatCount(count), owner),
      }),
    removed: (count, owner) =>
      plural(count, {
        one: l10n.t('Removed {0} member from {1}.', formatCount(count), owner),
        other: l10n.t('Removed {0} members from {1}.', formatCount(count), owner),
      }),
  },
};

/** Returns the message that members were added to the record, removed, or both. */
export function membersChangedText(kind: MemberKind, added: number, removed: number, owner: string): string {
  const texts = MEMBER_TEXTS[kind];
  return [
    ...(added === 0 ? [] : [texts.added(added, owner)]),
    ...(removed === 0 ? [] : [texts.removed(removed, owner)]),
  ].join(' ');
}

// The texts about copying a project.
import * as l10n from '@vscode/l10n';
import { COPIED_KINDS, type CopiedKind, type CopyBlocker, type CopyPlan, type CopyWarning } from '../../copy/plan.ts';
import type { SkipReason, StepKind } from '../../copy/progress.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName } from '../../std/displayName.ts';
import { formatList } from '../../std/formatText.ts';
import { byKind } from '../../std/objects/byKind.ts';
import { plural } from '../../std/plural.ts';

/** Returns the number of records of a kind: `3 labels`. */
export function recordCountText(kind: CopiedKind, count: number): string {
  const number = formatCount(count);
  return {
    state: plural(count, { one: l10n.t('{0} state', number), other: l10n.t('{0} states', number) }),
    label: plural(count, { one: l10n.t('{0} label', number), other: l10n.t('{0} labels', number) }),
    module: plural(count, { one: l10n.t('{0} module', number), other: l10n.t('{0} modules', number) }),
    cycle: plural(count, { one: l10n.t('{0} cycle', number), other: l10n.t('{0} cycles', number) }),
    workItem: plural(count, { one: l10n.t('{0} work item', number), other: l10n.t('{0} work items', number) }),
    relation: plural(count, { one: l10n.t('{0} relation', number), other: l10n.t('{0} relations', number) }),
    link: plural(count, { one: l10n.t('{0} link', number), other: l10n.t('{0} links', number) }),
    comment: plural(count, { one: l10n.t('{0} comment', number), other: l10n.t('{0} comments', number) }),
    attachment: plural(count, { one: l10n.t('{0} attachment', number), other: l10n.t('{0} attachments', number) }),
  }[kind];
}

/** Returns the detail text of the question whether to copy: counts, duration, new members and warnings. */
export function planText(plan: CopyPlan): string {
  const counts = COPIED_KINDS.filter((kind) => plan.counts[kind] > 0).map((kind) =>
    recordCountText(kind, plan.counts[kind]),
  );
  const duration = plural(plan.minutes, {
    one: l10n.t('The copy takes at least {0} minute.', plan.minutes),
    other: l10n.t('The copy takes at least {0} minutes.', plan.minutes),
  });
  const members = plural(plan.members.length, {
    one: l10n.t('{0} person is added to the new project.', plan.members.length),
    other: l10n.t('{0} people are added to the new project.', plan.members.length),
  });
  const notes = [...(plan.members.length === 0 ? [] : [members]), ...plan.warnings.map(warningText)];
  return [l10n.t('This copies {0}.', formatList(counts)), duration, ...notes.map((note) => `• ${note}`)].join('\n');
}

const MAX_NAMES = 5;

/** Returns the names at the start of the list, and the number of the remaining names. */
function namesText(names: readonly string[]): string {
  const shownNames = names.slice(0, MAX_NAMES).map(displayName);
  const hiddenCount = names.length - shownNames.length;
  return formatList(hiddenCount === 0 ? shownNames : [...shownNames, l10n.t('{0} more', formatCount(hiddenCount))]);
}

export function warningText(warning: CopyWarning): string {
  const number = 'count' in warning ? formatCount(warning.count) : '';
  return byKind(warning, {
    unknownUsers: (warning) =>
      l10n.t(
        'Not members of the target workspace: {0}. Work items are not assigned to them, and mentions of them show no name.',
        namesText(warning.names),
      ),
    otherAuthors: (warning) =>
      plural(warning.count, {
        one: l10n.t('{0} comment by another user is sent in your name and starts with the author.', number),
        other: l10n.t('{0} comments by other users are sent in your name and start with the author.', number),
      }),
    otherNumbers: (warning) =>
      plural(warning.count, {
        one: l10n.t('{0} work item gets a new number.', number),
        other: l10n.t('{0} work items get new numbers.', number),
      }),
    types: (warning) =>
      plural(warning.count, {
        one: l10n.t('The type of {0} work item is not copied.', number),
        other: l10n.t('The types of {0} work items are not copied.', number),
      }),
    estimates: (warning) =>
      plural(warning.count, {
        one: l10n.t('The estimate of {0} work item is not copied.', number),
        other: l10n.t('The estimates of {0} work items are not copied.', number),
      }),
    relationsOutside: (warning) =>
      plural(warning.count, {
        one: l10n.t('{0} relation to a work item of another project is not copied.', number),
        other: l10n.t('{0} relations to work items of other projects are not copied.', number),
      }),
    images: (warning) =>
      plural(warning.count, {
        one: l10n.t('{0} image in a text is not copied.', number),
        other: l10n.t('{0} images in texts are not copied.', number),
      }),
    largeAttachments: (warning) =>
      plural(warning.count, {
        one: l10n.t('{0} attachment may be too large for the server.', number),
        other: l10n.t('{0} attachments may be too large for the server.', number),
      }),
    states: (warning) => l10n.t('States of an unknown group are not copied: {0}.', namesText(warning.names)),
    unreadable: (warning) =>
      plural(warning.count, {
        one: l10n.t('{0} entry could not be read and is not copied.', number),
        other: l10n.t('{0} entries could not be read and are not copied.', number),
      }),
  });
}

export function blockerText(blocker: CopyBlocker): string {
  return byKind(blocker, {
    missingScopes: (blocker) =>
      l10n.t(
        'The access token does not have these scopes: {0}. Replace it with a token that has them.',
        formatList(blocker.scopes),
      ),
    guest: () => l10n.t("Guests can't create projects."),
    nameTaken: () => l10n.t('A project with this name already exists.'),
    identifierTaken: () => l10n.t('A project with this identifier already exists.'),
    invalidName: (blocker) => blocker.detail,
  });
}

/** Returns the name of the kind of record that a step copies, for the report. */
export function copiedKindName(kind: StepKind): string {
  return {
    project: l10n.t('Project'),
    features: l10n.t('Project'),
    member: l10n.t('Member'),
    state: l10n.t('State'),
    defaultState: l10n.t('State'),
    label: l10n.t('Label'),
    module: l10n.t('Module'),
    cycle: l10n.t('Cycle'),
    workItem: l10n.t('Work Item'),
    parent: l10n.t('Parent'),
    moduleItems: l10n.t('Work items of the module'),
    cycleItems: l10n.t('Work items of the cycle'),
    cycleDates: l10n.t('Dates of the cycle'),
    relation: l10n.t('Relation'),
    link: l10n.t('Link'),
    comment: l10n.t('Comment'),
    attachment: l10n.t('Attachment'),
    images: l10n.t('Images'),
  }[kind];
}

export function skipText(reason: SkipReason): string {
  return {
    unsupported: l10n.t('The target server does not support it.'),
    itemNotCopied: l10n.t('Its work item was not copied.'),
    invalid: l10n.t('Its value is not valid on the target server.'),
    emptyFile: l10n.t('The file is empty.'),
  }[reason];
}

// The texts about copying a project.
import * as l10n from '@vscode/l10n';
import { COPIED_KINDS, type CopiedKind, type CopyBlocker, type CopyPlan, type CopyWarning } from '../../copy/plan.ts';
import type { SkipReason, StepKind } from '../../copy/progress.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { displayName } from '../../std/displayName.ts';
import { formatList } from '../../std/formatText.ts';
import { plural } from '../../std/plural.ts';

/** Returns the number of records of a kind: `3 labels`. */
export function recordCountText(kind: CopiedKind, count: number): string {
  const number = formatCount(count);
  switch (kind) {
    case 'state':
      return plural(count, { one: l10n.t('{0} state', number), other: l10n.t('{0} states', number) });
    case 'label':
      return plural(count, { one: l10n.t('{0} label', number), other: l10n.t('{0} labels', number) });
    case 'module':
      return plural(count, { one: l10n.t('{0} module', number), other: l10n.t('{0} modules', number) });
    case 'cycle':
      return plural(count, { one: l10n.t('{0} cycle', number), other: l10n.t('{0} cycles', number) });
    case 'workItem':
      return plural(count, { one: l10n.t('{0} work item', number), other: l10n.t('{0} work items', number) });
    case 'relation':
      return plural(count, { one: l10n.t('{0} relation', number), other: l10n.t('{0} relations', number) });
    case 'link':
      return plural(count, { one: l10n.t('{0} link', number), other: l10n.t('{0} links', number) });
    case 'comment':
      return plural(count, { one: l10n.t('{0} comment', number), other: l10n.t('{0} comments', number) });
    case 'attachment':
      return plural(count, { one: l10n.t('{0} attachment', number), other: l10n.t('{0} attachments', number) });
    default:
      return kind satisfies never;
  }
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
  switch (warning.kind) {
    case 'unknownUsers':
      return l10n.t(
        'Not members of the target workspace: {0}. Work items are not assigned to them, and mentions of them show no name.',
        namesText(warning.names),
      );
    case 'otherAuthors':
      return plural(warning.count, {
        one: l10n.t('{0} comment by another user is sent in your name and starts with the author.', number),
        other: l10n.t('{0} comments by other users are sent in your name and start with the author.', number),
      });
    case 'otherNumbers':
      return plural(warning.count, {
        one: l10n.t('{0} work item gets a new number.', number),
        other: l10n.t('{0} work items get new numbers.', number),
      });
    case 'types':
      return plural(warning.count, {
        one: l10n.t('The type of {0} work item is not copied.', number),
        other: l10n.t('The types of {0} work items are not copied.', number),
      });
    case 'estimates':
      return plural(warning.count, {
        one: l10n.t('The estimate of {0} work item is not copied.', number),
        other: l10n.t('The estimates of {0} work items are not copied.', number),
      });
    case 'relationsOutside':
      return plural(warning.count, {
        one: l10n.t('{0} relation to a work item of another project is not copied.', number),
        other: l10n.t('{0} relations to work items of other projects are not copied.', number),
      });
    case 'images':
      return plural(warning.count, {
        one: l10n.t('{0} image in a text is not copied.', number),
        other: l10n.t('{0} images in texts are not copied.', number),
      });
    case 'largeAttachments':
      return plural(warning.count, {
        one: l10n.t('{0} attachment may be too large for the server.', number),
        other: l10n.t('{0} attachments may be too large for the server.', number),
      });
    case 'states':
      return l10n.t('States of an unknown group are not copied: {0}.', namesText(warning.names));
    case 'unreadable':
      return plural(warning.count, {
        one: l10n.t('{0} entry could not be read and is not copied.', number),
        other: l10n.t('{0} entries could not be read and are not copied.', number),
      });
    default:
      return warning satisfies never;
  }
}

export function blockerText(blocker: CopyBlocker): string {
  switch (blocker.kind) {
    case 'missingScopes':
      return l10n.t(
        'The access token does not have these scopes: {0}. Replace it with a token that has them.',
        formatList(blocker.scopes),
      );
    case 'guest':
      return l10n.t("Guests can't create projects.");
    case 'nameTaken':
      return l10n.t('A project with this name already exists.');
    case 'identifierTaken':
      return l10n.t('A project with this identifier already exists.');
    case 'invalidName':
      return blocker.detail;
    default:
      return blocker satisfies never;
  }
}

/** Returns the name of the kind of record that a step copies, for the report. */
export function copiedKindName(kind: StepKind): string {
  switch (kind) {
    case 'project':
    case 'features':
      return l10n.t('Project');
    case 'member':
      return l10n.t('Member');
    case 'state':
    case 'defaultState':
      return l10n.t('State');
    case 'label':
      return l10n.t('Label');
    case 'module':
      return l10n.t('Module');
    case 'cycle':
      return l10n.t('Cycle');
    case 'workItem':
      return l10n.t('Work Item');
    case 'parent':
      return l10n.t('Parent');
    case 'moduleItems':
      return l10n.t('Work items of the module');
    case 'cycleItems':
      return l10n.t('Work items of the cycle');
    case 'cycleDates':
      return l10n.t('Dates of the cycle');
    case 'relation':
      return l10n.t('Relation');
    case 'link':
      return l10n.t('Link');
    case 'comment':
      return l10n.t('Comment');
    case 'attachment':
      return l10n.t('Attachment');
    case 'images':
      return l10n.t('Images');
    default:
      return kind satisfies never;
  }
}

export function skipText(reason: SkipReason): string {
  switch (reason) {
    case 'unsupported':
      return l10n.t('The target server does not support it.');
    case 'itemNotCopied':
      return l10n.t('Its work item was not copied.');
    case 'invalid':
      return l10n.t('Its value is not valid on the target server.');
    case 'emptyFile':
      return l10n.t('The file is empty.');
    default:
      return reason satisfies never;
  }
}

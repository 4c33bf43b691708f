// Creates branch names from a template and a work item, and checks them against git's rules
// (git-check-ref-format). Pure.
import * as l10n from '@vscode/l10n';
import { formatCount } from '../../std/displayLanguage.ts';
import { type BranchTemplateValues, fillTemplate } from './template.ts';

/** A valid branch name, or a sentence that explains the error. `text` is the filled template, if it could be filled. */
export type BranchName = { readonly name: string } | { readonly problem: string; readonly text?: string };

/**
 * The maximum length of a name between slashes, in bytes. Git stores a branch as a file and adds `.lock` to the file's
 * name while it writes; file systems limit a file name to 255 bytes.
 */
const MAX_PART_BYTES = 250;
const MAX_NAME_BYTES = 1_000;

export function branchNameFor(template: string, values: BranchTemplateValues): BranchName {
  const filledTemplate = fillTemplate(template.trim(), values, 'branch');
  if ('problem' in filledTemplate) return filledTemplate;
  const problem = branchProblem(filledTemplate.text);
  return problem === undefined ? { name: filledTemplate.text } : { problem, text: filledTemplate.text };
}

/** Returns a sentence about why git would reject the name; undefined for a valid name. */
export function branchProblem(name: string): string | undefined {
  if (name === '') return l10n.t('Enter a branch name.');
  return characterProblem(name) ?? positionProblem(name) ?? lengthProblem(name);
}

function characterProblem(name: string): string | undefined {
  if (/[\t\n\v\f\r ]/.test(name)) return l10n.t("A branch name can't contain spaces or line breaks.");
  if (Array.from(name).some((one) => one < ' ' || one === '\u007f'))
    return l10n.t("A branch name can't contain control characters.");
  const character = /[~^:?*[\\]/.exec(name)?.[0];
  if (character !== undefined) return l10n.t("A branch name can't contain “{0}”.", character);
  const forbiddenSequence = ['..', '@{', '//'].find((one) => name.includes(one));
  return forbiddenSequence === undefined ? undefined : l10n.t("A branch name can't contain “{0}”.", forbiddenSequence);
}

function positionProblem(name: string): string | undefined {
  if (name === '@' || name === 'HEAD')
    return l10n.t("“{0}” has a special meaning in Git and can't be a branch name.", name);
  if (name.startsWith('-')) return l10n.t("A branch name can't start with a hyphen.");
  if (name.startsWith('/') || name.endsWith('/')) return l10n.t("A branch name can't start or end with a slash.");
  if (name.endsWith('.')) return l10n.t("A branch name can't end with a period.");
  const parts = name.split('/');
  if (parts.some((part) => part.startsWith('.'))) return l10n.t('No part of a branch name can start with a period.');
  return parts.some((part) => part.endsWith('.lock'))
    ? l10n.t('No part of a branch name can end with “.lock”.')
    : undefined;
}

function lengthProblem(name: string): string | undefined {
  const byteLength = (text: string): number => new TextEncoder().encode(text).length;
  if (byteLength(name) > MAX_NAME_BYTES)
    return l10n.t('This branch name is too long. It can have up to {0} bytes.', formatCount(MAX_NAME_BYTES));
  return name.split('/').some((part) => byteLength(part) > MAX_PART_BYTES)
    ? l10n.t('This branch name is too long. Each part between slashes can have up to {0} bytes.', MAX_PART_BYTES)
    : undefined;
}

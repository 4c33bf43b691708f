// Texts about links: the title of a link to a pull request, the problem of an invalid URL, and the name of a link.
import * as l10n from '@vscode/l10n';
import type { WorkItemLink } from '../../contract/resources/link.ts';
import { pullRequestNumber } from '../../core/code/pullRequest.ts';

/** Returns the title of a link to a pull request, for example `Pull request #12`; undefined for any other URL. */
export function pullRequestTitle(url: string): string | undefined {
  const number = pullRequestNumber(url);
  return number === undefined ? undefined : l10n.t('Pull request {0}', `#${number}`);
}

/** Returns the reason why a text is not a web address, or undefined if it is one. */
export function urlProblem(text: string): string | undefined {
  const isWebUrl = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  return isWebUrl ? undefined : l10n.t('Use a web address that starts with https:// or http://.');
}

/** Returns the title of the link, or its URL if it has no title. */
export function linkName({ title, url }: Pick<WorkItemLink, 'title' | 'url'>): string {
  const trimmedTitle = title?.trim() ?? '';
  return trimmedTitle === '' ? url : trimmedTitle;
}

// Builds the row of a link: its title, its URL, and the kind of page that it opens.

import type { WorkItemLink } from '../../contract/resources/link.ts';
import { parseCodeHostPage } from '../../core/code/codeHostPage.ts';
import type { PullRequestStatus } from '../../core/code/pullRequestApi.ts';
import { formatTime } from '../../std/formatTime.ts';
import { pullRequestText } from '../code/pullRequestText.ts';
import type { LinkRow } from '../protocol/linked.ts';

export function linkRow({ id, title, url }: WorkItemLink, pullRequest?: LinkRow['pullRequest']): LinkRow {
  const page = parseCodeHostPage(url);
  const href = webAddress(url);
  const address = href === undefined ? url : shortAddress(href);
  const name = title?.trim() ?? '';
  const reference = page === undefined || name.includes(page.reference) ? undefined : page.reference;
  return {
    id,
    title: name === '' ? address : name,
    address: name === '' ? undefined : address,
    href: href?.href,
    kind: pullRequest === undefined ? (page?.kind ?? 'page') : 'pullRequest',
    reference,
    ...(pullRequest === undefined ? {} : { pullRequest }),
  };
}

/** Returns what a page shows of a pull request. `now` is in milliseconds. */
export function pullRequestView(status: PullRequestStatus, now: number): NonNullable<LinkRow['pullRequest']> {
  const { state, hasFailingChecks, at } = status;
  return { state, hasFailingChecks, text: pullRequestText(status), asOf: formatTime(at, now) };
}

function webAddress(url: string): URL | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed : undefined;
}

/** Returns the host and the path, without credentials: a user name could look like a host. */
function shortAddress({ host, pathname }: URL): string {
  return `${host}${pathname}`.replace(/\/$/, '');
}

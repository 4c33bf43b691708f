// Shows why quoted code has no permalink, and lets the user specify the Git server if that is the reason.
import { type CodeOrigin, missingPermalinkText } from '../../core/comments/codeComment.ts';
import { errorMessage } from '../../std/errorMessage.ts';
import { type CodeHostSetting, offerCodeHost, unknownHostOf } from '../git/offerCodeHost.ts';
import type { RepositoryRemotes } from '../git/remotes.ts';
import type { Prompts } from '../prompts/prompts.ts';

/** Code that is quoted, and the setting with the Git servers that the user has specified. */
export interface QuotedCode {
  readonly origin: CodeOrigin;
  readonly repository: RepositoryRemotes;
  readonly setting: CodeHostSetting;
}

/** Matches names of hosts that never exist (RFC 6761), for example that of the sample folder. */
const RESERVED_HOST = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid)$/;

/**
 * Shows why the code has no link, without waiting for an answer. Calls `addLink` when the user has specified the Git
 * server, so that the code can be linked.
 */
export function showMissingLink(
  prompts: Prompts,
  { origin, repository, setting }: QuotedCode,
  addLink: () => Promise<void>,
): void {
  const message = missingPermalinkText(origin);
  if (message !== undefined) void prompts.notify('info', message);
  if (origin.noLinkReason !== 'unknownHost') return;
  if (RESERVED_HOST.test(unknownHostOf(repository, setting.codeHosts()) ?? '')) return;
  offerCodeHost(prompts, setting, repository, 'info')
    .then((isSpecified) => (isSpecified ? addLink() : undefined))
    .catch((error: unknown) => void prompts.notify('error', errorMessage(error)));
}

// Describes a failed request for a language model, without text that could be taken for an instruction.
import { type Fault, mayHaveBeenProcessed } from '../client/apiError.ts';
import { OLDEST_VERSION } from '../core/session/server/instance.ts';
import { byKind } from '../std/objects/byKind.ts';
import { countWithNoun } from './resultPages.ts';
import { quoteName } from './untrustedText.ts';

const MAX_DETAIL_LENGTH = 300;

/** Returns English sentences: what failed, and what the model or the user can do. */
export function faultText(fault: Fault, now: number): string {
  return byKind(fault, {
    network: () => 'The server cannot be reached. The user may be offline. Only the user can fix this.',
    timeout: () => 'The server did not respond in time.',
    cancelled: () => 'Canceled.',
    unauthorized: () =>
      'The server rejected the key. Ask the user to select "Sign In Again" in a view of Contrail in VS Code, or to replace PLANE_API_KEY if it is from there. Do not ask for the key.',
    rejected: (fault) => `The server rejected the request (status ${fault.status})${detailText(fault.detail)}`,
    notFound: (fault) =>
      fault.isRouteMissing
        ? 'This server does not support this.'
        : 'It does not exist, or the user has no access to it.',
    rateLimited: (fault) =>
      `The rate limit of the server is reached. Call the tool again in ${countWithNoun(Math.max(1, Math.ceil((fault.until - now) / 1000)), 'second')}.`,
    intercepted: (fault) =>
      `Something in front of Plane answered (status ${fault.status})${fault.title === '' ? '' : `: ${quoteName(fault.title)}`}. Only the user can fix this.`,
    outdated: (fault) =>
      `${fault.version === '' ? 'This version of Plane' : `Plane ${fault.version.replace(/^v/, '')}`} is too old: Contrail needs ${OLDEST_VERSION} or newer. Only the user can fix this.`,
    serverError: (fault) => `The server failed (status ${fault.status})${detailText(fault.detail)}`,
    invalidResponse: () => 'The answer of the server could not be read.',
    invalidRequest: (fault) =>
      `A value is invalid: ${Object.entries(fault.fields)
        .map(([field, message]) => `${field}: ${quoteName(message)}`)
        .join('; ')}`,
  });
}

function detailText(detail: string): string {
  return detail === '' ? '.' : `: ${quoteName(detail, MAX_DETAIL_LENGTH)}`;
}

/** Returns a warning that the change may have happened, if the server may have processed the request; otherwise ''. */
export function uncertaintyText(fault: Fault): string {
  return mayHaveBeenProcessed(fault) ? MAY_HAVE_HAPPENED : '';
}

/** The text of a tool result if it is unknown whether the server has made the change. */
export const MAY_HAVE_HAPPENED =
  'The change may have happened nevertheless. Read the work item before you repeat it, and tell the user.';

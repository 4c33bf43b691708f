// Describes a failed request for a language model, without text that could be taken for an instruction.
import { type Fault, mayHaveBeenProcessed } from '../client/apiError.ts';
import { OLDEST_VERSION } from '../core/session/server/instance.ts';
import { countWithNoun } from './resultPages.ts';
import { quoteName } from './untrustedText.ts';

const MAX_DETAIL_LENGTH = 300;

/** Returns English sentences: what failed, and what the model or the user can do. */
export function faultText(fault: Fault, now: number): string {
  switch (fault.kind) {
    case 'network':
      return 'The server cannot be reached. The user may be offline. Only the user can fix this.';
    case 'timeout':
      return 'The server did not respond in time.';
    case 'cancelled':
      return 'Canceled.';
    case 'unauthorized':
      return 'The server rejected the key. Ask the user to select "Sign In Again" in a view of Contrail in VS Code, or to replace PLANE_API_KEY if it is from there. Do not ask for the key.';
    case 'rejected':
      return `The server rejected the request (status ${fault.status})${detailText(fault.detail)}`;
    case 'notFound':
      return fault.isRouteMissing
        ? 'This server does not support this.'
        : 'It does not exist, or the user has no access to it.';
    case 'rateLimited':
      return `The rate limit of the server is reached. Call the tool again in ${countWithNoun(Math.max(1, Math.ceil((fault.until - now) / 1000)), 'second')}.`;
    case 'intercepted':
      return `Something in front of Plane answered (status ${fault.status})${fault.title === '' ? '' : `: ${quoteName(fault.title)}`}. Only the user can fix this.`;
    case 'outdated':
      return `${fault.version === '' ? 'This version of Plane' : `Plane ${fault.version.replace(/^v/, '')}`} is too old: Contrail needs ${OLDEST_VERSION} or newer. Only the user can fix this.`;
    case 'serverError':
      return `The server failed (status ${fault.status})${detailText(fault.detail)}`;
    case 'invalidResponse':
      return 'The answer of the server could not be read.';
    case 'invalidRequest':
      return `A value is invalid: ${Object.entries(fault.fields)
        .map(([field, message]) => `${field}: ${quoteName(message)}`)
        .join('; ')}`;
    default:
      return fault satisfies never;
  }
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

// Maps an unsuccessful response to its fault. Pure.
import type { Operation } from '../../contract/operation.ts';
import { STATUS } from '../../contract/status.ts';
import type { Fault } from '../apiError.ts';
import type { RawAnswer } from '../call.ts';
import { detailOf, errorFields, isRecord, jsonOf } from './errorText.ts';
import { isPromisedRedirect } from './redirect.ts';

/** Facts that are needed in addition to the response. */
export interface ResponseContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Address of the request, to resolve a redirect and to name the host. */
  readonly url: string;
  /** The row of the request. Without one, every redirect is a fault. */
  readonly operation?: Operation;
}

const SHORTEST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 2000;
const ABOUT_THE_CREDENTIAL = /\b(?:tokens?|credentials?|api[ -]?keys?)\b/i;
const ABOUT_A_SCOPE = /\bscopes?\b/i;
/** Open-source servers answer this for every project that the user is not a member of, including deleted ones. */
const NO_PERMISSION = 'You do not have permission to perform this action.';
/** The server's message when it does not have the operation, rather than the record. */
export const NO_SUCH_ROUTE = 'Page not found.';

/**
 * Returns when a rate-limited request may be repeated: by `Retry-After` in seconds or as a date, limited to between a
 * second and a minute from now. A date is by the server's clock, so it is compared with the server's `Date`.
 */
export function rateLimitedUntil(answer: RawAnswer, now: number): number {
  const header = (answer.headers['retry-after'] ?? '').trim();
  const sent = Date.parse(answer.headers['date'] ?? '');
  const wait = /^\d+(?:\.\d+)?$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - (Number.isNaN(sent) ? now : sent);
  return now + (Number.isNaN(wait) ? DEFAULT_WAIT_MS : Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, wait)));
}

/** Names only the origin that a redirect leads to: the rest may contain a signature. */
function redirected(answer: RawAnswer, url: string): Fault {
  const location = answer.headers['location'] ?? '';
  const target = URL.canParse(location, url) ? new URL(location, url).origin : '';
  return { kind: 'network', reason: 'redirected', host: new URL(url).host, detail: target };
}

function forbidden(detail: string, operation: Operation | undefined): Fault {
  if (ABOUT_THE_CREDENTIAL.test(detail) && !ABOUT_A_SCOPE.test(detail))
    return { kind: 'unauthorized', status: STATUS.forbidden, detail };
  const isReadInProject = operation?.method === 'GET' && operation.path.includes('{project_id}');
  const out = isReadInProject && detail === NO_PERMISSION ? { isProjectOutOfReach: true } : {};
  return { kind: 'rejected', status: STATUS.forbidden, detail, fields: {}, ...out };
}

function refused(answer: RawAnswer, detail: string): Fault {
  const json = jsonOf(answer.body);
  const existing =
    answer.status === STATUS.conflict && isRecord(json) && typeof json['id'] === 'string'
      ? { existing: json['id'] }
      : {};
  return { kind: 'rejected', status: answer.status, detail, fields: errorFields(json), ...existing };
}

/**
 * Whether a 404 is about the operation. That alone proves nothing: a malformed id is answered with the same message.
 */
export function isNoSuchRoute(answer: RawAnswer): boolean {
  const json = jsonOf(answer.body);
  return isRecord(json) && json['error'] === NO_SUCH_ROUTE;
}

/** Returns the fault of a response; undefined for a success, and for a redirect that the row declares. */
export function faultFrom(answer: RawAnswer, { now, url, operation }: ResponseContext): Fault | undefined {
  const { status } = answer;
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) {
    return operation !== undefined && isPromisedRedirect(operation, answer, url) ? undefined : redirected(answer, url);
  }
  const detail = detailOf(answer);
  if (status >= 500) return { kind: 'serverError', status, detail };
  if (status < 400) return { kind: 'invalidResponse', status, detail };
  switch (status) {
    case STATUS.unauthenticated:
      return { kind: 'unauthorized', status, detail };
    case STATUS.forbidden:
      return forbidden(detail, operation);
    case STATUS.notFound:
      return { kind: 'notFound', route: isNoSuchRoute(answer), detail };
    case STATUS.throttled:
      return { kind: 'rateLimited', until: rateLimitedUntil(answer, now) };
    default:
      return refused(answer, detail);
  }
}

// Owns what an answer that is no success means. Pure.
import type { Operation } from '../../contract/operation.ts';
import { STATUS } from '../../contract/status.ts';
import type { Fault } from '../apiError.ts';
import type { RawAnswer } from '../call.ts';
import { detailOf, errorFields, isRecord, jsonOf } from './errorText.ts';
import { isPromisedRedirect } from './redirect.ts';

/** What must be known besides the answer. */
export interface ResponseContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The address that was asked, for resolving a redirect and for naming the host. */
  readonly url: string;
  /** The row that it answers. Without one, every redirect is a fault. */
  readonly operation?: Operation;
}

const SHORTEST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
const UNTOLD_WAIT_MS = 2000;
const ABOUT_THE_CREDENTIAL = /\b(?:tokens?|credentials?|api[ -]?keys?)\b/i;
const ABOUT_A_SCOPE = /\bscopes?\b/i;
/** What open-source servers say of every project that the user is not a member of, one that was deleted among them. */
const NO_PERMISSION = 'You do not have permission to perform this action.';
/** What the service says where it has no such operation, rather than no such record. */
export const NO_SUCH_ROUTE = 'Page not found.';

/**
 * When a throttled answer says to come back: `Retry-After` in seconds or as a date, kept between a second and a minute
 * from now. A date is one of the server's clock, so it is held against the server's `Date`.
 */
export function rateLimitedUntil(answer: RawAnswer, now: number): number {
  const told = (answer.headers['retry-after'] ?? '').trim();
  const sent = Date.parse(answer.headers['date'] ?? '');
  const wait = /^\d+(?:\.\d+)?$/.test(told)
    ? Number(told) * 1000
    : Date.parse(told) - (Number.isNaN(sent) ? now : sent);
  return now + (Number.isNaN(wait) ? UNTOLD_WAIT_MS : Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, wait)));
}

/** Names the origin that a redirect leads to and nothing else: the rest may hold a signature. */
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

/** Whether a 404 says so of the operation. Alone it proves nothing: a malformed id is answered in the same words. */
export function isNoSuchRoute(answer: RawAnswer): boolean {
  const json = jsonOf(answer.body);
  return isRecord(json) && json['error'] === NO_SUCH_ROUTE;
}

/** The fault that an answer stands for; undefined for any success, and for a redirect where the row promises one. */
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

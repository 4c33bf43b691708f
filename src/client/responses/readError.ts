// Converts the response to a failed request to a fault. Pure.
import * as l10n from '@vscode/l10n';
import type { Operation } from '../../contract/operation.ts';
import { STATUS } from '../../contract/status.ts';
import type { Fault } from '../apiError.ts';
import type { RawResponse } from '../call.ts';
import { detailOf, errorFields, isJsonObject, parseResponseJson } from './errorText.ts';
import { interceptionFault } from './interception.ts';
import { isDeclaredRedirect } from './redirect.ts';

/** Values that are needed in addition to the response. */
export interface ResponseContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** URL of the request, against which a redirect is resolved, and whose host is part of the fault. */
  readonly url: string;
  /** The operation of the request. If the operation is undefined, every redirect is a fault. */
  readonly operation?: Operation;
}

const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
const DEFAULT_WAIT_MS = 2000;
const MENTIONS_CREDENTIAL = /\b(?:tokens?|credentials?|api[ -]?keys?)\b/i;
const MENTIONS_SCOPE = /\bscopes?\b/i;
/** Open-source servers send this message for projects that the user is not a member of, and for deleted projects. */
const NO_PERMISSION = 'You do not have permission to perform this action.';
/**
 * The message of a server that does not have the requested operation. For a missing record, the server sends another
 * message.
 */
export const NO_SUCH_ROUTE_TEXT = 'Page not found.';

/**
 * Returns the time at which a rate-limited request may be repeated, according to `Retry-After` in seconds or as a date,
 * but at least one second and at most one minute from now. A date is compared with the header `Date`, because the clock
 * of the server may differ from the clock of this machine.
 */
export function rateLimitedUntil(response: RawResponse, now: number): number {
  const header = (response.headers['retry-after'] ?? '').trim();
  const sentAt = Date.parse(response.headers['date'] ?? '');
  const waitMs = /^\d+(?:\.\d+)?$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - (Number.isNaN(sentAt) ? now : sentAt);
  return now + (Number.isNaN(waitMs) ? DEFAULT_WAIT_MS : Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs)));
}

/**
 * Returns the fault of a redirect. `detail` is the origin of the target, if it is another one; not its URL, which may
 * contain a signature.
 */
function redirectFault(response: RawResponse, url: string, operation: Operation | undefined): Fault {
  // A browser hides all of a redirect: every response of a server has headers.
  if (operation?.returns.shape === 'redirect' && Object.keys(response.headers).length === 0)
    return {
      kind: 'invalidResponse',
      status: response.status,
      detail: l10n.t('a browser does not show where the file is; VS Code on the desktop opens it'),
    };
  const location = response.headers['location'] ?? '';
  const { host, origin } = new URL(url);
  const target = URL.canParse(location, url) ? new URL(location, url).origin : origin;
  return { kind: 'network', reason: 'redirected', host, detail: target === origin ? '' : target };
}

function forbiddenFault(detail: string, operation: Operation | undefined): Fault {
  if (MENTIONS_CREDENTIAL.test(detail) && !MENTIONS_SCOPE.test(detail))
    return { kind: 'unauthorized', status: STATUS.forbidden, detail };
  const isReadInProject = operation?.method === 'GET' && operation.path.includes('{project_id}');
  const missingOrForbiddenField =
    isReadInProject && detail === NO_PERMISSION ? { isProjectMissingOrForbidden: true } : {};
  return { kind: 'rejected', status: STATUS.forbidden, detail, fields: {}, ...missingOrForbiddenField };
}

function notFoundFault(isRouteMissing: boolean, detail: string, operation: Operation | undefined): Fault {
  const isProject = !isRouteMissing && operation?.path.endsWith('/projects/{project_id}/') === true;
  return { kind: 'notFound', isRouteMissing, ...(isProject ? { isProject } : {}), detail };
}

function rejectedFault(response: RawResponse, detail: string): Fault {
  const json = parseResponseJson(response.body);
  const existingIdField =
    response.status === STATUS.conflict && isJsonObject(json) && typeof json['id'] === 'string'
      ? { existingId: json['id'] }
      : {};
  return { kind: 'rejected', status: response.status, detail, fields: errorFields(json), ...existingIdField };
}

/**
 * Whether a 404 has the message for an operation that the server does not have. Servers also send this message for a
 * malformed id.
 */
export function isNoSuchRoute(response: RawResponse): boolean {
  const json = parseResponseJson(response.body);
  return isJsonObject(json) && json['error'] === NO_SUCH_ROUTE_TEXT;
}

/** Returns the fault of a response; undefined for a success of Plane and for a redirect that the operation declares. */
export function faultOfResponse(response: RawResponse, { now, url, operation }: ResponseContext): Fault | undefined {
  const { status } = response;
  const interception = interceptionFault(response);
  if (interception !== undefined || (status >= 200 && status < 300)) return interception;
  if (status >= 300 && status < 400) {
    return operation !== undefined && isDeclaredRedirect(operation, response, url)
      ? undefined
      : redirectFault(response, url, operation);
  }
  const detail = detailOf(response);
  if (status >= 500) return { kind: 'serverError', status, detail };
  if (status < 400) return { kind: 'invalidResponse', status, detail };
  switch (status) {
    case STATUS.unauthenticated:
      return { kind: 'unauthorized', status, detail };
    case STATUS.forbidden:
      return forbiddenFault(detail, operation);
    case STATUS.notFound:
      return notFoundFault(isNoSuchRoute(response), detail, operation);
    case STATUS.throttled:
      return { kind: 'rateLimited', until: rateLimitedUntil(response, now) };
    default:
      return rejectedFault(response, detail);
  }
}

// Defines ApiError, and Fault, the data that describes why a request failed.
import { STATUS } from '../contract/status.ts';

/**
 * Why there is no response. The server may have processed the request only if the reason is `lost`: the connection
 * ended before the response was complete. `name`: the host name was not found. `refused`: the connection could not be
 * opened. `setting`: a setting for proxies or certificates cannot be used. `proxy`: the proxy cannot be reached or
 * rejects the connection. `unsupportedProxy`: the proxy is neither an http nor an https proxy. `certificate`: the
 * certificate of the server cannot be verified. `clientCertificate`: the server rejected the client certificate, or
 * requires one and none was sent. `redirected`: the response was a redirect. `insecure`: the URL is an http
 * URL, to which Contrail sends nothing: from the response of an https server, or of a server for which the user has not
 * chosen http.
 */
export type NetworkErrorReason =
  | 'name'
  | 'refused'
  | 'setting'
  | 'proxy'
  | 'unsupportedProxy'
  | 'certificate'
  | 'clientCertificate'
  | 'lost'
  /** In a browser, which does not say more: not reachable, or closed to web pages, or the response was lost. */
  | 'browser'
  | 'redirected'
  | 'insecure';

type FaultCase =
  /**
   * There is no response, or only a redirect, which is never followed. `host` is the host of the server or the proxy.
   * For `unsupportedProxy`, `host` includes the scheme of the proxy, and `detail` is the `ProxySource` of the proxy.
   * For any other reason, `detail` is the other origin to which a redirect leads, the status code of a proxy's response, the
   * name of a setting and what is wrong with its value, or an error code.
   */
  | { readonly kind: 'network'; readonly reason: NetworkErrorReason; readonly host: string; readonly detail: string }
  /** The response did not arrive before the deadline. */
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /**
   * The caller canceled the request. `isUnsent`: the server has certainly not processed it: either it was not sent, or
   * it waited for a retry and the server had processed none of the earlier attempts.
   */
  | { readonly kind: 'cancelled'; readonly isUnsent?: true }
  /**
   * The credential is missing, wrong or expired: 401, or a 403 whose text mentions the key or token. Status 0: no
   * request was sent, because the credential cannot be sent in a header, or must not be sent to the origin of the
   * request.
   */
  | { readonly kind: 'unauthorized'; readonly status: number; readonly detail: string }
  /**
   * The server rejected the request (400, 402, 403, 409, 413…). `fields` has the server's message for each field of the
   * body.
   */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly detail: string;
      readonly fields: Readonly<Record<string, string>>;
      /** Id of the existing record that conflicts (409). */
      readonly existingId?: string;
      /**
       * A GET request in a project was rejected (403). Members of a project can read everything in the project, so the
       * project is deleted or the user is not a member.
       */
      readonly isProjectMissingOrForbidden?: boolean;
      /** The maximum size that the server accepts (413), in bytes, if known. */
      readonly maxBytes?: number;
    }
  /**
   * 404. `isRouteMissing`: the server does not have the operation; otherwise the record does not exist. `isProject`: the
   * record is a project.
   */
  | { readonly kind: 'notFound'; readonly isRouteMissing: boolean; readonly isProject?: true; readonly detail: string }
  /** 429. `until` is in milliseconds since the epoch. */
  | { readonly kind: 'rateLimited'; readonly until: number }
  /**
   * The response is not from Plane but from something in front of it: a proxy, a sign-in page, a bot check. It says
   * nothing about the key or the requested record. `title` is a short line of text; '' if there is none.
   */
  | { readonly kind: 'intercepted'; readonly status: number; readonly title: string }
  /** The server is older than the first version that Contrail supports. `version`: '' if it does not report it. */
  | { readonly kind: 'outdated'; readonly version: string }
  /** The response has a status of 5xx. */
  | { readonly kind: 'serverError'; readonly status: number; readonly detail: string }
  /**
   * A response that cannot be parsed: it is not JSON, or the JSON does not match the schema. Status
   * 0: the response is not HTTP, or larger than the limit.
   */
  | { readonly kind: 'invalidResponse'; readonly status: number; readonly detail: string }
  /**
   * The request does not match the schema in the table of operations and was not sent. `fields` has a message for each
   * invalid field.
   */
  | { readonly kind: 'invalidRequest'; readonly fields: Readonly<Record<string, string>> };

/** `mayHaveArrived`: the server may have processed an earlier attempt of the same request, whose response was lost. */
export type Fault = FaultCase & { readonly mayHaveArrived?: true };

export type FaultKind = Fault['kind'];

/** The error that the client throws. Its message contains only the kind of fault, and no text for the user. */
export class ApiError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`fault: ${fault.kind}`);
    this.name = 'ApiError';
    this.fault = fault;
  }
}

/**
 * Returns the fault of an ApiError.
 * @throws the thrown value itself when it is not an ApiError: any other error is a defect of Contrail.
 */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof ApiError) return thrown.fault;
  throw thrown;
}

/**
 * Whether the requested record was deleted from the server or never existed. Returns false for an operation that the
 * server does not have (404), because the record may exist, and for a 403, because the user's role may be too low.
 */
export function isRecordGone(fault: Fault): boolean {
  return fault.kind === 'notFound' && !fault.isRouteMissing;
}

/** For `catch` after a deletion: does nothing if the record is gone already. Throws any other error. */
export function ignoreRecordGone(error: unknown): void {
  if (!isRecordGone(faultOf(error))) throw error;
}

/**
 * For the fault of a GET request for a record: whether the record is deleted or the user may not see it. Differs from
 * `isRecordGone` in two cases. A 403 counts: open-source servers send it for a project that was deleted or that the
 * user has left, and for all records in the project. A missing route counts: all servers have the operations that read
 * a record, so the server could not parse the id.
 */
export function isMissingOrForbidden(fault: Fault): boolean {
  return fault.kind === 'notFound' || isForbidden(fault);
}

/**
 * Returns the id of the record that the server already has instead of creating one (409), for example one with the same
 * external id from an earlier request whose response was lost.
 */
export function existingIdOf(fault: Fault): string | undefined {
  return fault.kind === 'rejected' ? fault.existingId : undefined;
}

/** Whether the user does not have permission for the request (403). */
export function isForbidden(fault: Fault): boolean {
  return fault.kind === 'rejected' && fault.status === STATUS.forbidden;
}

/** Whether the access token lacks the scope that the request needs (403). */
export function isScopeMissing(fault: Fault): boolean {
  return isForbidden(fault) && 'detail' in fault && /\bscopes?\b/i.test(fault.detail);
}

/** Whether the operation is not available on this server, or not in the plan of the workspace. */
export function isUnsupported(fault: Fault): boolean {
  return (fault.kind === 'notFound' && fault.isRouteMissing) || isNotInPlan(fault);
}

/**
 * Whether the operation failed because the plan of the workspace does not include it (402). The plans of other
 * workspaces on the same server may include it.
 */
export function isNotInPlan(fault: Fault): boolean {
  return fault.kind === 'rejected' && fault.status === STATUS.paymentRequired;
}

/**
 * Whether a project does not have the requested list, for example cycles: the operation is unsupported, or the feature
 * is off in the project's settings (400). Use it only for lists of a project, because any other 400 is a mistake in the
 * request.
 */
export function isUnsupportedInProject(fault: Fault): boolean {
  return isUnsupported(fault) || (fault.kind === 'rejected' && fault.status === STATUS.badRequest);
}

/** Status codes of a server that is temporarily unavailable. Not 500, which Plane also sends for invalid requests. */
const UNAVAILABLE_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

/** Reasons that persist until the user or an administrator changes the configuration. */
const PERSISTENT_REASONS: ReadonlySet<NetworkErrorReason> = new Set<NetworkErrorReason>([
  'certificate',
  'clientCertificate',
  'setting',
  'unsupportedProxy',
  'redirected',
  'insecure',
]);

/** Whether no response arrived, so that other requests fail as well. */
export function isUnreachable(fault: Fault | undefined): boolean {
  return fault !== undefined && isTemporary(fault) && (fault.kind === 'network' || fault.kind === 'timeout');
}

/** Whether the server could not be reached, but may become reachable soon without an action of the user. */
export function isTemporary(fault: Fault): boolean {
  switch (fault.kind) {
    case 'network':
      // A proxy that rejected the connection (4xx) will reject the next connection too. A proxy that could not reach
      // the server (5xx) may reach it later.
      return !PERSISTENT_REASONS.has(fault.reason) && !(fault.reason === 'proxy' && /^4\d\d$/.test(fault.detail));
    case 'timeout':
      return true;
    case 'serverError':
    case 'intercepted':
      return UNAVAILABLE_STATUSES.has(fault.status);
    default:
      return false;
  }
}

/** Whether the server may have processed the request although no successful response was received. */
export function mayHaveBeenProcessed(fault: Fault): boolean {
  if (fault.mayHaveArrived === true) return true;
  switch (fault.kind) {
    case 'network':
      return fault.reason === 'lost' || fault.reason === 'browser';
    case 'cancelled':
      return fault.isUnsent !== true;
    case 'timeout':
    case 'serverError':
    case 'invalidResponse':
      return true;
    case 'intercepted':
      return fault.status < 300 || fault.status >= 500;
    default:
      return false;
  }
}

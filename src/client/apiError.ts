// Owns faults: the closed set of ways in which asking the service can go wrong, as data.
import { STATUS } from '../contract/status.ts';

/**
 * Why nothing answered. Only what is `lost` may have been received; the others are known before the server has seen a
 * request. `setting`: what is set about proxies or certificates cannot be used. `proxy`: the proxy cannot be reached or
 * lets nobody through. `clientCertificate`: the server wants one, and not the one it was shown. `insecure`: an http
 * address to which https leads, which is not asked.
 */
export type NetworkErrorReason =
  | 'name'
  | 'refused'
  | 'setting'
  | 'proxy'
  | 'certificate'
  | 'clientCertificate'
  | 'lost'
  | 'redirected'
  | 'insecure';

type FaultCase =
  /**
   * No answer came: the address does not resolve, nobody listens, the certificate is not trusted, the connection was
   * lost, or the answer was a redirect, which is never followed. `host` is the server's, or the proxy's. `detail` is
   * the origin that a redirect led to, the status of a proxy, which setting cannot be used and why, else an error code.
   */
  | { readonly kind: 'network'; readonly reason: NetworkErrorReason; readonly host: string; readonly detail: string }
  /** No answer within the deadline. */
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /** The caller gave up. `unsent`: while the request waited for its turn, so that the server has not seen it. */
  | { readonly kind: 'cancelled'; readonly unsent?: true }
  /**
   * The credential is missing, wrong or expired: 401, or a 403 that speaks of the token. Status 0: it cannot or must
   * not be sent there, and nothing was.
   */
  | { readonly kind: 'unauthorized'; readonly status: number; readonly detail: string }
  /**
   * The service understood and said no (400, 402, 403, 409, 413…). `fields` holds its words for each field of the body.
   */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly detail: string;
      readonly fields: Readonly<Record<string, string>>;
      /** The id of the record that is in the way (409). */
      readonly existing?: string;
      /**
       * A read in a project was refused (403). Every member of a project can read all of it, so it is deleted, or the
       * user is not a member of it (API-FACTS J38).
       */
      readonly isProjectOutOfReach?: boolean;
      /** How many bytes it would take (413), where it is known. */
      readonly largest?: number;
    }
  /** 404. `route` says that the server has no such operation at all, rather than no such record. */
  | { readonly kind: 'notFound'; readonly route: boolean; readonly detail: string }
  /** 429. `until` is in milliseconds since the epoch. */
  | { readonly kind: 'rateLimited'; readonly until: number }
  /** 5xx. */
  | { readonly kind: 'serverError'; readonly status: number; readonly detail: string }
  /**
   * An answer that cannot be read: HTML, no JSON, or not of the shape promised. Status 0: no HTTP at all, or larger
   * than will be read.
   */
  | { readonly kind: 'invalidResponse'; readonly status: number; readonly detail: string }
  /** The request breaks a rule of the table and was never sent. `fields` holds the rule for each field. */
  | { readonly kind: 'invalidRequest'; readonly fields: Readonly<Record<string, string>> };

/** `mayHaveArrived`: an earlier attempt of the same request got no answer, and the server may have carried it out. */
export type Fault = FaultCase & { readonly mayHaveArrived?: true };

export type FaultKind = Fault['kind'];

/** The thrown form. Its message names the kind only; words for people are made elsewhere. */
export class ApiError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`fault: ${fault.kind}`);
    this.name = 'ApiError';
    this.fault = fault;
  }
}

/** The fault in what was thrown. Anything that is not a fault is a defect of ours and is thrown on. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof ApiError) return thrown.fault;
  throw thrown;
}

/**
 * Whether the record that a request names does not exist on the server (any more). A 404 of the route says nothing of
 * the record, and a 403 to a change may be beyond the user's role, so neither counts here.
 */
export function isRecordGone(fault: Fault): boolean {
  return fault.kind === 'notFound' && !fault.route;
}

/**
 * Whether a record that was to be read is deleted, or the user may not see it. More counts than in `isRecordGone`: a
 * read needs no role beyond seeing the record, so a 403 is about the record too (open-source servers answer it for a
 * project that is deleted or left and all that is in it, API-FACTS J38); and every server can read a record, so its "no
 * such route" means an id that it cannot parse.
 */
export function isOutOfReach(fault: Fault): boolean {
  return fault.kind === 'notFound' || isForbidden(fault);
}

/** Whether the server refuses the request to this user (403). */
export function isForbidden(fault: Fault): boolean {
  return fault.kind === 'rejected' && fault.status === STATUS.forbidden;
}

/** Whether the operation is not available on this server, or not in the plan of the workspace. */
export function isUnsupported(fault: Fault): boolean {
  return (fault.kind === 'notFound' && fault.route) || isNotInPlan(fault);
}

/**
 * Whether the plan of the workspace does not include the operation (402): another workspace on the same server may have
 * it.
 */
export function isNotInPlan(fault: Fault): boolean {
  return fault.kind === 'rejected' && fault.status === STATUS.paymentRequired;
}

/**
 * Whether a project does not have the list that was asked for, such as its cycles. Besides what `isUnsupported` tells,
 * servers answer 400 where the feature is switched off in the project's settings; elsewhere a 400 is a mistake in the
 * request.
 */
export function isUnsupportedInProject(fault: Fault): boolean {
  return isUnsupported(fault) || (fault.kind === 'rejected' && fault.status === STATUS.badRequest);
}

/** A proxy's words for "not now". 500 is the service's own and is also its answer to a client's mistake. */
const NOT_NOW: ReadonlySet<number> = new Set([502, 503, 504]);

/** What only a person can change. */
const SETTLED: ReadonlySet<NetworkErrorReason> = new Set<NetworkErrorReason>([
  'certificate',
  'clientCertificate',
  'setting',
  'redirected',
  'insecure',
]);

/** Whether the service could not be reached, and may be in a moment, without anybody doing anything. */
export function isPassing(fault: Fault): boolean {
  switch (fault.kind) {
    case 'network':
      // A proxy that says no (4xx) says so again; one that finds nobody (5xx) may find somebody.
      return !SETTLED.has(fault.reason) && !(fault.reason === 'proxy' && /^4\d\d$/.test(fault.detail));
    case 'timeout':
      return true;
    case 'serverError':
      return NOT_NOW.has(fault.status);
    default:
      return false;
  }
}

/** Whether the service may have carried out the request although no good answer came. */
export function mayHaveHappened(fault: Fault): boolean {
  if (fault.mayHaveArrived === true) return true;
  switch (fault.kind) {
    case 'network':
      return fault.reason === 'lost';
    case 'cancelled':
      return fault.unsent !== true;
    case 'timeout':
    case 'serverError':
    case 'invalidResponse':
      return true;
    default:
      return false;
  }
}

// Defines ApiError and the closed set of faults that a request can end in, as data.
import { STATUS } from '../contract/status.ts';

/**
 * Why there is no response. Only with `lost` may the server have received the request; the others are known before it
 * has seen one. `setting`: a setting about proxies or certificates cannot be used. `proxy`: the proxy cannot be reached
 * or rejects the connection. `clientCertificate`: the server requires a client certificate, and none or another one was
 * sent. `insecure`: an https address led to an http address, to which nothing is sent.
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
   * There is no response: the address does not resolve, the connection is refused or lost, the certificate is not
   * trusted, or the response is a redirect, which is never followed. `host` is the server's, or the proxy's. `detail`
   * is the origin that a redirect led to, the status of a proxy, which setting cannot be used and why, else an error
   * code.
   */
  | { readonly kind: 'network'; readonly reason: NetworkErrorReason; readonly host: string; readonly detail: string }
  /** No response within the deadline. */
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /** The caller cancelled. `unsent`: the request was still queued, so the server has not seen it. */
  | { readonly kind: 'cancelled'; readonly unsent?: true }
  /**
   * The credential is missing, wrong or expired: 401, or a 403 whose text is about the token. Status 0: nothing was
   * sent, because the credential cannot or must not be sent to this address.
   */
  | { readonly kind: 'unauthorized'; readonly status: number; readonly detail: string }
  /**
   * The server rejected the request (400, 402, 403, 409, 413…). `fields` has its message for each field of the body.
   */
  | {
      readonly kind: 'rejected';
      readonly status: number;
      readonly detail: string;
      readonly fields: Readonly<Record<string, string>>;
      /** Id of the existing record that conflicts (409). */
      readonly existing?: string;
      /**
       * A read in a project was rejected (403). Every member of a project can read all of it, so the project is
       * deleted, or the user is not a member of it (API-FACTS J38).
       */
      readonly isProjectOutOfReach?: boolean;
      /** Most bytes that the server accepts (413), where it is known. */
      readonly largest?: number;
    }
  /** 404. `route`: the server does not have the operation at all, rather than the record. */
  | { readonly kind: 'notFound'; readonly route: boolean; readonly detail: string }
  /** 429. `until` is in milliseconds since the epoch. */
  | { readonly kind: 'rateLimited'; readonly until: number }
  /** 5xx. */
  | { readonly kind: 'serverError'; readonly status: number; readonly detail: string }
  /**
   * A response that cannot be read: HTML, not JSON, or of an unexpected shape. Status 0: not HTTP at all, or larger
   * than the limit.
   */
  | { readonly kind: 'invalidResponse'; readonly status: number; readonly detail: string }
  /** The request breaks a rule of the table of operations and was never sent. `fields` has the rule for each field. */
  | { readonly kind: 'invalidRequest'; readonly fields: Readonly<Record<string, string>> };

/** `mayHaveArrived`: an earlier attempt of the same request got no response, and the server may have processed it. */
export type Fault = FaultCase & { readonly mayHaveArrived?: true };

export type FaultKind = Fault['kind'];

/** An error that carries a fault. Its message names the kind only; text for the user is created elsewhere. */
export class ApiError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(`fault: ${fault.kind}`);
    this.name = 'ApiError';
    this.fault = fault;
  }
}

/**
 * Returns the fault of a thrown value.
 * @throws the value itself when it is not an ApiError: it is then a defect of Contrail.
 */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof ApiError) return thrown.fault;
  throw thrown;
}

/**
 * Whether the record that a request names does not exist on the server (any more). A 404 for the route says nothing
 * about the record, and a 403 for a change may only mean that the user's role is too low, so neither counts.
 */
export function isRecordGone(fault: Fault): boolean {
  return fault.kind === 'notFound' && !fault.route;
}

/**
 * Whether a record that was to be read is deleted, or the user may not see it. Covers more than `isRecordGone`: a read
 * requires no role beyond seeing the record, so a 403 is about the record too (open-source servers answer 403 for a
 * project that is deleted or left, and for everything in it, API-FACTS J38); and every server can read a record, so "no
 * such route" means an id that it cannot parse.
 */
export function isOutOfReach(fault: Fault): boolean {
  return fault.kind === 'notFound' || isForbidden(fault);
}

/** Whether the server rejects the request of this user (403). */
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
 * Whether a project does not have the requested list, for example cycles. In addition to `isUnsupported`: servers
 * answer 400 when the feature is off in the project's settings; elsewhere a 400 is a mistake in the request.
 */
export function isUnsupportedInProject(fault: Fault): boolean {
  return isUnsupported(fault) || (fault.kind === 'rejected' && fault.status === STATUS.badRequest);
}

/** Statuses with which a proxy reports "not now". 500 is the server's own, and also its answer to client mistakes. */
const NOT_NOW: ReadonlySet<number> = new Set([502, 503, 504]);

/** Reasons that stay until the user or an administrator changes something. */
const SETTLED: ReadonlySet<NetworkErrorReason> = new Set<NetworkErrorReason>([
  'certificate',
  'clientCertificate',
  'setting',
  'redirected',
  'insecure',
]);

/** Whether the server could not be reached and may be reachable soon without any action of the user. */
export function isPassing(fault: Fault): boolean {
  switch (fault.kind) {
    case 'network':
      // A proxy that rejects (4xx) rejects again; one that cannot reach the server (5xx) may reach it later.
      return !SETTLED.has(fault.reason) && !(fault.reason === 'proxy' && /^4\d\d$/.test(fault.detail));
    case 'timeout':
      return true;
    case 'serverError':
      return NOT_NOW.has(fault.status);
    default:
      return false;
  }
}

/** Whether the server may have processed the request although no successful response was received. */
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

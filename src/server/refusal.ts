// Defines refusals: the responses to rejected requests, with the bodies of the specification (§7).
import { STATUS } from '../contract/status.ts';

/** Thrown anywhere below the routes; becomes the response. Any other error is a bug, and becomes a 500. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Returns a 400 for a change that the current data does not allow. */
export function notAllowed(error: string): Refusal {
  return new Refusal(STATUS.badRequest, { error });
}

/** Returns a 400 about the request as a whole: paging, `fields`, invalid JSON. */
export function badRequest(detail: string): Refusal {
  return new Refusal(STATUS.badRequest, { detail });
}

/** Returns a 400 that names the invalid field. */
export function invalidField(field: string, message: string): Refusal {
  return new Refusal(STATUS.badRequest, { [field]: [message] });
}

/** Returns a 400 that names the index in a list of ids: `{assignees: {"1": [...]}}`. */
export function invalidEntry(field: string, index: number, message: string): Refusal {
  return new Refusal(STATUS.badRequest, { [field]: { [String(index)]: [message] } });
}

/** Returns a 400 about no field in particular. */
export function invalidBody(message: string): Refusal {
  return new Refusal(STATUS.badRequest, { non_field_errors: [message] });
}

export function unauthenticated(detail: string): Refusal {
  return new Refusal(STATUS.unauthenticated, { detail });
}

export function forbidden(detail = 'You do not have permission to perform this action.'): Refusal {
  return new Refusal(STATUS.forbidden, { detail });
}

/** Returns a 500, as real servers answer some client errors. */
export function internalError(): Refusal {
  return new Refusal(STATUS.internal, { error: 'Something went wrong please try again later' });
}

/** Returns a 404 for a record. An unknown route has another body, so that clients can distinguish the two. */
export function notFound(): Refusal {
  return new Refusal(STATUS.notFound, { error: 'The requested resource does not exist.' });
}

/** Returns a 404 for a record of the few resources for which open-source servers use another body. */
export function notFoundElsewhere(): Refusal {
  return new Refusal(STATUS.notFound, { detail: 'Not found.' });
}

/**
 * Returns a 409 for a repeated `external_source` and `external_id`. It contains the id of the first record, so that a
 * repeated request can find its record.
 */
export function conflict(what: string, id: string): Refusal {
  return new Refusal(STATUS.conflict, {
    error: `${what} with the same external id and external source already exists`,
    id,
  });
}

/** Returns a 409 for a name that is taken within a project, with the id of the first record. */
export function nameTaken(what: string, id: string): Refusal {
  return new Refusal(STATUS.conflict, { error: `${what} with the same name already exists in the project`, id });
}

export function unknownId(id: string): string {
  return `Invalid pk "${id}" - object does not exist.`;
}

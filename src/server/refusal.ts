// Owns refusals: the answers to requests that fail, with the bodies that the API specifies (§7).
import { STATUS } from '../contract/status.ts';

/** Thrown anywhere below the routes; becomes the answer. A thrown error of any other kind is a defect, and a 500. */
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

/** 400 for what the state of things does not allow. */
export function notAllowed(error: string): Refusal {
  return new Refusal(STATUS.badRequest, { error });
}

/** 400 about the request as a whole: paging, `fields`, unreadable JSON. */
export function badRequest(detail: string): Refusal {
  return new Refusal(STATUS.badRequest, { detail });
}

/** 400 that names the field at fault. */
export function invalidField(field: string, message: string): Refusal {
  return new Refusal(STATUS.badRequest, { [field]: [message] });
}

/** 400 that names the place in a list of ids: `{assignees: {"1": [...]}}`. */
export function invalidEntry(field: string, index: number, message: string): Refusal {
  return new Refusal(STATUS.badRequest, { [field]: { [String(index)]: [message] } });
}

/** 400 about no field in particular. */
export function invalidBody(message: string): Refusal {
  return new Refusal(STATUS.badRequest, { non_field_errors: [message] });
}

export function unauthenticated(detail: string): Refusal {
  return new Refusal(STATUS.unauthenticated, { detail });
}

export function forbidden(detail = 'You do not have permission to perform this action.'): Refusal {
  return new Refusal(STATUS.forbidden, { detail });
}

/** 500, as real servers answer some mistakes of the client's. */
export function internalError(): Refusal {
  return new Refusal(STATUS.internal, { error: 'Something went wrong please try again later' });
}

/** 404 for a record; an unknown route has another body, by which clients tell the two apart. */
export function notFound(): Refusal {
  return new Refusal(STATUS.notFound, { error: 'The requested resource does not exist.' });
}

/** 404 for a record of the few resources that open-source servers built otherwise. */
export function notFoundElsewhere(): Refusal {
  return new Refusal(STATUS.notFound, { detail: 'Not found.' });
}

/**
 * 409 for a repeated `external_source` and `external_id`; carries the id of the first, so that a repeated request can
 * find its record.
 */
export function conflict(what: string, id: string): Refusal {
  return new Refusal(STATUS.conflict, {
    error: `${what} with the same external id and external source already exists`,
    id,
  });
}

/** 409 for a name that is taken within a project; carries the id of the first. */
export function nameTaken(what: string, id: string): Refusal {
  return new Refusal(STATUS.conflict, { error: `${what} with the same name already exists in the project`, id });
}

export function unknownId(id: string): string {
  return `Invalid pk "${id}" - object does not exist.`;
}

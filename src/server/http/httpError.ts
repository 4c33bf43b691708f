// Defines HttpError, which rejects a request, and creates such errors with bodies as in specification §7.
import { STATUS } from '../../contract/status.ts';

/** Thrown to reject a request with this response. Any other error is a bug, and the response is a 500. */
export class HttpError extends Error {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>> = {}) {
    super(`rejected with ${status}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Returns a 400 for a change that is invalid in the current state of the data. The body has only the key `error`. */
export function invalidChange(error: string): HttpError {
  return new HttpError(STATUS.badRequest, { error });
}

/** Returns a 400 for an invalid parameter of the query, for example `per_page`, or a body that is not JSON. */
export function invalidQueryOrJson(detail: string): HttpError {
  return new HttpError(STATUS.badRequest, { detail });
}

/** Returns a 400 that names the invalid field. */
export function invalidField(field: string, message: string): HttpError {
  return new HttpError(STATUS.badRequest, { [field]: [message] });
}

/** Returns a 400 for one entry of a list of ids, for example `{assignees: {"1": [...]}}`. */
export function invalidEntry(field: string, index: number, message: string): HttpError {
  return new HttpError(STATUS.badRequest, { [field]: { [String(index)]: [message] } });
}

/** Returns a 400 whose message is under `non_field_errors`, not under the name of a field. */
export function invalidBody(message: string): HttpError {
  return new HttpError(STATUS.badRequest, { non_field_errors: [message] });
}

export function unauthenticated(detail: string): HttpError {
  return new HttpError(STATUS.unauthenticated, { detail });
}

export function forbidden(detail = 'You do not have permission to perform this action.'): HttpError {
  return new HttpError(STATUS.forbidden, { detail });
}

/** Returns a 500, with which real servers respond to some invalid requests. */
export function internalError(): HttpError {
  return new HttpError(STATUS.internal, { error: 'Something went wrong please try again later' });
}

/** Returns a 404 for an unknown record. The body differs from the 404 for an unknown route. */
export function notFound(): HttpError {
  return new HttpError(STATUS.notFound, { error: 'The requested resource does not exist.' });
}

/** Returns a 404 with the body that open-source servers send for a few resources, for example stickies. */
export function communityNotFound(): HttpError {
  return new HttpError(STATUS.notFound, { detail: 'Not found.' });
}

/**
 * Returns a 409 for an `external_source` and `external_id` that another record already has. The body contains the id of
 * that record, so that a client that repeats a request finds the record of its first attempt.
 */
export function externalIdTaken(recordName: string, id: string): HttpError {
  return new HttpError(STATUS.conflict, {
    error: `${recordName} with the same external id and external source already exists`,
    id,
  });
}

/** Returns a 409 for a name that another record of the project already has. The body contains the id of that record. */
export function nameTaken(recordName: string, id: string): HttpError {
  return new HttpError(STATUS.conflict, {
    error: `${recordName} with the same name already exists in the project`,
    id,
  });
}

/** Returns the message for `invalidField` and `invalidEntry` if no record has the id. */
export function unknownIdMessage(id: string): string {
  return `Invalid pk "${id}" - object does not exist.`;
}

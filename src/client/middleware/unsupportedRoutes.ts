// Detects operations that the server does not support, and rejects later calls of the same operations.
import type { OperationName } from '../../contract/operations.ts';
import { STATUS } from '../../contract/status.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Emitter, type Event } from '../../std/event.ts';
import { ApiError, type Fault } from '../apiError.ts';
import type { Call, Middleware, RawResponse } from '../call.ts';
import { isNoSuchRoute, NO_SUCH_ROUTE_TEXT } from '../responses/readError.ts';

const UNSUPPORTED_FAULT: Fault = { kind: 'notFound', isRouteMissing: true, detail: NO_SUCH_ROUTE_TEXT };
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether all ids in the path are well-formed. For a malformed id, servers that support the operation respond with the
 * same message as servers that do not.
 */
function hasWellFormedIds({ operation, target }: Call): boolean {
  const segments = (target.split('?', 1)[0] ?? '').split('/');
  const templateSegments = operation.path.split('/');
  return templateSegments.every(
    (name, index) => !name.startsWith('{') || name === '{workspace_slug}' || UUID.test(segments[index] ?? ''),
  );
}

/**
 * Whether the response proves that the server does not support the operation. The message alone is no proof: the
 * operation must be available only in the commercial edition, and all ids in the path must be well-formed.
 */
function provesUnsupported(call: Call, response: RawResponse): boolean {
  return (
    call.operation.edition === 'commercial' &&
    response.status === STATUS.notFound &&
    isNoSuchRoute(response) &&
    hasWellFormedIds(call)
  );
}

/**
 * Remembers unsupported operations. The middleware rejects a call of an unsupported operation with the ApiError
 * (`notFound`, `isRouteMissing`) that the server's response would cause.
 */
export class UnsupportedRoutes implements Disposable {
  readonly #unsupported: Set<OperationName>;
  readonly #detectedEmitter = new Emitter<OperationName>();

  /** Fires with the name of each operation that is detected to be unsupported. */
  readonly onDidFindUnsupported: Event<OperationName> = this.#detectedEmitter.event;

  readonly middleware: Middleware = (next) => async (call) => {
    if (this.#unsupported.has(call.name)) throw new ApiError(UNSUPPORTED_FAULT);
    const response = await next(call);
    if (provesUnsupported(call, response)) this.#markUnsupported(call.name);
    return response;
  };

  constructor(initial: Iterable<OperationName> = []) {
    this.#unsupported = new Set(initial);
  }

  /** The operations that are known to be unsupported. */
  get unsupported(): ReadonlySet<OperationName> {
    return this.#unsupported;
  }

  dispose(): void {
    this.#detectedEmitter.dispose();
  }

  #markUnsupported(name: OperationName): void {
    if (this.#unsupported.has(name)) return;
    this.#unsupported.add(name);
    this.#detectedEmitter.fire(name);
  }
}

// Detects operations that a server does not support, and then rejects them without a request.
import type { OperationName } from '../../contract/operations.ts';
import { STATUS } from '../../contract/status.ts';
import type { Disposable } from '../../std/disposable.ts';
import { Emitter, type Event } from '../../std/event.ts';
import { ApiError, type Fault } from '../apiError.ts';
import type { Call, Layer, RawAnswer } from '../call.ts';
import { isNoSuchRoute, NO_SUCH_ROUTE } from '../responses/readError.ts';

const LACKED: Fault = { kind: 'notFound', route: true, detail: NO_SUCH_ROUTE };
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether every id in the address is well formed. Servers that have the operation answer an id that is not with the
 * same message.
 */
function hasGoodIds({ operation, target }: Call): boolean {
  const segments = (target.split('?', 1)[0] ?? '').split('/');
  const names = operation.path.split('/');
  return names.every(
    (name, index) => !name.startsWith('{') || name === '{workspace_slug}' || ID.test(segments[index] ?? ''),
  );
}

/**
 * The message alone proves nothing: the table must mark the operation as missing on some servers, and the address must
 * be valid on the others.
 */
function provesLack(call: Call, answer: RawAnswer): boolean {
  return (
    call.operation.edition === 'commercial' &&
    answer.status === STATUS.notFound &&
    isNoSuchRoute(answer) &&
    hasGoodIds(call)
  );
}

/**
 * Remembers unsupported operations for its lifetime. A call of one throws an ApiError (`notFound` with `route`), as for
 * the server's first answer.
 */
export class UnsupportedRoutes implements Disposable {
  readonly #unsupported: Set<OperationName>;
  readonly #lacked = new Emitter<OperationName>();

  /** Fires with each operation that is detected to be unsupported. */
  readonly onDidFindUnsupported: Event<OperationName> = this.#lacked.event;

  readonly layer: Layer = (next) => async (call) => {
    if (this.#unsupported.has(call.name)) throw new ApiError(LACKED);
    const answer = await next(call);
    if (provesLack(call, answer)) this.#learn(call.name);
    return answer;
  };

  constructor(known: Iterable<OperationName> = []) {
    this.#unsupported = new Set(known);
  }

  /** The current set. */
  get unsupported(): ReadonlySet<OperationName> {
    return this.#unsupported;
  }

  dispose(): void {
    this.#lacked.dispose();
  }

  #learn(name: OperationName): void {
    if (this.#unsupported.has(name)) return;
    this.#unsupported.add(name);
    this.#lacked.fire(name);
  }
}

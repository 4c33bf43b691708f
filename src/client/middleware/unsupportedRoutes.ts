// Owns what a server's edition leaves out: found out once for each operation, then answered without asking.
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
 * Whether every id in the address is well formed. Servers that have the operation use the same words for an id that is
 * not.
 */
function hasGoodIds({ operation, target }: Call): boolean {
  const segments = (target.split('?', 1)[0] ?? '').split('/');
  const names = operation.path.split('/');
  return names.every(
    (name, index) => !name.startsWith('{') || name === '{workspace_slug}' || ID.test(segments[index] ?? ''),
  );
}

/**
 * The words alone prove nothing: the table must say that there are servers without the operation, and the address must
 * be one that the others know.
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
 * Remembers for as long as it lives. A call of an operation that is lacking throws `absent` with `route`, as the server
 * said it the first time.
 */
export class UnsupportedRoutes implements Disposable {
  readonly #lacking: Set<OperationName>;
  readonly #lacked = new Emitter<OperationName>();

  /** Fires with each operation that is found to be lacking. */
  readonly onDidLack: Event<OperationName> = this.#lacked.event;

  readonly layer: Layer = (next) => async (call) => {
    if (this.#lacking.has(call.name)) throw new ApiError(LACKED);
    const answer = await next(call);
    if (provesLack(call, answer)) this.#learn(call.name);
    return answer;
  };

  constructor(known: Iterable<OperationName> = []) {
    this.#lacking = new Set(known);
  }

  /** As it stands when it is read. */
  get lacking(): ReadonlySet<OperationName> {
    return this.#lacking;
  }

  dispose(): void {
    this.#lacked.dispose();
  }

  #learn(name: OperationName): void {
    if (this.#lacking.has(name)) return;
    this.#lacking.add(name);
    this.#lacked.fire(name);
  }
}

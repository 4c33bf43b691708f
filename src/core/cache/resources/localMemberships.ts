// Remembers the cycle and the module into which this window has moved a work item: servers do not send the cycle with a
// work item, and some do not send the module.
import { Emitter } from '../../../std/event.ts';
import { type ItemAddress, keyOf } from '../address.ts';

export type MembershipField = 'module' | 'cycle';

export class LocalMemberships {
  readonly #owners = new Map<string, string | null>();
  /** By module and work item: whether this window has added the work item to the module or removed it. */
  readonly #modules = new Map<string, boolean>();
  readonly #changed = new Emitter<ItemAddress>();

  /** Fires with a work item that this window has moved into or removed from a cycle or module. */
  readonly onDidChange = this.#changed.event;

  /**
   * Returns the id of the cycle or module into which this window has moved the work item; null if this window has
   * removed the work item from its cycle or module; undefined if this window has done neither.
   */
  get(field: MembershipField, address: ItemAddress): string | null | undefined {
    return this.#owners.get(`${field} ${keyOf(address)}`);
  }

  set(field: MembershipField, address: ItemAddress, owner: string | null): void {
    this.#owners.set(`${field} ${keyOf(address)}`, owner);
    this.#changed.fire(address);
  }

  /** Whether this window has added the work item to the module; undefined if it has neither added nor removed it. */
  isInModule(address: ItemAddress, module: string): boolean | undefined {
    return this.#modules.get(`${module} ${keyOf(address)}`);
  }

  setInModule(address: ItemAddress, module: string, isIn: boolean): void {
    this.#modules.set(`${module} ${keyOf(address)}`, isIn);
    this.#changed.fire(address);
  }
}

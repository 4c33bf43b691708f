// Reads the work items that match a query, for projects that have too many work items to read all of them.
import { type Fault, faultOf } from '../../../client/apiError.ts';
import type { CallOptions } from '../../../client/call.ts';
import { STATUS } from '../../../contract/status.ts';
import { definedFields } from '../../../std/objects/definedFields.ts';
import { keyOf } from '../address.ts';
import type { ItemRecord } from '../record.ts';
import { type IdPage, type ListSource, toIdPage } from './cachedList.ts';
import type { ItemListDeps } from './itemListSource.ts';
import type { ListKey } from './listKey.ts';

export interface QueriedItemsDeps extends Omit<ItemListDeps, 'lists'> {
  /** Whether the server is known to be an open-source server; undefined if that is unknown. */
  readonly isOpenSource: () => boolean | undefined;
  /** Returns the `order_by` of requests; undefined is the server's default order. */
  readonly order: () => string | undefined;
}

/** A query in Plane's query language (PQL), and a test that every work item in the response must pass. */
export interface ServerQuery {
  readonly pql: string;
  readonly matches: (item: ItemRecord) => boolean;
}

/**
 * Commercial servers filter by the query parameter `pql`. Open-source servers ignore it (up to 1.3) or reject it, so
 * every page is compared with the query. After the first page that contains a work item that does not match, no more
 * queries are sent in this session.
 */
export class QueriedItemSource implements ListSource {
  readonly #deps: QueriedItemsDeps;
  readonly #queries = new Map<string, ServerQuery>();
  #isUnsupported = false;

  constructor(deps: QueriedItemsDeps) {
    this.#deps = deps;
  }

  /**
   * Whether the server may support queries: false for an open-source server, and after the server has rejected or
   * ignored a query.
   */
  get isAvailable(): boolean {
    return !this.#isUnsupported && this.#deps.isOpenSource() !== true;
  }

  /** Returns the key of the list of a project's work items that match the query. */
  keyOf(project: string, query: ServerQuery): ListKey {
    const owner = `${project}/${encodeURIComponent(query.pql)}`;
    this.#queries.set(owner, query);
    return { of: 'foundItems', owner };
  }

  readonly fetch = async (
    owner: string,
    cursor: string | undefined,
    options: CallOptions | undefined,
  ): Promise<IdPage> => {
    const { listPage, storeRecords, confirmed, order } = this.#deps;
    const query = this.#queries.get(owner);
    if (query === undefined) throw new Error('unknown query');
    const project = owner.slice(0, owner.indexOf('/'));
    try {
      const parameters = definedFields({ pql: query.pql, order_by: order(), cursor });
      const page = await listPage(project, parameters, options);
      storeRecords(project, page.results);
      this.#isUnsupported ||= page.results.some(({ id }) => {
        const item = confirmed(keyOf({ project, id }));
        return item !== undefined && !query.matches(item);
      });
      return toIdPage(page);
    } catch (error) {
      this.#isUnsupported ||= isQueryRejection(faultOf(error));
      throw error;
    }
  };
}

/**
 * Whether the fault shows that the server rejects every query: status 400, or 402 if the workspace's plan does not
 * include queries.
 */
function isQueryRejection(fault: Fault): boolean {
  return fault.kind === 'rejected' && (fault.status === STATUS.badRequest || fault.status === STATUS.paymentRequired);
}

// Creates records for the contract suite, through the API alone, and deletes them at the end.
// The table determines how: by the POST of the collection in the path; otherwise the first record of its list is used.

import type { Operation } from '../../src/contract/operation.ts';
import { type OperationName, operationEntries, operations } from '../../src/contract/operations.ts';
import { filled, parametersOf, unknownIdFor } from './address.ts';
import type { Fields, Params } from './example.ts';
import { examples } from './examples.ts';
import { type Answer, ask, NotTested, type Setup } from './setup.ts';

interface Sent {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}
interface Made {
  readonly body: Fields | undefined;
  readonly answer: Answer;
}

export class World {
  readonly setup: Setup;
  /** Records that are created once and used by many rows, by their path. */
  readonly #shared = new Map<string, Promise<string>>();
  readonly #usual = new Map<OperationName, Promise<{ readonly params: Params; readonly body: Fields | undefined }>>();
  readonly #lacks = new Map<OperationName, Promise<boolean>>();
  /** What must be deleted at the end, oldest first. */
  readonly #made: (readonly [remover: OperationName, params: Params])[] = [];
  /** Distinguishes the names of this run from those of other runs, on a server that keeps its data. */
  readonly #run = Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .toUpperCase()
    .padStart(4, '0');
  #count = 0;
  #people: Promise<readonly string[]> | undefined;
  #person = 0;

  constructor(setup: Setup) {
    this.setup = setup;
  }

  /** Returns a name that no record has yet. */
  name(): string {
    return `Contract ${this.identifier()}`;
  }

  /** Returns at most twelve letters and digits that are not the identifier of a project yet. */
  identifier(): string {
    this.#count += 1;
    return `C${this.#run}${this.#count}`;
  }

  /** Returns the members of the workspace in turn, except the caller. */
  async someone(): Promise<string> {
    this.#people ??= this.#others();
    const people = await this.#people;
    this.#person += 1;
    const person = people[this.#person % people.length];
    if (person === undefined) throw new NotTested('inapplicable', 'the workspace has no other member');
    return person;
  }

  async #others(): Promise<string[]> {
    const me = this.idOf(await this.send('getCurrentUser', {}));
    const { body } = await this.send('listWorkspaceMembers', {});
    return recordsIn(body).flatMap(({ id }) => (typeof id === 'string' && id !== me ? [id] : []));
  }

  /** Returns the identifier of a work item, which consists of the identifier of its project and its number. */
  async identifierOfItem(): Promise<string> {
    const params = await this.params('getWorkItem');
    const project = (await this.send('getProject', params)).body as Fields;
    const item = (await this.send('getWorkItem', params)).body as Fields;
    return `${String(project['identifier'])}-${String(item['sequence_id'])}`;
  }

  /** Returns the id of a record in an answer, in whatever field it is. */
  idOf({ body }: Answer): string {
    const { id, asset_id } = body as Fields;
    if (typeof (id ?? asset_id) !== 'string') throw new Error(`There is no id in ${JSON.stringify(body)}`);
    return String(id ?? asset_id);
  }

  /** Creates a record in the shared parents, and returns its id. */
  async one(maker: OperationName): Promise<string> {
    return this.idOf((await this.#make(maker, await this.params(maker))).answer);
  }

  /**
   * Returns the path parameters of a row, and creates the records that the path names: shared by all rows or, for the
   * innermost or all of them, for this request alone.
   */
  async params(name: OperationName, own: 'nothing' | 'innermost' | 'all' = 'nothing'): Promise<Params> {
    const { path }: Operation = operations[name];
    const params: Record<string, string> = {
      workspace_slug: this.setup.workspace,
      ...(await examples[name].params?.(this)),
    };
    const missing = parametersOf(path).filter((parameter) => params[parameter] === undefined);
    for (const parameter of missing) {
      const fresh = own === 'all' || (own === 'innermost' && parameter === missing.at(-1));
      params[parameter] = await (fresh
        ? this.#thing(path, parameter, params)
        : this.#sharedThing(path, parameter, params));
    }
    return params;
  }

  /** Returns the path parameters of a valid request. A row that deletes a record gets its own record. */
  rightParams(name: OperationName): Promise<Params> {
    if (examples[name].alone === true) return this.params(name, 'all');
    return this.params(name, operations[name].method === 'DELETE' ? 'innermost' : 'nothing');
  }

  async body(name: OperationName, params: Params): Promise<Fields | undefined> {
    return await examples[name].body?.(this, params);
  }

  /**
   * Returns path parameters and a body for requests that must be rejected, the same each time. A record that is changed
   * is created for the row alone, so that a server that accepts an invalid change does not affect other rows.
   */
  usual(name: OperationName): Promise<{ readonly params: Params; readonly body: Fields | undefined }> {
    return remembered(this.#usual, name, async () => {
      const own = operations[name].method !== 'PATCH' ? 'nothing' : examples[name].alone === true ? 'all' : 'innermost';
      const params = await this.params(name, own);
      return { params, body: await this.body(name, params) };
    });
  }

  #sharedThing(path: string, parameter: string, params: Params): Promise<string> {
    const where = filled(path.slice(0, path.indexOf(`{${parameter}}`)), params);
    return remembered(this.#shared, `${where} ${parameter}`, () => this.#thing(path, parameter, params));
  }

  async #thing(path: string, parameter: string, params: Params): Promise<string> {
    const collection = path.slice(0, path.indexOf(`{${parameter}}`));
    const maker = rowAt('POST', collection);
    if (maker !== undefined) {
      const { body, answer } = await this.#make(maker, params);
      // The id of a record that is added to a collection is the one in the body.
      return operations[maker].returns.shape === 'array'
        ? String(Object.values(body ?? {}).flat()[0])
        : this.idOf(answer);
    }
    const lister = rowAt('GET', collection);
    if (lister === undefined) throw new Error(`Nothing in the table makes ${parameter} of ${path}`);
    const first = recordsIn((await this.send(lister, params)).body)[0];
    if (first === undefined) throw new NotTested('inapplicable', `${lister} gives nothing`);
    return String(first['id']);
  }

  async #make(maker: OperationName, params: Params): Promise<Made> {
    const body = await this.body(maker, params);
    const answer = await this.send(maker, params, { body });
    await examples[maker].after?.(this, params, answer);
    return { body, answer };
  }

  /** Adds records to a list until it contains `size`, if the table or the example defines how. */
  async fill(name: OperationName, params: Params, size: number): Promise<void> {
    const maker = rowAt('POST', operations[name].path);
    const { grow } = examples[name];
    const have = recordsIn((await this.send(name, params)).body).length;
    for (let more = have; more < size; more += 1) {
      if (grow !== undefined) await grow(this, params);
      else if (maker !== undefined) await this.#make(maker, params);
    }
  }

  /** Sends a request of a row with the setup's own credential, whatever the answer is. Remembers what it created. */
  async ask(name: OperationName, params: Params, sent: Sent = {}): Promise<Answer> {
    const row: Operation = operations[name];
    const answer = await ask(
      this.setup,
      row.method,
      filled(row.path, { workspace_slug: this.setup.workspace, ...params }),
      sent,
    );
    if (row.method === 'POST' && row.returns.shape === 'one' && answer.status < 300)
      this.#remember(row, params, answer);
    return answer;
  }

  /** Sends a request that must succeed. */
  async send(name: OperationName, params: Params, sent: Sent = {}): Promise<Answer> {
    const answer = await this.ask(name, params, sent);
    if (isLacking(answer)) throw new NotTested('inapplicable', `it takes ${name}, which the server lacks`);
    if (answer.status >= 400)
      throw new Error(`${name} was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Whether the server does not support the row. Sends one request, with ids of no records. */
  lacks(name: OperationName): Promise<boolean> {
    return remembered(this.#lacks, name, async () => {
      const { path, body }: Operation = operations[name];
      const params = Object.fromEntries(parametersOf(path).map((parameter) => [parameter, unknownIdFor(parameter)]));
      return isLacking(await this.ask(name, params, body === undefined ? {} : { body: {} }));
    });
  }

  /** Uploads a file to the object store with the credentials in the answer. */
  async upload({ body }: Answer, text: string): Promise<void> {
    const { upload_data } = body as {
      readonly upload_data: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
    };
    const form = new FormData();
    for (const [field, value] of Object.entries(upload_data.fields)) form.append(field, value);
    form.append('file', new Blob([text]), 'file');
    const answer = await this.setup.fetch(new URL(upload_data.url, this.setup.baseUrl).href, {
      method: 'POST',
      body: form,
    });
    if (!answer.ok) throw new Error(`The object store answered with ${answer.status} ${await answer.text()}`);
  }

  /**
   * Deletes what was created, newest first. What is in a project is deleted with it. Rejects at the end, with the paths
   * of records that could not be deleted.
   */
  async end(): Promise<void> {
    const left: string[] = [];
    for (const [remover, params] of this.#made.toReversed()) {
      const { status } = await this.ask(remover, params);
      if (status >= 400 && !(await this.#isGone(remover, params, status)))
        left.push(`${filled(operations[remover].path, params)} (${status})`);
    }
    if (left.length > 0) throw new Error(`Left behind: ${left.join(', ')}`);
  }

  /**
   * Whether the record is deleted: on a 404, and on a 403 if it cannot be read either, because open-source servers send
   * a 403 for a deleted project (API-FACTS J38).
   */
  async #isGone(remover: OperationName, params: Params, status: number): Promise<boolean> {
    if (status !== 403) return status === 404;
    const reader = rowAt('GET', operations[remover].path);
    return reader !== undefined && (await this.ask(reader, params)).status >= 400;
  }

  #remember({ path }: Operation, params: Params, answer: Answer): void {
    const remover = operationEntries.find(([, row]) => row.method === 'DELETE' && isMemberOf(row.path, path));
    const parameter = remover === undefined ? undefined : parametersOf(remover[1].path).at(-1);
    if (remover === undefined || parameter === undefined || path.includes('{project_id}')) return;
    this.#made.push([remover[0], { workspace_slug: this.setup.workspace, ...params, [parameter]: this.idOf(answer) }]);
  }
}

/** Returns the records of a list, with or without an envelope. */
export function recordsIn(body: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(body)) return body;
  return (body as { readonly results: Readonly<Record<string, unknown>>[] }).results;
}

/** Whether there is no such route, the feature is disabled or not paid for, or the route has another method. */
function isLacking({ status, body }: Answer): boolean {
  return (
    status === 402 ||
    status === 405 ||
    (status === 404 && (body as Fields | undefined)?.['error'] === 'Page not found.')
  );
}

function rowAt(method: Operation['method'], path: string): OperationName | undefined {
  return operationEntries.find(([, row]) => row.method === method && row.path === path)?.[0];
}

function isMemberOf(path: string, collection: string): boolean {
  return path.startsWith(collection) && /^\{\w+\}\/$/.test(path.slice(collection.length));
}

function remembered<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = make();
  known.set(key, made);
  return made;
}

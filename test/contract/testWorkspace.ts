// Creates records for the contract suite through the API, and deletes the records at the end. For the id in a path
// parameter, creates a record or, if there is no operation that does, uses the first record of the list.

import type { Operation } from '../../src/contract/operation.ts';
import { type OperationName, operationEntries, operations } from '../../src/contract/operations.ts';
import type { Fields, Params } from './example.ts';
import { examples } from './examples.ts';
import { parametersOf, pathWithParams, unknownIdFor } from './pathParameters.ts';
import { type ApiResponse, NotTestedError, type Setup, sendApiRequest } from './setup.ts';

interface RequestOptions {
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}
interface CreationResult {
  readonly body: Fields | undefined;
  readonly response: ApiResponse;
}

/** The workspace under test: sends requests, creates records, and deletes the created records at the end. */
export class TestWorkspace {
  readonly setup: Setup;
  /** The ids of records that the operations share, by the path of the collection and the name of the path parameter. */
  readonly #sharedIds = new Map<string, Promise<string>>();
  readonly #baseRequests = new Map<
    OperationName,
    Promise<{ readonly params: Params; readonly body: Fields | undefined }>
  >();
  readonly #unsupportedOperations = new Map<OperationName, Promise<boolean>>();
  /** The requests that delete the created records, in the order of creation. */
  readonly #deletions: (readonly [operation: OperationName, params: Params])[] = [];
  /** Part of all names, so that they differ from the names of earlier runs on a server that stores its data. */
  readonly #runId = Math.floor(Math.random() * 36 ** 4)
    .toString(36)
    .toUpperCase()
    .padStart(4, '0');
  #identifierCount = 0;
  #otherMemberIds: Promise<readonly string[]> | undefined;
  #memberIndex = 0;

  constructor(setup: Setup) {
    this.setup = setup;
  }

  /** Returns a new name, which no other record has. */
  name(): string {
    return `Contract ${this.identifier()}`;
  }

  /** Returns a new identifier of at most 12 letters and digits, which no other project has. */
  identifier(): string {
    this.#identifierCount += 1;
    return `C${this.#runId}${this.#identifierCount}`;
  }

  /** Resolves with the id of a workspace member who is not the caller. Each call returns the next member. */
  async otherMember(): Promise<string> {
    this.#otherMemberIds ??= this.#fetchOtherMemberIds();
    const memberIds = await this.#otherMemberIds;
    this.#memberIndex += 1;
    const memberId = memberIds[this.#memberIndex % memberIds.length];
    if (memberId === undefined) throw new NotTestedError('inapplicable', 'the workspace has no other member');
    return memberId;
  }

  async #fetchOtherMemberIds(): Promise<string[]> {
    const callerId = this.idInResponse(await this.send('getCurrentUser', {}));
    const { body } = await this.send('listWorkspaceMembers', {});
    return recordsIn(body).flatMap(({ id }) => (typeof id === 'string' && id !== callerId ? [id] : []));
  }

  /** Resolves with the identifier of the work item that the operations share, for example `WEB-28`. */
  async identifierOfItem(): Promise<string> {
    const params = await this.params('getWorkItem');
    const project = (await this.send('getProject', params)).body as Fields;
    const item = (await this.send('getWorkItem', params)).body as Fields;
    return `${String(project['identifier'])}-${String(item['sequence_id'])}`;
  }

  /** Returns the id of the record in a response, which is in the field `id` or `asset_id`. */
  idInResponse({ body }: ApiResponse): string {
    const { id, asset_id } = body as Fields;
    if (typeof (id ?? asset_id) !== 'string') throw new Error(`There is no id in ${JSON.stringify(body)}`);
    return String(id ?? asset_id);
  }

  /** Creates a record whose parents are shared records, and resolves with the id of the new record. */
  async createRecord(createOperation: OperationName): Promise<string> {
    return this.idInResponse((await this.#create(createOperation, await this.params(createOperation))).response);
  }

  /**
   * Creates the records in the path of an operation, and resolves with the path parameters. `ownRecords` selects the
   * records that only this call uses; the operations share all others.
   */
  async params(name: OperationName, ownRecords: 'none' | 'innermost' | 'all' = 'none'): Promise<Params> {
    const { path }: Operation = operations[name];
    const params: Record<string, string> = {
      workspace_slug: this.setup.workspace,
      ...(await examples[name].params?.(this)),
    };
    const missingParameters = parametersOf(path).filter((parameter) => params[parameter] === undefined);
    for (const parameter of missingParameters) {
      const isNew = ownRecords === 'all' || (ownRecords === 'innermost' && parameter === missingParameters.at(-1));
      params[parameter] = await (isNew
        ? this.#recordIdFor(path, parameter, params)
        : this.#sharedRecordIdFor(path, parameter, params));
    }
    return params;
  }

  /** Resolves with the path parameters of a valid request. An operation that deletes a record gets a new record. */
  validParams(name: OperationName): Promise<Params> {
    if (examples[name].needsOwnRecords === true) return this.params(name, 'all');
    return this.params(name, operations[name].method === 'DELETE' ? 'innermost' : 'none');
  }

  async body(name: OperationName, params: Params): Promise<Fields | undefined> {
    return await examples[name].body?.(this, params);
  }

  /**
   * Resolves with path parameters and a body for requests that a case then makes invalid by one modification. The
   * result is the same in each call. An operation that changes a record gets its own record, so that a server that
   * accepts an invalid change does not affect other operations.
   */
  validRequest(name: OperationName): Promise<{ readonly params: Params; readonly body: Fields | undefined }> {
    return getOrCreate(this.#baseRequests, name, async () => {
      const ownRecords =
        operations[name].method !== 'PATCH' ? 'none' : examples[name].needsOwnRecords === true ? 'all' : 'innermost';
      const params = await this.params(name, ownRecords);
      return { params, body: await this.body(name, params) };
    });
  }

  #sharedRecordIdFor(path: string, parameter: string, params: Params): Promise<string> {
    const collectionPath = pathWithParams(path.slice(0, path.indexOf(`{${parameter}}`)), params);
    return getOrCreate(this.#sharedIds, `${collectionPath} ${parameter}`, () =>
      this.#recordIdFor(path, parameter, params),
    );
  }

  async #recordIdFor(path: string, parameter: string, params: Params): Promise<string> {
    const collection = path.slice(0, path.indexOf(`{${parameter}}`));
    const createOperation = operationAt('POST', collection);
    if (createOperation !== undefined) {
      const { body, response } = await this.#create(createOperation, params);
      // An operation that adds an existing record returns an array. The id of the record is then in the request body.
      return operations[createOperation].returns.shape === 'array'
        ? String(Object.values(body ?? {}).flat()[0])
        : this.idInResponse(response);
    }
    const listOperation = operationAt('GET', collection);
    if (listOperation === undefined) throw new Error(`No operation creates or lists ${parameter} of ${path}`);
    const first = recordsIn((await this.send(listOperation, params)).body)[0];
    if (first === undefined) throw new NotTestedError('inapplicable', `${listOperation} returned no records`);
    return String(first['id']);
  }

  async #create(createOperation: OperationName, params: Params): Promise<CreationResult> {
    const body = await this.body(createOperation, params);
    const response = await this.send(createOperation, params, { body });
    await examples[createOperation].after?.(this, params, response);
    return { body, response };
  }

  /** Adds records to a list until it contains `size` records, if an operation or the example adds records. */
  async fillList(name: OperationName, params: Params, size: number): Promise<void> {
    const createOperation = operationAt('POST', operations[name].path);
    const { addRecord } = examples[name];
    const initialSize = recordsIn((await this.send(name, params)).body).length;
    for (let count = initialSize; count < size; count += 1) {
      if (addRecord !== undefined) await addRecord(this, params);
      else if (createOperation !== undefined) await this.#create(createOperation, params);
    }
  }

  /** Sends a request, whatever the response is. A created record is deleted at the end. */
  async sendUnchecked(name: OperationName, params: Params, options: RequestOptions = {}): Promise<ApiResponse> {
    const operation: Operation = operations[name];
    const response = await sendApiRequest(
      this.setup,
      operation.method,
      pathWithParams(operation.path, { workspace_slug: this.setup.workspace, ...params }),
      options,
    );
    if (operation.method === 'POST' && operation.returns.shape === 'one' && response.status < 300)
      this.#rememberForDeletion(operation, params, response);
    return response;
  }

  /** Sends a request. Rejects unless the response is a success or a redirect. */
  async send(name: OperationName, params: Params, options: RequestOptions = {}): Promise<ApiResponse> {
    const response = await this.sendUnchecked(name, params, options);
    if (isUnsupported(response))
      throw new NotTestedError('inapplicable', `the case needs ${name}, which the server does not support`);
    if (response.status >= 400)
      throw new Error(`The response to ${name} was ${response.status} ${JSON.stringify(response.body)}`);
    return response;
  }

  /** Whether the server does not support the operation. Sends one request, with ids of unknown records. */
  isUnsupportedOperation(name: OperationName): Promise<boolean> {
    return getOrCreate(this.#unsupportedOperations, name, async () => {
      const { path, body }: Operation = operations[name];
      const params = Object.fromEntries(parametersOf(path).map((parameter) => [parameter, unknownIdFor(parameter)]));
      return isUnsupported(await this.sendUnchecked(name, params, body === undefined ? {} : { body: {} }));
    });
  }

  /** Uploads a file to the object store with the upload credentials in the response. */
  async upload({ body }: ApiResponse, text: string): Promise<void> {
    const { upload_data } = body as {
      readonly upload_data: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
    };
    const form = new FormData();
    for (const [field, value] of Object.entries(upload_data.fields)) form.append(field, value);
    form.append('file', new Blob([text]), 'file');
    const response = await this.setup.fetch(new URL(upload_data.url, this.setup.baseUrl).href, {
      method: 'POST',
      body: form,
    });
    if (!response.ok) throw new Error(`The object store responded with ${response.status} ${await response.text()}`);
  }

  /**
   * Deletes the created records, newest first. Records of a project are deleted together with the project. Rejects if
   * records could not be deleted, with their paths in the message.
   */
  async deleteRecords(): Promise<void> {
    const failedDeletions: string[] = [];
    for (const [deleteOperation, params] of this.#deletions.toReversed()) {
      const { status } = await this.sendUnchecked(deleteOperation, params);
      if (status >= 400 && !(await this.#isDeleted(deleteOperation, params, status)))
        failedDeletions.push(`${pathWithParams(operations[deleteOperation].path, params)} (${status})`);
    }
    if (failedDeletions.length > 0) throw new Error(`Not deleted: ${failedDeletions.join(', ')}`);
  }

  /**
   * Whether the record had already been deleted, according to the response to its deletion: a 404, or a 403 if reading
   * the record fails as well, because open-source servers respond with 403 for a deleted project.
   */
  async #isDeleted(deleteOperation: OperationName, params: Params, status: number): Promise<boolean> {
    if (status !== 403) return status === 404;
    const getOperation = operationAt('GET', operations[deleteOperation].path);
    return getOperation !== undefined && (await this.sendUnchecked(getOperation, params)).status >= 400;
  }

  #rememberForDeletion({ path }: Operation, params: Params, response: ApiResponse): void {
    const deleteOperation = operationEntries.find(
      ([, operation]) => operation.method === 'DELETE' && isMemberOf(operation.path, path),
    );
    const parameter = deleteOperation === undefined ? undefined : parametersOf(deleteOperation[1].path).at(-1);
    if (deleteOperation === undefined || parameter === undefined || path.includes('{project_id}')) return;
    this.#deletions.push([
      deleteOperation[0],
      { workspace_slug: this.setup.workspace, ...params, [parameter]: this.idInResponse(response) },
    ]);
  }
}

/** Returns the records in the body of a list, with or without an envelope. */
export function recordsIn(body: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(body)) return body;
  return (body as { readonly results: Readonly<Record<string, unknown>>[] }).results;
}

/** Whether the response means that the server has no such route or method, or that its plan excludes the feature. */
function isUnsupported({ status, body }: ApiResponse): boolean {
  return (
    status === 402 ||
    status === 405 ||
    (status === 404 && (body as Fields | undefined)?.['error'] === 'Page not found.')
  );
}

function operationAt(method: Operation['method'], path: string): OperationName | undefined {
  return operationEntries.find(([, operation]) => operation.method === method && operation.path === path)?.[0];
}

function isMemberOf(path: string, collection: string): boolean {
  return path.startsWith(collection) && /^\{\w+\}\/$/.test(path.slice(collection.length));
}

function getOrCreate<K, V>(cache: Map<K, Promise<V>>, key: K, create: () => Promise<V>): Promise<V> {
  const cachedPromise = cache.get(key);
  if (cachedPromise !== undefined) return cachedPromise;
  const createdPromise = create();
  cache.set(key, createdPromise);
  return createdPromise;
}

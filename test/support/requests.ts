// Requests to a server that do not go through the extension, as another client sends them.

/** Where and as whom a request is sent. */
export interface ServerAccess {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly apiKey: string;
}

export type WireRecord = Readonly<Record<string, unknown>>;

/** A record, or one page of a list. */
type Answer = WireRecord & { readonly results?: readonly WireRecord[] };

/**
 * Sends a request. A path with a leading slash is relative to the server's URL, another one to the workspace's.
 * `key` is that of another user. Resolves with the body of the response, `undefined` if it is empty.
 * @throws if the status of the response is not 2xx
 */
export async function sendRequest<Body = Answer>(
  { baseUrl, workspace, apiKey }: ServerAccess,
  method: string,
  path: string,
  body?: unknown,
  key = apiKey,
): Promise<Body> {
  const response = await fetch(baseUrl + (path.startsWith('/') ? path : `/api/v1/workspaces/${workspace}/${path}`), {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const sent = body === undefined ? '' : `\n${JSON.stringify(body).slice(0, 300)}`;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}${sent}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** Reads a list page by page, and resolves with all of its records. */
export async function readList(server: ServerAccess, path: string): Promise<readonly WireRecord[]> {
  const records: WireRecord[] = [];
  for (let cursor = ''; ; ) {
    const page = await sendRequest(server, 'GET', `${path}?per_page=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    // Some lists of open-source servers have no pages.
    if (Array.isArray(page)) return page as readonly WireRecord[];
    records.push(...(page.results ?? []));
    if (page['next_page_results'] !== true) return records;
    cursor = String(page['next_cursor']);
  }
}

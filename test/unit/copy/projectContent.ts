// Reads the whole content of a project through the API, with names in place of ids, to compare two projects.
import { withAuthor } from '../../../src/copy/references.ts';
import { readList, type ServerAccess, sendRequest, type WireRecord } from '../../support/requests.ts';

type Row = Readonly<Record<string, unknown>>;

/** The content in an order that does not depend on ids or times. */
export interface ProjectContent {
  readonly states: readonly Row[];
  readonly labels: readonly Row[];
  readonly modules: readonly Row[];
  readonly cycles: readonly Row[];
  readonly items: readonly Row[];
}

const compareAsJson = (first: unknown, second: unknown): number =>
  JSON.stringify(first) < JSON.stringify(second) ? -1 : 1;

export async function readContent(server: ServerAccess, project: string): Promise<ProjectContent> {
  const path = `projects/${project}/`;
  const list = (name: string): Promise<readonly WireRecord[]> => readList(server, `${path}${name}/`);
  const items = await list('work-items');
  const [states, labels, modules, cycles, users] = await Promise.all([
    list('states'),
    list('labels'),
    list('modules'),
    list('cycles'),
    readList(server, 'members/'),
  ]);
  const nameIn =
    (records: readonly WireRecord[], field = 'name') =>
    (id: unknown): unknown =>
      id === null || id === undefined
        ? null
        : (records.find((record) => record['id'] === id)?.[field] ?? `? ${JSON.stringify(id)}`);
  const itemNumber = nameIn(items, 'sequence_id');
  const namesIn = (records: readonly WireRecord[], ids: unknown, field?: string): unknown[] =>
    (ids as unknown[]).map(nameIn(records, field)).sort(compareAsJson);
  const groupRow = async (group: WireRecord, itemsPath: string, fields: readonly string[]): Promise<Row> => ({
    ...pick(group, fields),
    items: (await list(itemsPath)).map((item) => item['sequence_id']).sort(compareAsJson),
  });
  const sortRows = <T>(rows: readonly T[]): T[] => [...rows].sort(compareAsJson);
  return {
    states: sortRows(
      states.map((state) => pick(state, ['name', 'color', 'group', 'default', 'sequence', 'description'])),
    ),
    labels: sortRows(
      labels.map((label) => ({
        ...pick(label, ['name', 'color', 'description']),
        parent: nameIn(labels)(label['parent']),
      })),
    ),
    modules: sortRows(
      await Promise.all(
        modules.map(async (module) => ({
          ...(await groupRow(module, `modules/${String(module['id'])}/module-issues`, [
            'name',
            'status',
            'description',
            'start_date',
            'target_date',
          ])),
          lead: nameIn(users, 'email')(module['lead']),
          members: namesIn(users, module['members'] ?? [], 'email'),
        })),
      ),
    ),
    cycles: sortRows(
      await Promise.all(
        cycles.map(async (cycle) => ({
          ...(await groupRow(cycle, `cycles/${String(cycle['id'])}/cycle-issues`, ['name', 'description'])),
          start: dateOf(cycle['start_date']),
          end: dateOf(cycle['end_date']),
        })),
      ),
    ),
    items: sortRows(
      await Promise.all(
        items.map(async (item) => {
          const itemPath = `work-items/${String(item['id'])}`;
          const relations = await sendRequest(server, 'GET', `${path}${itemPath}/relations/`);
          const [links, comments, attachments] = await Promise.all([
            list(`${itemPath}/links`),
            list(`${itemPath}/comments`),
            list(`${itemPath}/attachments`),
          ]);
          const htmlWithFileNames = (html: unknown): string => withFileNames(String(html), attachments);
          return {
            ...pick(item, ['sequence_id', 'name', 'priority', 'start_date', 'target_date', 'estimate_point']),
            html: htmlWithFileNames(item['description_html']),
            state: nameIn(states)(item['state']),
            assignees: namesIn(users, item['assignees'], 'email'),
            labels: namesIn(labels, item['labels']),
            parent: itemNumber(item['parent']),
            relations: Object.entries(relations).flatMap(([type, others]) =>
              (others as (string | WireRecord)[])
                .map((other) => [type, itemNumber(typeof other === 'string' ? other : other['issue_id'])])
                .sort(compareAsJson),
            ),
            links: sortRows(links.map((link) => pick(link, ['url', 'title']))),
            comments: sortRows(
              comments.map((comment) => ({
                html: htmlWithFileNames(comment['comment_html']),
                access: comment['access'],
              })),
            ),
            attachments: sortRows(
              await Promise.all(
                attachments.map(async (attachment) => ({
                  ...(attachment['attributes'] as Row),
                  content: await downloadContent(server, `${path}${itemPath}/attachments/${String(attachment['id'])}/`),
                })),
              ),
            ),
          };
        }),
      ),
    ),
  };
}

/** Reads the content that a copy must have if Ada has copied the project: comments of other users name their author. */
export async function expectedContent(
  source: ServerAccess,
  project: string,
  isCommunity: boolean,
): Promise<ProjectContent> {
  const content = await readContent(source, project);
  const comments = new Map<string, string>();
  const users = await readList(source, 'members/');
  for (const item of await readList(source, `projects/${project}/work-items/`)) {
    for (const comment of await readList(source, `projects/${project}/work-items/${String(item['id'])}/comments/`)) {
      const author = users.find(({ id }) => id === comment['actor']);
      const html = String(comment['comment_html']);
      if (author?.['email'] === 'ada@contrail.example') continue;
      comments.set(html, withAuthor(html, String(author?.['display_name']), String(comment['created_at'])));
    }
  }
  const items = content.items.map((item) => ({
    ...item,
    ...(isCommunity ? { estimate_point: null } : {}),
    comments: (item['comments'] as { html: string; access: string }[])
      .map(({ html, access }) => ({ html: comments.get(html) ?? html, access }))
      .sort(compareAsJson),
  }));
  return { ...content, items };
}

/** Returns the HTML with the name of each attachment in place of its id. */
function withFileNames(html: string, attachments: readonly WireRecord[]): string {
  return attachments.reduce(
    (text, { id, attributes }) => text.replaceAll(String(id), String((attributes as Row)['name'])),
    html,
  );
}

/** Open-source servers send a time instead of a date. */
function dateOf(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 10) : value;
}

function pick(record: WireRecord, fields: readonly string[]): Row {
  return Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));
}

/** Resolves with the content of the file as text. */
async function downloadContent({ baseUrl, workspace, apiKey }: ServerAccess, path: string): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/${path}`, {
    headers: { 'X-API-Key': apiKey },
    redirect: 'manual',
  });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`The server answered ${response.status} without a location`);
  return (await fetch(location)).text();
}

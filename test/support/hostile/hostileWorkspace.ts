// Fills a workspace with attacks in names and texts; a proxy adds attacks to user names.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerAccess, sendRequest } from '../requests.ts';
import { htmlAttacks, toNames } from './corpus.ts';
import { misleadingNames } from './misleading.ts';
import { ATTACKER_ORIGIN, COMMAND_LINK, markdownAttacks, ownAttacks } from './ownAttacks.ts';
import { publishedAttacks } from './publishedAttacks.ts';

const MAX_NAME_LENGTH = 255;
/**
 * Attacks after which a parser may treat the rest of a text as something other than markup. Only a few of these attacks
 * are combined in one text, so that they do not disable each other.
 */
const DISABLING_MARKUP =
  /<(?:plaintext|textarea|xmp|noembed|noframes|iframe|title|style|script|select|template|svg|math|noscript|frameset|object|!|\?)|<[^>]*$/i;
const PARALLEL_REQUESTS = 8;
export const STICKY_COUNT = 45;

/** A name with a command link, an icon and an HTML handler, for all places that show one line of text. */
export const HOSTILE_NAME = `[x](${COMMAND_LINK}) $(alert) <img src=x onerror=alert(1)>`;

/**
 * Fills an empty workspace. The work item `XSS-1` has comments, links, labels, attachments, and all attacks in its
 * description. The first initiative has epics, and the first customer has requests.
 */
export async function plantHostileWorkspace(planeServer: ServerAccess, attackerOrigin: string): Promise<void> {
  const createRecord = recordCreator(planeServer);
  const allNames = combinedNames(attackerOrigin);
  const names = everyNth(allNames, 8);
  const fewNames = [HOSTILE_NAME, ...everyNth(allNames, 60)];
  const { ordinaryTexts, disablingTexts } = combinedTexts(attackerOrigin);
  const texts = [...ordinaryTexts, ...disablingTexts];
  const project = await createRecord('projects/', { name: 'Hostile', identifier: 'XSS', description: names[0] });
  const projectPath = `projects/${project}/`;
  const state = await createRecord(`${projectPath}states/`, { name: HOSTILE_NAME, color: '#123456', group: 'started' });
  const labels = await mapInBatches(fewNames, (name) =>
    createRecord(`${projectPath}labels/`, { name, color: '#123456' }),
  );
  const { id: user } = await sendRequest<{ readonly id: string }>(planeServer, 'GET', '/api/v1/users/me/');
  const fields = { state, labels, assignees: [user] };
  const first = await createRecord(`${projectPath}work-items/`, {
    name: HOSTILE_NAME,
    ...fields,
    description_html: longText(attackerOrigin),
  });
  await mapInBatches(names, (name) =>
    createRecord(`${projectPath}work-items/`, { name, ...fields, description_html: `<p>${name}</p>` }),
  );
  const item = `${projectPath}work-items/${first}/`;
  await mapInBatches(texts, (comment_html) => createRecord(`${item}comments/`, { comment_html }));
  await mapInBatches(names.slice(0, 30), (title, index) =>
    createRecord(`${item}links/`, { title, url: `${attackerOrigin}/link/${index}` }),
  );
  await mapInBatches(fewNames, (name) => attach(planeServer, `${item}attachments/`, `${name}.txt`));
  await mapInBatches(names.slice(0, STICKY_COUNT), (name, index) =>
    createRecord('stickies/', { name, description_html: texts[2 * index] ?? '' }),
  );
  const epics = await mapInBatches(fewNames, (name, index) =>
    createRecord(`${projectPath}epics/`, { name, description_html: texts[index] ?? '' }),
  );
  for (const path of ['customers/', 'teamspaces/', 'initiatives/'])
    await mapInBatches(fewNames, (name) => createRecord(path, { name }));
  const initiative = await createRecord('initiatives/', { name: `First ${HOSTILE_NAME}` });
  await createRecord(`initiatives/${initiative}/epics/`, { epic_ids: epics });
  const customer = await createRecord('customers/', { name: `First ${HOSTILE_NAME}` });
  await mapInBatches(fewNames, (name, index) =>
    createRecord(`customers/${customer}/requests/`, { name, title: name, description_html: texts[index] ?? '' }),
  );
}

/** Returns every nth name. The result still has names of each kind of attack. */
function everyNth(names: readonly string[], n: number): string[] {
  return names.filter((_, index) => index % n === 0);
}

async function attach(planeServer: ServerAccess, path: string, name: string): Promise<void> {
  const text = 'Nothing but text.\n';
  const { upload_data: upload, asset_id: asset } = await sendRequest<{
    readonly asset_id: string;
    readonly upload_data: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
  }>(planeServer, 'POST', path, { name, type: 'text/plain', size: text.length });
  const form = new FormData();
  for (const [field, value] of Object.entries(upload.fields)) form.append(field, value);
  form.append('file', new Blob([text]), 'file');
  const response = await fetch(new URL(upload.url, planeServer.baseUrl), { method: 'POST', body: form });
  if (!response.ok) throw new Error(`The object store answered with ${response.status} ${await response.text()}`);
  await sendRequest(planeServer, 'PATCH', `${path}${asset}/`, { is_uploaded: true });
}

type CreateRecord = (path: string, body: unknown) => Promise<string>;

/** Returns a function that creates a record and resolves with the id of the record. */
function recordCreator(planeServer: ServerAccess): CreateRecord {
  return async (path, body) => (await sendRequest<{ readonly id: string }>(planeServer, 'POST', path, body)).id;
}

/**
 * Returns names with all attacks that are short enough for a name. Each Markdown attack and misleading name is a name;
 * the HTML attacks are combined, as many in one name as possible.
 */
function combinedNames(attackerOrigin: string): string[] {
  const singleAttacks = toNames([
    ...markdownAttacks().map((attack) => attack.replaceAll(ATTACKER_ORIGIN, attackerOrigin)),
    ...misleadingNames(),
  ]);
  const fitsInName = (text: string, attack: string): boolean => `${text} ${attack}`.length <= MAX_NAME_LENGTH;
  return [...singleAttacks, ...combine(toNames(htmlAttacks(attackerOrigin)), fitsInName, ' ')];
}

/** Distributes all HTML attacks over a few texts: up to 24 attacks in a text, or 6 that can disable each other. */
function combinedTexts(attackerOrigin: string): {
  readonly ordinaryTexts: string[];
  readonly disablingTexts: string[];
} {
  const attacks = htmlAttacks(attackerOrigin);
  const combineUpTo = (maxCount: number, attacksToCombine: readonly string[]): string[] =>
    combine(attacksToCombine, (_, __, count) => count < maxCount, '\n');
  return {
    ordinaryTexts: combineUpTo(
      24,
      attacks.filter((attack) => !DISABLING_MARKUP.test(attack)),
    ),
    disablingTexts: combineUpTo(
      6,
      attacks.filter((attack) => DISABLING_MARKUP.test(attack)),
    ),
  };
}

/**
 * Returns one text with all HTML attacks except the `DISABLING_MARKUP` ones. Our own attacks come first because they close
 * their elements: the editor treats everything after an unclosed element as content of this element.
 */
function longText(attackerOrigin: string): string {
  const attacks = [...ownAttacks(), ...publishedAttacks()].filter((attack) => !DISABLING_MARKUP.test(attack));
  return attacks.map((attack) => attack.replaceAll(ATTACKER_ORIGIN, attackerOrigin)).join('\n');
}

/** Joins attacks to texts: adds an attack to the last text if `fits` returns true, and otherwise starts a new text. */
function combine(
  attacks: readonly string[],
  fits: (text: string, attack: string, count: number) => boolean,
  separator: string,
): string[] {
  const texts: { text: string; count: number }[] = [];
  for (const attack of attacks) {
    const last = texts.at(-1);
    if (last !== undefined && fits(last.text, attack, last.count)) {
      last.text += separator + attack;
      last.count += 1;
    } else texts.push({ text: attack, count: 1 });
  }
  return texts.map(({ text }) => text);
}

async function mapInBatches<From, To>(
  values: readonly From[],
  convert: (value: From, index: number) => Promise<To>,
): Promise<To[]> {
  const results: To[] = [];
  for (let start = 0; start < values.length; start += PARALLEL_REQUESTS) {
    const batch = values.slice(start, start + PARALLEL_REQUESTS);
    results.push(...(await Promise.all(batch.map((value, index) => convert(value, start + index)))));
  }
  return results;
}

export interface HostileProxy extends AsyncDisposable {
  readonly url: string;
}

/**
 * Starts a proxy that replaces the names of users and of the project in the server's responses by attacks, which the
 * server itself would reject.
 */
export async function openHostileProxy(target: string): Promise<HostileProxy> {
  const replaceName = (key: string, value: unknown): unknown => {
    if (/^(?:display_name|first_name|last_name|email)$/.test(key) && typeof value === 'string')
      return `${HOSTILE_NAME} ${key}`;
    return key === 'name' && value === 'Hostile' ? HOSTILE_NAME : value;
  };
  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    const { method = 'GET', url = '' } = incoming;
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const serverResponse = await fetch(target + url, {
      method,
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...body,
    });
    const type = serverResponse.headers.get('content-type') ?? '';
    const text = await serverResponse.text();
    const hostileText = type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text, replaceName)) : text;
    response.writeHead(serverResponse.status, { 'content-type': type }).end(hostileText);
  };
  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// A workspace in which every name and text is an attack, and a proxy that turns the names of users
// into attacks too.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asNames, htmlAttacks, textAttacks } from './corpus.ts';
import { knownAttacks } from './known.ts';
import { COMMAND, ELSEWHERE, madeAttacks, markdownAttacks } from './made.ts';
import { misleadingNames } from './misleading.ts';

const LONGEST_NAME = 255;
/**
 * Attacks that swallow the text after them, or start a section in which later markup has no effect: only a few of them
 * share a text.
 */
const SWALLOWING =
  /<(?:plaintext|textarea|xmp|noembed|noframes|iframe|title|style|script|select|template|svg|math|noscript|frameset|object|!|\?)|<[^>]*$/i;
const AT_ONCE = 8;

/** A name that contains everything that a single-line place could be made to execute. */
export const NAME = `[x](${COMMAND}) $(alert) <img src=x onerror=alert(1)>`;

interface Reached {
  readonly baseUrl: string;
  readonly workspace: string;
  readonly apiKey: string;
}

export interface HostileWorld {
  readonly identifier: 'XSS';
  readonly items: number;
  readonly comments: number;
  readonly attacks: number;
}

/** Fills an empty workspace. `XSS-1` has every kind of content. */
export async function plantHostileWorld(planeServer: Reached, elsewhere: string): Promise<HostileWorld> {
  const send = sender(planeServer);
  const names = packedNames(elsewhere);
  const { quiet, swallowing } = packedTexts(elsewhere);
  const texts = [...quiet, ...swallowing];
  const project = await send('projects/', { name: 'Hostile', identifier: 'XSS', description: names[0] });
  const at = `projects/${project}/`;
  const few = names.slice(0, 60);
  const state = await send(`${at}states/`, { name: NAME, color: '#123456', group: 'started' });
  await each(few.slice(0, 10), (name) => send(`${at}states/`, { name, color: '#123456', group: 'unstarted' }));
  const labels = await each(few, (name) => send(`${at}labels/`, { name, color: '#123456' }));
  const caller = await me(planeServer);
  const about = { state, labels, assignees: [caller] };
  const first = await send(`${at}work-items/`, {
    name: NAME,
    ...about,
    description_html: oneText(elsewhere),
  });
  await each(names, (name, index) =>
    send(`${at}work-items/`, {
      name,
      ...about,
      labels: labels.slice(index % 50, (index % 50) + 3),
      description_html: texts[index] ?? `<p>${name}</p>`,
    }),
  );
  const item = `${at}work-items/${first}/`;
  await each(texts, (comment_html) => send(`${item}comments/`, { comment_html }));
  await each(few.slice(0, 30), (title, index) => send(`${item}links/`, { title, url: `${elsewhere}/link/${index}` }));
  await each(few, (name, index) => send('stickies/', { name, description_html: texts[index] ?? '' }));
  await each(few.slice(0, 20), (name) => send('customers/', { name }));
  await each(few.slice(0, 20), (name) => send('teamspaces/', { name }));
  await each(few.slice(0, 20), (name) => send('initiatives/', { name }));
  await each(few.slice(0, 20), (name) => send('initiatives/labels/', { name }));
  return { identifier: 'XSS', items: names.length + 1, comments: texts.length, attacks: textAttacks(elsewhere).length };
}

/**
 * Creates what `plantHostileWorld` leaves out: cycles, epics, initiatives with epics, customers with requests and
 * properties, and files at `XSS-1`.
 */
export async function plantHostileRecords(planeServer: Reached, elsewhere: string): Promise<void> {
  const send = sender(planeServer);
  const names = [NAME, ...packedNames(elsewhere).slice(0, 15)];
  const texts = packedTexts(elsewhere).quiet;
  const { id, project } = await ask<{ readonly id: string; readonly project: string }>(
    planeServer,
    'GET',
    'work-items/XSS-1/',
  );
  const at = `projects/${project}/`;
  const cycles = await each(names, (name) => send(`${at}cycles/`, { name, description: name, project_id: project }));
  await send(`${at}cycles/${cycles[0]}/cycle-issues/`, { issues: [id] });
  const epics = await each(names, (name, index) => send(`${at}epics/`, { name, description_html: texts[index] ?? '' }));
  const initiative = await send('initiatives/', { name: `First ${NAME}` });
  await send(`initiatives/${initiative}/epics/`, { epic_ids: epics });
  const customer = await send('customers/', { name: `First ${NAME}` });
  await each(names, (name, index) =>
    send(`customers/${customer}/requests/`, { name, title: name, description_html: texts[index] ?? '' }),
  );
  await each(names, (name) =>
    send('customer-properties/', { display_name: name, description: name, property_type: 'TEXT' }),
  );
  await each(names, (name) => attach(planeServer, `${at}work-items/${id}/attachments/`, `${name}.txt`));
}

async function attach(planeServer: Reached, path: string, name: string): Promise<void> {
  const text = 'Nothing but text.\n';
  const { upload_data: upload, asset_id: asset } = await ask<{
    readonly asset_id: string;
    readonly upload_data: { readonly url: string; readonly fields: Readonly<Record<string, string>> };
  }>(planeServer, 'POST', path, { name, type: 'text/plain', size: text.length });
  const form = new FormData();
  for (const [field, value] of Object.entries(upload.fields)) form.append(field, value);
  form.append('file', new Blob([text]), 'file');
  const answer = await fetch(new URL(upload.url, planeServer.baseUrl), { method: 'POST', body: form });
  if (!answer.ok) throw new Error(`The object store answered with ${answer.status} ${await answer.text()}`);
  await ask(planeServer, 'PATCH', `${path}${asset}/`, { is_uploaded: true });
}

type Send = (path: string, body: unknown) => Promise<string>;

/** Returns a function that creates a record and resolves with its id. */
function sender(planeServer: Reached): Send {
  return async (path, body) => (await ask<{ readonly id: string }>(planeServer, 'POST', path, body)).id;
}

async function ask<Answer>(
  { baseUrl, workspace, apiKey }: Reached,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/${path}`, {
    method,
    headers: { 'X-API-Key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${path} was answered with ${answer.status}: ${text}\n${JSON.stringify(body).slice(0, 300)}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/**
 * Returns each attack that is short enough for a name: the Markdown attacks one by one, the others as many in one name
 * as fit.
 */
function packedNames(elsewhere: string): string[] {
  const single = asNames([
    ...markdownAttacks().map((one) => one.replaceAll(ELSEWHERE, elsewhere)),
    ...misleadingNames(),
  ]);
  return [
    ...single,
    ...packed(asNames(htmlAttacks(elsewhere)), (text, more) => `${text} ${more}`.length <= LONGEST_NAME, ' '),
  ];
}

/**
 * Returns each attack by HTML, combined into texts that are small enough for none to hide the others from the parser.
 */
function packedTexts(elsewhere: string): { readonly quiet: string[]; readonly swallowing: string[] } {
  const attacks = htmlAttacks(elsewhere);
  const inTexts = (some: readonly string[], most: number): string[] =>
    packed(some, (_, __, count) => count < most, '\n');
  return {
    quiet: inTexts(
      attacks.filter((one) => !SWALLOWING.test(one)),
      24,
    ),
    swallowing: inTexts(
      attacks.filter((one) => SWALLOWING.test(one)),
      6,
    ),
  };
}

/**
 * Returns one text with all attacks that do not swallow what follows. The attacks defined here come first, because they
 * close what they open: if an attack does not, the editor keeps everything after it as a part of it.
 */
function oneText(elsewhere: string): string {
  const quiet = [...madeAttacks(), ...knownAttacks()].filter((one) => !SWALLOWING.test(one));
  return quiet.map((one) => one.replaceAll(ELSEWHERE, elsewhere)).join('\n');
}

function packed(
  attacks: readonly string[],
  fits: (text: string, more: string, count: number) => boolean,
  between: string,
): string[] {
  const texts: { text: string; count: number }[] = [];
  for (const attack of attacks) {
    const last = texts.at(-1);
    if (last !== undefined && fits(last.text, attack, last.count)) {
      last.text += between + attack;
      last.count += 1;
    } else texts.push({ text: attack, count: 1 });
  }
  return texts.map(({ text }) => text);
}

async function each<From, To>(all: readonly From[], make: (one: From, index: number) => Promise<To>): Promise<To[]> {
  const made: To[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    made.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map((one, index) => make(one, from + index)))));
  }
  return made;
}

async function me({ baseUrl, apiKey }: Reached): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/users/me/`, { headers: { 'X-API-Key': apiKey } });
  return ((await answer.json()) as { readonly id: string }).id;
}

export interface HostileProxy extends AsyncDisposable {
  readonly url: string;
}

/**
 * Forwards requests to the server. In the answers, the names of users and of the project are replaced by attacks that a
 * correct server would reject.
 */
export async function openHostileProxy(target: string): Promise<HostileProxy> {
  const renamed = (key: string, value: unknown): unknown => {
    if (/^(?:display_name|first_name|last_name|email)$/.test(key) && typeof value === 'string') return `${NAME} ${key}`;
    return key === 'name' && value === 'Hostile' ? NAME : value;
  };
  const forward = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
    const { method = 'GET', url = '' } = incoming;
    const body = parts.length === 0 ? {} : { body: Buffer.concat(parts) };
    const answer = await fetch(target + url, {
      method,
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...body,
    });
    const type = answer.headers.get('content-type') ?? '';
    const text = await answer.text();
    const told = type.includes('json') && text !== '' ? JSON.stringify(JSON.parse(text, renamed)) : text;
    response.writeHead(answer.status, { 'content-type': type }).end(told);
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

// Tests that a page lists, attaches, downloads and deletes files, and shows pictures.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChosenFile } from '../../../src/pages/discussion/deps.ts';
import { settled } from '../../support/clock.ts';
import { answered, requestTo } from '../../support/faultProxy.ts';
import { createSetup, openPage, type Page, type Setup, WEB_1 } from '../../support/pageSetup.ts';
import { sample } from '../../support/testServer.ts';
import { deferred } from '../std/deferred.ts';

const KEYS = sample.attachment('keys.txt');
const lists = requestTo('GET', '/attachments/');
const credentials = requestTo('POST', '/attachments/');
const toStore = requestTo('POST', '/uploads');
/** The smallest valid PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let setup: Setup;
beforeEach(async () => {
  setup = await createSetup();
});
afterEach(() => setup[Symbol.asyncDispose]());

const files = (page: Page) => {
  const { discussion } = page.model;
  if (discussion === undefined) throw new Error('no files are shown');
  return discussion.attachments;
};
const names = (page: Page) => files(page).items.map(({ name }) => name);

function buffer(content: string | Uint8Array): ArrayBuffer {
  return new Uint8Array(Buffer.from(content)).buffer;
}

async function listed(): Promise<Page> {
  const page = await openPage(setup);
  await setup.whileTimePasses(page.send({ type: 'showAttachments' }));
  await settled();
  return page;
}

async function attach(page: Page, name: string, content: string | Uint8Array = 'some text', type = 'text/plain') {
  const answer = await setup.whileTimePasses(
    page.send({ type: 'attachBytes', name, mediaType: type, bytes: buffer(content) }),
  );
  await settled();
  return answer;
}

function chosen(name: string, content: string): ChosenFile {
  const bytes = Buffer.from(content);
  return {
    name,
    size: bytes.length,
    read: async function* () {
      yield bytes;
    },
  };
}

describe('The file section', () => {
  it('lists the files when it becomes visible, and not before', async () => {
    using page = await openPage(setup);
    expect(files(page).status).toBe('unread');
    expect(setup.proxy.requestsTo(lists)).toHaveLength(0);
    await setup.whileTimePasses(page.send({ type: 'showAttachments' }));
    await settled();
    expect(setup.proxy.requestsTo(lists)).toHaveLength(1);
    expect(files(page)).toMatchObject({ status: 'ready', more: false, uploads: [] });
    expect(files(page).items.find(({ name }) => name === 'keys.txt')).toMatchObject({
      id: KEYS,
      size: '44 bytes',
      author: 'Ada Park',
      isPicture: false,
      opens: true,
    });
    expect(names(page)).not.toContain('never-arrived.txt');
  });

  it('shows the reason when the files cannot be listed', async () => {
    setup.proxy.inject(lists, answered(403, { error: 'No' }));
    using page = await listed();
    expect(files(page)).toMatchObject({
      status: 'failed',
      problem: { message: "You don't have permission to do this (No)." },
    });
  });

  it('attaches pasted content and answers with its id', async () => {
    using page = await listed();
    const { asset, problem } = await attach(page, 'notes.txt', 'Notes.');
    expect(problem).toBeUndefined();
    expect(files(page).items.find(({ id }) => id === asset)).toMatchObject({ name: 'notes.txt', size: '6 bytes' });
    expect(files(page).uploads).toEqual([]);
    await page.send({ type: 'openAttachment', id: asset ?? '' });
    expect(page.machine.written).toEqual([{ name: 'notes.txt', text: 'Notes.' }]);
  });

  it('attaches local files with the type of their extension', async () => {
    using page = await listed();
    page.machine.chosen = [chosen('a.csv', 'x,y\n'), chosen('b.unheard-of', '?')];
    const { problem } = await setup.whileTimePasses(page.send({ type: 'attachFiles' }));
    await settled();
    expect(problem).toBeUndefined();
    expect(names(page)).toEqual(expect.arrayContaining(['a.csv', 'b.unheard-of']));
    expect(setup.proxy.requestsTo(credentials).map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'text/csv' },
      { type: 'application/octet-stream' },
    ]);
  });

  it('shows the progress of an upload, which can be canceled', async () => {
    using page = await listed();
    const release = deferred<void>();
    setup.proxy.inject(toStore, { kind: 'held', until: release.promise });
    const attaching = page.send({
      type: 'attachBytes',
      name: 'large.txt',
      mediaType: 'text/plain',
      bytes: buffer('x'.repeat(300_000)),
    });
    await setup.proxy.until(toStore);
    await page.until((model) => model.discussion?.attachments.uploads[0]?.part === 1);
    const [upload] = files(page).uploads;
    expect(upload).toMatchObject({ name: 'large.txt', progress: '293 kB of 293 kB' });
    await page.send({ type: 'cancelUpload', id: upload?.id ?? '' });
    expect(await setup.whileTimePasses(attaching)).not.toHaveProperty('problem');
    await settled();
    release.resolve();
    expect(files(page).uploads).toEqual([]);
    expect(names(page)).not.toContain('large.txt');
    const other = setup.otherStore();
    await other.attachments.list(WEB_1).read();
    expect(other.attachments.list(WEB_1).state.ids).toHaveLength(2);
  });

  it('shows the reason in the row of a failed upload, which can be retried', async () => {
    using page = await listed();
    setup.proxy.inject(credentials, answered(400, { error: 'Invalid file type.', status: false }), 1);
    const { problem } = await attach(page, 'notes.txt');
    expect(problem).toBe('notes.txt was not attached. The server rejected the request (Invalid file type).');
    const [upload] = files(page).uploads;
    expect(upload).toMatchObject({
      name: 'notes.txt',
      problem: 'The server rejected the request (Invalid file type).',
    });
    await setup.whileTimePasses(page.send({ type: 'retryUpload', id: upload?.id ?? '' }));
    await settled();
    expect(files(page).uploads).toEqual([]);
    expect(names(page)).toContain('notes.txt');
  });

  it('attaches a file once when it is retried after its response was lost', async () => {
    using page = await listed();
    setup.proxy.inject((method, path) => method !== 'GET' && /attachments\/[^/]+\/$/.test(path), { kind: 'lost' });
    setup.proxy.inject(requestTo('DELETE', ''), { kind: 'closed' });
    await attach(page, 'notes.txt');
    const [upload] = files(page).uploads;
    expect(upload?.problem).toContain('The file may already be attached. If you try again, Contrail removes it first');
    setup.proxy.heal();
    await setup.whileTimePasses(page.send({ type: 'retryUpload', id: upload?.id ?? '' }));
    const other = setup.otherStore();
    await other.attachments.list(WEB_1).read();
    const there = other.attachments.list(WEB_1).state.ids.map((id) => other.attachments.get(id)?.attributes?.name);
    expect(there.filter((name) => name === 'notes.txt')).toHaveLength(1);
  });

  it('shows the size limit after the server rejected a larger file', async () => {
    using page = await listed();
    const { problem } = await attach(page, 'film.txt', 'x'.repeat(6 * 1024 * 1024));
    expect(problem).toBe('film.txt was not attached. The file is too large. The server accepts files up to 5 MB.');
    expect(files(page).largest).toBe('5 MB');
    await page.send({ type: 'cancelUpload', id: files(page).uploads[0]?.id ?? '' });
    await settled();
    expect(files(page).uploads).toEqual([]);
  });

  it('does not attach an empty file', async () => {
    using page = await listed();
    expect((await attach(page, 'empty.txt', '')).problem).toBe('empty.txt is empty, so there is nothing to attach.');
    expect(setup.proxy.requestsTo(credentials)).toHaveLength(0);
  });

  it('downloads a file to the chosen location and shows errors of the disk', async () => {
    using page = await listed();
    await page.send({ type: 'saveAttachment', id: KEYS });
    expect(page.machine.written).toEqual([{ name: 'keys.txt', text: 'Arrows move, Enter opens, Escape goes back.\n' }]);
    page.machine.refusal = 'The file could not be written: no space';
    expect((await page.send({ type: 'saveAttachment', id: KEYS })).problem).toBe(
      'The file could not be written: no space',
    );
  });

  it('removes a deleted file, also when the response to the deletion is lost', async () => {
    using page = await listed();
    setup.proxy.inject(requestTo('DELETE', `/attachments/${KEYS}/`), { kind: 'lost' }, 1);
    const { problem } = await setup.whileTimePasses(page.send({ type: 'deleteAttachment', id: KEYS }));
    await settled();
    expect(problem).toBeUndefined();
    expect(names(page)).toEqual(['columns.csv']);
  });

  it('completes an upload after the page was closed, and reports its failure in the editor', async () => {
    const page = await listed();
    const release = deferred<void>();
    setup.proxy.inject(toStore, { kind: 'held', until: release.promise }, 1);
    const attaching = page
      .send({ type: 'attachBytes', name: 'late.txt', mediaType: 'text/plain', bytes: buffer('late') })
      .catch(() => undefined);
    await setup.proxy.until(toStore);
    setup.proxy.inject(requestTo('PATCH', '/'), answered(403, { error: 'No' }));
    page.conversation.dispose();
    release.resolve();
    await setup.whileTimePasses(attaching);
    await settled();
    expect(page.machine.shown).toEqual(["late.txt was not attached. You don't have permission to do this (No)."]);
  });
});

describe('A picture', () => {
  it('is returned as bytes with the type of the bytes, and downloaded once', async () => {
    using page = await listed();
    const { asset = '' } = await attach(page, 'dot.png', PNG, 'image/png');
    const first = await page.send({ type: 'picture', source: asset, outside: false });
    expect(first.picture?.type).toBe('image/png');
    expect(Buffer.from(first.picture?.bytes ?? []).equals(PNG)).toBe(true);
    const asked = setup.proxy.requests.length;
    await page.send({ type: 'picture', source: asset, outside: false });
    expect(setup.proxy.requests).toHaveLength(asked);
  });

  it('of an unsupported type is not returned, whatever its name is', async () => {
    using page = await listed();
    const { asset = '' } = await attach(
      page,
      'sly.png',
      '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      'image/png',
    );
    const { picture, problem } = await page.send({ type: 'picture', source: asset, outside: false });
    expect(picture).toBeUndefined();
    expect(problem).toBe('This picture type is not supported (PNG, JPEG, GIF, WebP and AVIF are).');
  });

  it('that does not exist is reported', async () => {
    using page = await listed();
    const { problem } = await page.send({ type: 'picture', source: crypto.randomUUID(), outside: false });
    expect(problem).toBe('It does not exist, or you have no access to it.');
  });

  it('outside of the server is requested without credentials', async () => {
    using page = await listed();
    const elsewhere = requestTo('GET', '/elsewhere.png');
    setup.proxy.inject(elsewhere, answered(302, ''));
    const { picture, problem } = await page.send({
      type: 'picture',
      source: `${setup.proxy.url}/elsewhere.png`,
      outside: true,
    });
    expect(picture).toBeUndefined();
    expect(problem).toMatch(/redirects to another address/);
    const [asked] = setup.proxy.requestsTo(elsewhere);
    expect(Object.keys(asked?.headers ?? {}).filter((name) => /key|auth|cookie/.test(name))).toEqual([]);
    expect((await page.send({ type: 'picture', source: 'file:///etc/passwd', outside: true })).problem).toContain(
      'Only http and https addresses',
    );
  });
});

describe('The file section on an open-source server', () => {
  it('lists, attaches and deletes files', async () => {
    await using other = await createSetup('community');
    using page = await openPage(other);
    await other.whileTimePasses(page.send({ type: 'showAttachments' }));
    const bytes = buffer('Notes.');
    const { asset = '' } = await other.whileTimePasses(
      page.send({ type: 'attachBytes', name: 'notes.txt', mediaType: 'text/plain', bytes }),
    );
    await settled();
    expect(names(page)).toEqual(expect.arrayContaining(['keys.txt', 'notes.txt']));
    await other.whileTimePasses(page.send({ type: 'deleteAttachment', id: asset }));
    await settled();
    expect(names(page)).not.toContain('notes.txt');
  });
});

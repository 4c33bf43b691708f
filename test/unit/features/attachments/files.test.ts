// Tests that a page lists, attaches, downloads and deletes files, and shows pictures.
import { describe, expect, it } from 'vitest';
import type { ChosenFile } from '../../../../src/shell/sections/sectionDeps.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { createSetup, openPage, type Page, WEB_1 } from '../../../support/pageSetup.ts';
import { sample } from '../../../support/testServer.ts';
import { deferred } from '../../std/deferred.ts';

const KEYS_FILE_ID = sample.attachment('keys.txt');
const isAttachmentsRead = matchRequest('GET', '/attachments/');
const isUploadCredentialsRequest = matchRequest('POST', '/attachments/');
const isStorageUpload = matchRequest('POST', '/uploads');
/** The smallest valid PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const setup = forEachTest(createSetup);

const attachmentsOf = (page: Page) => {
  const { discussion } = page.model;
  if (discussion === undefined) throw new Error('no files are shown');
  return discussion.attachments;
};
const fileNames = (page: Page) => attachmentsOf(page).items.map(({ name }) => name);

function bufferOf(content: string | Uint8Array): ArrayBuffer {
  return new Uint8Array(Buffer.from(content)).buffer;
}

async function openFileSection(): Promise<Page> {
  const page = await openPage(setup);
  await setup.whileTimePasses(page.send({ type: 'showAttachments' }));
  await flushPromises();
  return page;
}

async function attach(page: Page, name: string, content: string | Uint8Array = 'some text', type = 'text/plain') {
  const answer = await setup.whileTimePasses(
    page.send({ type: 'attachBytes', name, mediaType: type, bytes: bufferOf(content) }),
  );
  await flushPromises();
  return answer;
}

function chosenFile(name: string, content: string): ChosenFile {
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
  it('requests the list of files only when the section becomes visible', async () => {
    using page = await openPage(setup);
    expect(attachmentsOf(page).status).toBe('notLoaded');
    expect(setup.proxy.matchingRequests(isAttachmentsRead)).toHaveLength(0);
    await setup.whileTimePasses(page.send({ type: 'showAttachments' }));
    await flushPromises();
    expect(setup.proxy.matchingRequests(isAttachmentsRead)).toHaveLength(1);
    expect(attachmentsOf(page)).toMatchObject({ status: 'ready', more: false, uploads: [] });
    expect(attachmentsOf(page).items.find(({ name }) => name === 'keys.txt')).toMatchObject({
      id: KEYS_FILE_ID,
      size: '44 bytes',
      author: 'Ada Park',
      isPicture: false,
      canBeOpened: true,
    });
    expect(fileNames(page)).not.toContain('never-arrived.txt');
  });

  it('shows the reason when the files cannot be listed', async () => {
    setup.proxy.inject(isAttachmentsRead, answerWith(403, { error: 'No' }));
    using page = await openFileSection();
    expect(attachmentsOf(page)).toMatchObject({
      status: 'failed',
      problem: { message: "You don't have permission to do this (No)." },
    });
  });

  it('attaches pasted content and sends the id of the file to the page', async () => {
    using page = await openFileSection();
    const { asset, problem } = await attach(page, 'notes.txt', 'Notes.');
    expect(problem).toBeUndefined();
    expect(attachmentsOf(page).items.find(({ id }) => id === asset)).toMatchObject({
      name: 'notes.txt',
      size: '6 bytes',
    });
    expect(attachmentsOf(page).uploads).toEqual([]);
    await page.send({ type: 'openAttachment', id: asset ?? '' });
    expect(page.fileHost.writtenFiles).toEqual([{ name: 'notes.txt', text: 'Notes.' }]);
  });

  it('attaches local files with the MIME type of their extension', async () => {
    using page = await openFileSection();
    page.fileHost.chosenFiles = [chosenFile('a.csv', 'x,y\n'), chosenFile('b.unheard-of', '?')];
    const { problem } = await setup.whileTimePasses(page.send({ type: 'attachFiles' }));
    await flushPromises();
    expect(problem).toBeUndefined();
    expect(fileNames(page)).toEqual(expect.arrayContaining(['a.csv', 'b.unheard-of']));
    expect(setup.proxy.matchingRequests(isUploadCredentialsRequest).map(({ body }) => JSON.parse(body))).toMatchObject([
      { type: 'text/csv' },
      { type: 'application/octet-stream' },
    ]);
  });

  it('shows the progress of an upload, which can be canceled', async () => {
    using page = await openFileSection();
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isStorageUpload, { kind: 'delayed', until: delayedResponse.promise });
    const attachPromise = page.send({
      type: 'attachBytes',
      name: 'large.txt',
      mediaType: 'text/plain',
      bytes: bufferOf('x'.repeat(300_000)),
    });
    await setup.proxy.waitForRequests(isStorageUpload);
    await page.waitUntil((model) => model.discussion?.attachments.uploads[0]?.part === 1);
    const [upload] = attachmentsOf(page).uploads;
    expect(upload).toMatchObject({ name: 'large.txt', progress: '293 kB of 293 kB' });
    await page.send({ type: 'cancelUpload', id: upload?.id ?? '' });
    expect(await setup.whileTimePasses(attachPromise)).not.toHaveProperty('problem');
    await flushPromises();
    delayedResponse.resolve();
    expect(attachmentsOf(page).uploads).toEqual([]);
    expect(fileNames(page)).not.toContain('large.txt');
    const otherStore = setup.otherStore();
    await otherStore.attachments.list(WEB_1).read();
    expect(otherStore.attachments.list(WEB_1).state.ids).toHaveLength(2);
  });

  it('shows the reason of a failed upload, which can be retried', async () => {
    using page = await openFileSection();
    setup.proxy.inject(isUploadCredentialsRequest, answerWith(400, { error: 'Invalid file type.', status: false }), 1);
    const { problem } = await attach(page, 'notes.txt');
    expect(problem).toBe('notes.txt was not attached. The server rejected this (Invalid file type).');
    const [upload] = attachmentsOf(page).uploads;
    expect(upload).toMatchObject({
      name: 'notes.txt',
      problem: 'The server rejected this (Invalid file type).',
    });
    await setup.whileTimePasses(page.send({ type: 'retryUpload', id: upload?.id ?? '' }));
    await flushPromises();
    expect(attachmentsOf(page).uploads).toEqual([]);
    expect(fileNames(page)).toContain('notes.txt');
  });

  it('attaches a file only once when its upload is retried after a lost response', async () => {
    using page = await openFileSection();
    setup.proxy.inject((method, path) => method !== 'GET' && /attachments\/[^/]+\/$/.test(path), { kind: 'lost' });
    setup.proxy.inject(matchRequest('DELETE', ''), { kind: 'closed' });
    await attach(page, 'notes.txt');
    const [upload] = attachmentsOf(page).uploads;
    expect(upload?.problem).toContain('The file may already be attached. If you try again, Contrail removes it first');
    setup.proxy.removeFaults();
    await setup.whileTimePasses(page.send({ type: 'retryUpload', id: upload?.id ?? '' }));
    const otherStore = setup.otherStore();
    await otherStore.attachments.list(WEB_1).read();
    const namesOnServer = otherStore.attachments
      .list(WEB_1)
      .state.ids.map((id) => otherStore.attachments.get(id)?.attributes?.name);
    expect(namesOnServer.filter((name) => name === 'notes.txt')).toHaveLength(1);
  });

  it('shows the size limit of the server after the server has rejected a larger file', async () => {
    using page = await openFileSection();
    const { problem } = await attach(page, 'film.txt', 'x'.repeat(6 * 1024 * 1024));
    expect(problem).toBe('film.txt was not attached. The file is too large. The server accepts files up to 5 MB.');
    expect(attachmentsOf(page).maxFileSize).toBe('5 MB');
    await page.send({ type: 'cancelUpload', id: attachmentsOf(page).uploads[0]?.id ?? '' });
    await flushPromises();
    expect(attachmentsOf(page).uploads).toEqual([]);
  });

  it('does not attach an empty file', async () => {
    using page = await openFileSection();
    expect((await attach(page, 'empty.txt', '')).problem).toBe('empty.txt is empty, so there is nothing to attach.');
    expect(setup.proxy.matchingRequests(isUploadCredentialsRequest)).toHaveLength(0);
  });

  it('downloads a file to the chosen path and shows errors of the file system', async () => {
    using page = await openFileSection();
    await page.send({ type: 'saveAttachment', id: KEYS_FILE_ID });
    expect(page.fileHost.writtenFiles).toEqual([
      { name: 'keys.txt', text: 'Arrows move, Enter opens, Escape goes back.\n' },
    ]);
    page.fileHost.writeError = 'The file could not be written: no space';
    expect((await page.send({ type: 'saveAttachment', id: KEYS_FILE_ID })).problem).toBe(
      'The file could not be written: no space',
    );
  });

  it('removes a deleted file even if the response to the deletion is lost', async () => {
    using page = await openFileSection();
    setup.proxy.inject(matchRequest('DELETE', `/attachments/${KEYS_FILE_ID}/`), { kind: 'lost' }, 1);
    const { problem } = await setup.whileTimePasses(page.send({ type: 'deleteAttachment', id: KEYS_FILE_ID }));
    await flushPromises();
    expect(problem).toBeUndefined();
    expect(fileNames(page)).toEqual(['columns.csv']);
  });

  it('keeps a file if the user undoes its deletion, and completes a deletion when the page is closed', async () => {
    using page = await openFileSection();
    const isAttachmentDeletion = matchRequest('DELETE', `/attachments/${KEYS_FILE_ID}/`);
    const keysFile = () => attachmentsOf(page).items.find(({ id }) => id === KEYS_FILE_ID);
    const undoneDeletion = page.send({ type: 'deleteAttachment', id: KEYS_FILE_ID });
    await setup.clock.advance(9_999);
    expect(keysFile()).toMatchObject({ isDeleted: true });
    await page.send({ type: 'undoDeletion', id: KEYS_FILE_ID });
    await undoneDeletion;
    await setup.clock.advance(60_000);
    expect(keysFile()).not.toHaveProperty('isDeleted');
    expect(setup.proxy.matchingRequests(isAttachmentDeletion)).toEqual([]);
    const deleting = page.send({ type: 'deleteAttachment', id: KEYS_FILE_ID });
    await flushPromises();
    page.recordPage.close();
    await setup.whileTimePasses(deleting);
    await setup.clock.advance(60_000);
    expect(keysFile()).toBeUndefined();
    expect(setup.proxy.matchingRequests(isAttachmentDeletion)).toHaveLength(1);
  });

  it('keeps a file that the server does not delete, and VS Code shows the reason', async () => {
    using page = await openFileSection();
    setup.proxy.inject(matchRequest('DELETE', `/attachments/${KEYS_FILE_ID}/`), answerWith(403, { error: 'No.' }));
    await setup.whileTimePasses(page.send({ type: 'deleteAttachment', id: KEYS_FILE_ID }));
    await flushPromises();
    expect(page.fileHost.shownMessages).toEqual([
      "“keys.txt” was not deleted. You don't have permission to do this (No).",
    ]);
    expect(fileNames(page)).toContain('keys.txt');
  });

  it('continues an upload after the page was closed, and shows its failure as a message of VS Code', async () => {
    const page = await openFileSection();
    const delayedResponse = deferred<void>();
    setup.proxy.inject(isStorageUpload, { kind: 'delayed', until: delayedResponse.promise }, 1);
    const attachPromise = page
      .send({ type: 'attachBytes', name: 'late.txt', mediaType: 'text/plain', bytes: bufferOf('late') })
      .catch(() => undefined);
    await setup.proxy.waitForRequests(isStorageUpload);
    setup.proxy.inject(matchRequest('PATCH', '/'), answerWith(403, { error: 'No' }));
    page.recordPage.dispose();
    delayedResponse.resolve();
    await setup.whileTimePasses(attachPromise);
    await flushPromises();
    expect(page.fileHost.shownMessages).toEqual([
      "late.txt was not attached. You don't have permission to do this (No).",
    ]);
  });
});

describe('A picture', () => {
  const page = forEachTest(openFileSection);

  it('is downloaded only once, and sent to the page with the MIME type of its bytes', async () => {
    const { asset = '' } = await attach(page, 'dot.png', PNG, 'image/png');
    const first = await page.send({ type: 'picture', source: asset, isExternal: false });
    expect(first.picture?.type).toBe('image/png');
    expect(Buffer.from(first.picture?.bytes ?? []).equals(PNG)).toBe(true);
    const requestCount = setup.proxy.requests.length;
    await page.send({ type: 'picture', source: asset, isExternal: false });
    expect(setup.proxy.requests).toHaveLength(requestCount);
  });

  it('of an unsupported type is not sent to the page, even if its name has a supported extension', async () => {
    const { asset = '' } = await attach(
      page,
      'sly.png',
      '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>',
      'image/png',
    );
    const { picture, problem } = await page.send({ type: 'picture', source: asset, isExternal: false });
    expect(picture).toBeUndefined();
    expect(problem).toBe('This image type is not supported. Supported types are PNG, JPEG, GIF, WebP and AVIF.');
  });

  it('that does not exist causes an error message', async () => {
    const { problem } = await page.send({ type: 'picture', source: crypto.randomUUID(), isExternal: false });
    expect(problem).toBe('It does not exist, or you have no access to it.');
  });

  it('on another server is requested without credentials', async () => {
    const isPictureRequest = matchRequest('GET', '/elsewhere.png');
    setup.proxy.inject(isPictureRequest, answerWith(302, ''));
    const { picture, problem } = await page.send({
      type: 'picture',
      source: `${setup.proxy.url}/elsewhere.png`,
      isExternal: true,
    });
    expect(picture).toBeUndefined();
    expect(problem).toMatch(/redirects to another address/);
    const [sentRequest] = setup.proxy.matchingRequests(isPictureRequest);
    expect(Object.keys(sentRequest?.headers ?? {}).filter((name) => /key|auth|cookie/.test(name))).toEqual([]);
    expect((await page.send({ type: 'picture', source: 'file:///etc/passwd', isExternal: true })).problem).toContain(
      'Only http and https addresses',
    );
  });
});

describe('The file section on an open-source server', () => {
  it('lists, attaches and deletes files', async () => {
    await using communitySetup = await createSetup('community');
    using page = await openPage(communitySetup);
    await communitySetup.whileTimePasses(page.send({ type: 'showAttachments' }));
    const bytes = bufferOf('Notes.');
    const { asset = '' } = await communitySetup.whileTimePasses(
      page.send({ type: 'attachBytes', name: 'notes.txt', mediaType: 'text/plain', bytes }),
    );
    await flushPromises();
    expect(fileNames(page)).toEqual(expect.arrayContaining(['keys.txt', 'notes.txt']));
    await communitySetup.whileTimePasses(page.send({ type: 'deleteAttachment', id: asset }));
    await flushPromises();
    expect(fileNames(page)).not.toContain('notes.txt');
  });
});

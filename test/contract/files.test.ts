// Tests attachments: upload credentials, upload, completion, download and deletion.
import { describe, expect, it } from 'vitest';
import type { UploadCredentials } from '../../src/contract/resources/attachment.ts';
import { forEachTest } from '../support/fixture.ts';
import { sample, startTestServer } from '../support/testServer.ts';

const ATTACHMENTS_PATH = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 5)}/attachments/`;
const MAX_FILE_BYTES = 5 * 1024 * 1024;

const server = forEachTest(startTestServer);

async function requestUpload(body: Record<string, unknown>): Promise<UploadCredentials> {
  const response = await server.ask('POST', ATTACHMENTS_PATH, { body });
  expect(response.status).toBe(200);
  return (await response.json()) as UploadCredentials;
}

function uploadFile(
  { upload_data }: UploadCredentials,
  content: BlobPart,
  changes: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...upload_data.fields, ...changes })) form.append(name, value);
  form.append('file', new Blob([content]), 'file');
  return fetch(upload_data.url, { method: 'POST', body: form });
}

const countAttachments = async (): Promise<number> =>
  ((await (await server.ask('GET', ATTACHMENTS_PATH)).json()) as { count: number }).count;
const textFile = (content: string, name = 'notes.txt', type = 'text/plain') => ({ name, type, size: content.length });

async function createAttachment(content: string, name?: string, type?: string): Promise<string> {
  const credentials = await requestUpload(textFile(content, name, type));
  expect((await uploadFile(credentials, content)).status).toBe(204);
  expect(
    (await server.ask('PATCH', `${ATTACHMENTS_PATH}${credentials.asset_id}/`, { body: { is_uploaded: true } })).status,
  ).toBe(200);
  return credentials.asset_id;
}

async function downloadUrl(id: string): Promise<string> {
  const response = await server.ask('GET', `${ATTACHMENTS_PATH}${id}/`);
  expect(response.status).toBe(302);
  return response.headers.get('Location') ?? '';
}

describe('An upload', () => {
  it('needs form fields for the object store, which the server returns in the required order', async () => {
    const { upload_data, attachment } = await requestUpload(textFile('four'));
    expect(upload_data.url).toBe(`${server.baseUrl}/uploads`);
    const names = [
      'Content-Type',
      'key',
      'x-amz-algorithm',
      'x-amz-credential',
      'x-amz-date',
      'policy',
      'x-amz-signature',
    ];
    expect(Object.keys(upload_data.fields)).toEqual(names);
    expect(attachment).toMatchObject({
      is_uploaded: false,
      attributes: { name: 'notes.txt', type: 'text/plain', size: 4 },
    });
  });

  it('is listed after its completion, can be downloaded, and is not found after its deletion', async () => {
    const credentials = await requestUpload(textFile('four'));
    expect((await uploadFile(credentials, 'four')).status).toBe(204);
    expect(await countAttachments()).toBe(0);
    const prematureDownload = await server.ask('GET', `${ATTACHMENTS_PATH}${credentials.asset_id}/`);
    expect([prematureDownload.status, await prematureDownload.json()]).toEqual([
      400,
      { error: 'The asset is not uploaded.', status: false },
    ]);
    for (let count = 0; count < 2; count += 1) {
      const completion = await server.ask('PATCH', `${ATTACHMENTS_PATH}${credentials.asset_id}/`, { body: {} });
      expect([completion.status, await completion.json()]).toMatchObject([
        200,
        { id: credentials.asset_id, is_uploaded: true },
      ]);
    }
    expect(await countAttachments()).toBe(1);
    const file = await fetch(await downloadUrl(credentials.asset_id));
    expect([await file.text(), file.headers.get('Content-Type'), file.headers.get('X-RateLimit-Remaining')]).toEqual([
      'four',
      'text/plain',
      null,
    ]);
    expect((await server.ask('DELETE', `${ATTACHMENTS_PATH}${credentials.asset_id}/`)).status).toBe(204);
    expect(await countAttachments()).toBe(0);
    expect((await server.ask('GET', `${ATTACHMENTS_PATH}${credentials.asset_id}/`)).status).toBe(404);
  });

  it.each([
    ['another key', { key: 'elsewhere/file' }],
    ['another type', { 'Content-Type': 'text/html' }],
    ['another signature', { 'x-amz-signature': 'f'.repeat(64) }],
    ['another policy', { policy: 'e30=' }],
  ])('with %s is rejected with an XML response', async (_, changes) => {
    const response = await uploadFile(await requestUpload(textFile('four')), 'four', changes);
    expect(response.status).toBe(403);
    expect(response.headers.get('Content-Type')).toBe('application/xml');
    expect(await response.text()).toContain('<Code>AccessDenied</Code>');
  });

  it('is rejected one hour after its credentials were issued', async () => {
    const credentials = await requestUpload(textFile('four'));
    await server.clock.advance(3_600_000);
    const response = await uploadFile(credentials, 'four');
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('Policy expired')]);
  });

  it('must contain exactly one file, as its last part', async () => {
    const { upload_data } = await requestUpload(textFile('four'));
    const form = new FormData();
    form.append('file', new Blob(['four']), 'file');
    for (const [name, value] of Object.entries(upload_data.fields)) form.append(name, value);
    expect(await (await fetch(upload_data.url, { method: 'POST', body: form })).text()).toContain(
      '<Code>InvalidArgument</Code>',
    );
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const malformedUpload = await fetch(upload_data.url, { method: 'POST', body: 'nothing', headers });
    expect([malformedUpload.status, await malformedUpload.text()]).toEqual([
      400,
      expect.stringContaining('MalformedPOSTRequest'),
    ]);
  });

  it('is rejected if it is larger than 5 MiB, or larger than the size in the request for its credentials', async () => {
    const credentials = await requestUpload({
      name: 'big.bin',
      type: 'application/octet-stream',
      size: 2 * MAX_FILE_BYTES,
    });
    const oversizedUpload = await uploadFile(credentials, new Uint8Array(MAX_FILE_BYTES + 1));
    expect([oversizedUpload.status, await oversizedUpload.text()]).toEqual([
      400,
      expect.stringContaining('<Code>EntityTooLarge</Code>'),
    ]);
    const muchTooLargeUpload = await uploadFile(credentials, new Uint8Array(MAX_FILE_BYTES + 500_000));
    expect([muchTooLargeUpload.status, await muchTooLargeUpload.text()]).toEqual([
      400,
      expect.stringContaining('<Code>EntityTooLarge</Code>'),
    ]);
    expect((await uploadFile(credentials, new Uint8Array(MAX_FILE_BYTES))).status).toBe(204);
    const smallUpload = await requestUpload(textFile('four'));
    expect(await (await uploadFile(smallUpload, 'four and more')).text()).toContain('<Code>EntityTooLarge</Code>');
  });

  it.each(['text/html', 'application/x-msdownload', 'application/x-sh', 'text/rtf', 'image/avif', 'nonsense'])(
    'is rejected for the content type %s',
    async (type) => {
      const response = await server.ask('POST', ATTACHMENTS_PATH, { body: { name: 'a', type, size: 1 } });
      expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid file type.', status: false }]);
    },
  );

  it('keeps only the last segment of a file name, without leading dots', async () => {
    const { attachment } = await requestUpload({ ...textFile('four'), name: '../../etc/..hidden.txt' });
    expect(attachment?.attributes?.name).toBe('hidden.txt');
    const response = await server.ask('POST', ATTACHMENTS_PATH, { body: { ...textFile('four'), name: '/..' } });
    expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid request.', status: false }]);
  });
});

describe('A download', () => {
  it('has Content-Disposition inline for an image, and attachment for a content type that can contain a script', async () => {
    const disposition = async (name: string, type: string) =>
      (await fetch(await downloadUrl(await createAttachment('<svg/>', name, type)))).headers.get('Content-Disposition');
    expect(await disposition('a b.png', 'image/png')).toBe("inline; filename*=UTF-8''a%20b.png");
    expect(await disposition('a.svg', 'image/svg+xml')).toBe("attachment; filename*=UTF-8''a.svg");
    expect(await disposition('a.js', 'text/javascript')).toMatch(/^attachment/);
  });

  it('is rejected if its URL was modified or is one hour old', async () => {
    const validUrl = await downloadUrl(await createAttachment('four'));
    for (const modifiedUrl of [
      validUrl.replace(/.$/, '!'),
      validUrl.replace(/Expires=\d+/, 'Expires=9999999999'),
      validUrl.replace('notes', 'other'),
    ]) {
      const response = await fetch(modifiedUrl);
      expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
    }
    await server.clock.advance(3_600_000);
    expect((await fetch(validUrl)).status).toBe(403);
  });

  it('is rejected with an XML response if the file was never uploaded', async () => {
    const { asset_id } = await requestUpload(textFile('four'));
    await server.ask('PATCH', `${ATTACHMENTS_PATH}${asset_id}/`, { body: {} });
    const response = await fetch(await downloadUrl(asset_id));
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('NoSuchKey')]);
  });
});

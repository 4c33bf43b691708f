// Tests attachments: credentials, upload, completion, download, deletion.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UploadCredentials } from '../../src/contract/resources/attachment.ts';
import { sample, startTestServer, type TestServer } from '../support/testServer.ts';

const FILES = `projects/${sample.project('WEB')}/work-items/${sample.workItem('WEB', 5)}/attachments/`;
const LIMIT = 5 * 1024 * 1024;
let server: TestServer;

beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

async function credentials(body: Record<string, unknown>): Promise<UploadCredentials> {
  const answer = await server.ask('POST', FILES, { body });
  expect(answer.status).toBe(200);
  return (await answer.json()) as UploadCredentials;
}

function send(
  { upload_data }: UploadCredentials,
  content: BlobPart,
  changes: Record<string, string> = {},
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...upload_data.fields, ...changes })) form.append(name, value);
  form.append('file', new Blob([content]), 'file');
  return fetch(upload_data.url, { method: 'POST', body: form });
}

const listed = async (): Promise<number> =>
  ((await (await server.ask('GET', FILES)).json()) as { count: number }).count;
const text = (content: string, name = 'notes.txt', type = 'text/plain') => ({ name, type, size: content.length });

async function attached(content: string, name?: string, type?: string): Promise<string> {
  const given = await credentials(text(content, name, type));
  expect((await send(given, content)).status).toBe(204);
  expect((await server.ask('PATCH', `${FILES}${given.asset_id}/`, { body: { is_uploaded: true } })).status).toBe(200);
  return given.asset_id;
}

async function address(id: string): Promise<string> {
  const answer = await server.ask('GET', `${FILES}${id}/`);
  expect(answer.status).toBe(302);
  return answer.headers.get('Location') ?? '';
}

describe('An upload', () => {
  it('has its form fields in the order of object stores', async () => {
    const { upload_data, attachment } = await credentials(text('four'));
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

  it('is listed once it is complete, is downloaded unchanged, and is gone after it is deleted', async () => {
    const given = await credentials(text('four'));
    expect((await send(given, 'four')).status).toBe(204);
    expect(await listed()).toBe(0);
    const early = await server.ask('GET', `${FILES}${given.asset_id}/`);
    expect([early.status, await early.json()]).toEqual([400, { error: 'The asset is not uploaded.', status: false }]);
    for (let again = 0; again < 2; again += 1) {
      const done = await server.ask('PATCH', `${FILES}${given.asset_id}/`, { body: {} });
      expect([done.status, await done.json()]).toMatchObject([200, { id: given.asset_id, is_uploaded: true }]);
    }
    expect(await listed()).toBe(1);
    const file = await fetch(await address(given.asset_id));
    expect([await file.text(), file.headers.get('Content-Type'), file.headers.get('X-RateLimit-Remaining')]).toEqual([
      'four',
      'text/plain',
      null,
    ]);
    expect((await server.ask('DELETE', `${FILES}${given.asset_id}/`)).status).toBe(204);
    expect(await listed()).toBe(0);
    expect((await server.ask('GET', `${FILES}${given.asset_id}/`)).status).toBe(404);
  });

  it.each([
    ['another key', { key: 'elsewhere/file' }],
    ['another type', { 'Content-Type': 'text/html' }],
    ['another signature', { 'x-amz-signature': 'f'.repeat(64) }],
    ['another policy', { policy: 'e30=' }],
  ])('is rejected in XML with %s', async (_, changes) => {
    const answer = await send(await credentials(text('four')), 'four', changes);
    expect(answer.status).toBe(403);
    expect(answer.headers.get('Content-Type')).toBe('application/xml');
    expect(await answer.text()).toContain('<Code>AccessDenied</Code>');
  });

  it('is rejected after an hour', async () => {
    const given = await credentials(text('four'));
    await server.clock.advance(3_600_000);
    const answer = await send(given, 'four');
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Policy expired')]);
  });

  it('must contain exactly one file, as its last part', async () => {
    const { upload_data } = await credentials(text('four'));
    const form = new FormData();
    form.append('file', new Blob(['four']), 'file');
    for (const [name, value] of Object.entries(upload_data.fields)) form.append(name, value);
    expect(await (await fetch(upload_data.url, { method: 'POST', body: form })).text()).toContain(
      '<Code>InvalidArgument</Code>',
    );
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const broken = await fetch(upload_data.url, { method: 'POST', body: 'nothing', headers });
    expect([broken.status, await broken.text()]).toEqual([400, expect.stringContaining('MalformedPOSTRequest')]);
  });

  it('may have up to 5 MiB, whatever size was announced', async () => {
    const given = await credentials({ name: 'big.bin', type: 'application/octet-stream', size: 2 * LIMIT });
    const tooLarge = await send(given, new Uint8Array(LIMIT + 1));
    expect([tooLarge.status, await tooLarge.text()]).toEqual([
      400,
      expect.stringContaining('<Code>EntityTooLarge</Code>'),
    ]);
    const muchTooLarge = await send(given, new Uint8Array(LIMIT + 500_000));
    expect([muchTooLarge.status, await muchTooLarge.text()]).toEqual([
      400,
      expect.stringContaining('<Code>EntityTooLarge</Code>'),
    ]);
    expect((await send(given, new Uint8Array(LIMIT))).status).toBe(204);
    const small = await credentials(text('four'));
    expect(await (await send(small, 'four and more')).text()).toContain('<Code>EntityTooLarge</Code>');
  });

  it.each(['text/html', 'application/x-msdownload', 'application/x-sh', 'nonsense'])(
    'is rejected for the type %s',
    async (type) => {
      const answer = await server.ask('POST', FILES, { body: { name: 'a', type, size: 1 } });
      expect([answer.status, await answer.json()]).toEqual([400, { error: 'Invalid file type.', status: false }]);
    },
  );

  it('keeps only the last part of a file name, without leading dots', async () => {
    const { attachment } = await credentials({ ...text('four'), name: '../../etc/..hidden.txt' });
    expect(attachment?.attributes?.name).toBe('hidden.txt');
    const answer = await server.ask('POST', FILES, { body: { ...text('four'), name: '/..' } });
    expect([answer.status, await answer.json()]).toEqual([400, { error: 'Invalid request.', status: false }]);
  });
});

describe('A download', () => {
  it('displays a picture in place, but saves a type that can contain a script as a file', async () => {
    const disposition = async (name: string, type: string) =>
      (await fetch(await address(await attached('<svg/>', name, type)))).headers.get('Content-Disposition');
    expect(await disposition('a b.png', 'image/png')).toBe("inline; filename*=UTF-8''a%20b.png");
    expect(await disposition('a.svg', 'image/svg+xml')).toBe("attachment; filename*=UTF-8''a.svg");
    expect(await disposition('a.js', 'text/javascript')).toMatch(/^attachment/);
  });

  it('is rejected if its address was changed or is older than an hour', async () => {
    const right = await address(await attached('four'));
    for (const wrong of [
      right.replace(/.$/, '!'),
      right.replace(/Expires=\d+/, 'Expires=9999999999'),
      right.replace('notes', 'other'),
    ]) {
      const answer = await fetch(wrong);
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('AccessDenied')]);
    }
    await server.clock.advance(3_600_000);
    expect((await fetch(right)).status).toBe(403);
  });

  it('is answered in XML if the file never arrived', async () => {
    const { asset_id } = await credentials(text('four'));
    await server.ask('PATCH', `${FILES}${asset_id}/`, { body: {} });
    const answer = await fetch(await address(asset_id));
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('NoSuchKey')]);
  });
});

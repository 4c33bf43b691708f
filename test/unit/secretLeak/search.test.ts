// Tests that the leak search finds an API key in each encoding, in files, processes and requests.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endGroup, spawnWithWatchdog } from '../../support/processes.ts';
import { encodingsOf, findEncodings } from '../../support/secretLeak/encodings.ts';
import { tracesOfSecrets } from '../../support/secretLeak/encryptedSecrets.ts';
import { tracesOfFiles } from '../../support/secretLeak/fileTraces.ts';
import { tracesOfProcesses } from '../../support/secretLeak/processTraces.ts';
import { search } from '../../support/secretLeak/search.ts';
import { ServerRecorder } from '../../support/secretLeak/serverRecorder.ts';
import { formatSummary } from '../../support/secretLeak/summary.ts';
import { createTrace, type Trace } from '../../support/secretLeak/trace.ts';
import { temporaryFolder } from '../../support/templateFolder.ts';
import { encryptSecrets } from './encryptSecrets.ts';

const KEY = `canary_${randomBytes(16).toString('hex')}`;

function leakLocations(traces: readonly Trace[]): string[] {
  return search(traces, [KEY]).leaks.map(({ place }) => place);
}

describe('A key in recorded content', () => {
  const utf16 = Buffer.from(`“${KEY}”`, 'utf16le');
  it.each<[string, string | Buffer]>([
    ['unchanged', `x-api-key: ${KEY}\r\n`],
    ['truncated', `Bearer ${KEY.slice(0, 24)}…`],
    ['without its start', KEY.slice(-16)],
    ['reversed', Array.from(KEY).toReversed().join('')],
    ['in hex', Buffer.from(KEY).toString('hex')],
    ['in uppercase hex', Buffer.from(KEY).toString('hex').toUpperCase()],
    [
      'percent-encoded',
      Array.from(KEY)
        .map((character) => `%${character.charCodeAt(0).toString(16)}`)
        .join(''),
    ],
    [
      'JSON-escaped',
      Array.from(KEY)
        .map((character) => `\\u00${character.charCodeAt(0).toString(16)}`)
        .join(''),
    ],
    [
      'HTML-escaped',
      Array.from(KEY)
        .map((character) => `&#${character.charCodeAt(0)};`)
        .join(''),
    ],
    ['in UTF-16', utf16],
    ['in UTF-16 with the other byte order', Buffer.from(utf16).swap16()],
    ...['', 'x', 'xy', 'user:'].flatMap((before): [string, string][] => [
      [`in base64 after “${before}”`, Buffer.from(`${before}${KEY}\n`).toString('base64')],
      [`in base64 for URLs after “${before}”`, Buffer.from(`${before}${KEY}?>`).toString('base64url')],
    ]),
  ])('is found if it is %s', (_how, text) => {
    expect(leakLocations([createTrace('the console', 'there', text)])).toEqual(['there']);
  });

  it('is found if it has the format of a generated key, even if the test does not know the key', () => {
    for (const key of [`plane_api_${randomBytes(16).toString('hex')}`, `pln_${randomBytes(24).toString('hex')}`]) {
      expect(findEncodings(Buffer.from(`"${key}"`), encodingsOf(KEY))).toEqual(['a key that was not handed out']);
    }
    expect(findEncodings(Buffer.from('plane_api_… pln_…'), encodingsOf(KEY))).toEqual([]);
  });

  it('is not found if the key is not among the searched keys', () => {
    expect(leakLocations([createTrace('the console', 'there', `canary_${randomBytes(16).toString('hex')}`)])).toEqual(
      [],
    );
  });

  it('is replaced in the report of the search if the name of the file contains it', () => {
    expect(leakLocations([createTrace('files of VS Code', `the name of ${KEY}.txt`, KEY)])).toEqual([
      'the name of ….txt',
    ]);
  });
});

describe('A key in a file', () => {
  it('is found in the text or the name of a file, and in a compressed file, an archive and a database', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'draft.json'), JSON.stringify({ text: KEY }));
    writeFileSync(join(folder, `${KEY}.lock`), '');
    writeFileSync(join(folder, 'snapshot.json.gz'), gzipSync(`{"a":"${KEY}"}`));
    writeFileSync(join(folder, 'logs.zip'), archive('exthost.log', `[info] ${KEY}`));
    const database = new DatabaseSync(join(folder, 'state.vscdb'));
    database.exec('CREATE TABLE ItemTable (key TEXT, value BLOB)');
    database.prepare('INSERT INTO ItemTable VALUES (?, ?)').run('memento', Buffer.from(`{"k":"${KEY}"}`));
    database.close();
    writeFileSync(join(folder, 'innocent.log'), 'plane_api_…');
    expect(leakLocations(tracesOfFiles('files of VS Code', folder)).sort()).toEqual([
      'draft.json',
      'logs.zip, unpacked',
      'snapshot.json.gz, unpacked',
      'state.vscdb',
      'the name of ….lock',
      'the rows of state.vscdb',
    ]);
  });
});

describe('A key in a process', () => {
  it('is found in the arguments and in the environment variables of the process', async () => {
    const child = spawnWithWatchdog(
      process.execPath,
      ['-e', 'process.stdout.write("up"); setInterval(() => 0, 1e6)', KEY],
      { CANARY: KEY },
      'pipe',
    );
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    const { leaks } = search(tracesOfProcesses(process.pid), [KEY]);
    await endGroup(child);
    expect([...new Set(leaks.map(({ kind }) => kind))].sort()).toEqual(['process arguments', 'process environments']);
  });
});

describe('A key in a recorded request', () => {
  it.each([
    ['the URL', { path: `/?k=${KEY}`, headers: {}, body: '' }],
    ['another header', { path: '/', headers: { cookie: `k=${KEY}` }, body: '' }],
    ['the body', { path: '/', headers: {}, body: `{"k":"${KEY}"}` }],
    ['the authentication header, but to another origin', { path: '/', headers: { 'x-api-key': KEY }, body: '' }],
  ])('is reported if it is in %s', async (_where, { path, headers, body }) => {
    const { traces } = await recordRequest(path, headers, body);
    expect(leakLocations(traces(new Set()))).toHaveLength(1);
  });

  it('is allowed only in the authentication headers, and only if the key belongs to the origin', async () => {
    const { traces, host } = await recordRequest(
      '/',
      { 'X-API-Key': KEY, Authorization: `Bearer ${KEY}`, 'X-Other': KEY },
      KEY,
    );
    const { leaks, keyCountByPlace } = search(traces(new Set([host])), [KEY]);
    expect(leaks.map(({ place }) => place.replace(/ of .*/, ''))).toEqual(['the header X-Other', 'the body']);
    expect([...keyCountByPlace]).toEqual([['the header to its own origin', 2]]);
  });

  it('is not found if the recorder was paused during the request', async () => {
    const recordings = [
      await recordRequest('/', { 'X-API-Key': KEY }, '', (recorder) => recorder.pause()),
      await recordRequest('/', { 'X-API-Key': KEY }, '', (recorder) => {
        recorder.pause();
        recorder.resume();
      }),
    ];
    expect(recordings.map(({ traces }) => leakLocations(traces(new Set())).length)).toEqual([0, 1]);
  });
});

describe('A key in the secret storage', () => {
  const serverKeyHalf = randomBytes(32);
  const entry = (extensionId: string, key: string): string => JSON.stringify({ extensionId, key });

  it('is allowed in the entry of Contrail, and reported in other entries', () => {
    const store = encryptSecrets(
      { [entry('contrail.contrail', 'contrail.profile')]: KEY, [entry('evil.evil', 'k')]: KEY },
      serverKeyHalf,
    );
    const { leaks, keyCountByPlace } = search(tracesOfSecrets(store, serverKeyHalf), [KEY]);
    expect(leaks.map(({ place }) => place)).toEqual([`SecretStorage, opened: ${entry('evil.evil', 'k')}`]);
    expect([...keyCountByPlace]).toEqual([['SecretStorage', 1]]);
    expect(leakLocations([createTrace('storage of the browser', 'sealed', store)])).toEqual([]);
  });
});

describe('The summary of the key search in all end-to-end tests', () => {
  const line = {
    scenario: 'one',
    traceCountByKind: { 'the console': 2, 'sources of pages': 1 },
    keyCountByPlace: { SecretStorage: 2 },
    leakCount: 0,
  };

  it('contains the number of searched contents, and where a key was found', () => {
    expect(formatSummary([line, { ...line, keyCountByPlace: { 'the header to its own origin': 3 } }])).toBe(
      'Search for leaks: 2 scenarios, 6 places of 2 kinds, found only in SecretStorage (2), the header to its own origin (3)',
    );
    expect(formatSummary([{ ...line, leakCount: 1 }])).toContain('AND IN 1 PLACES WHERE NO KEY MAY BE');
  });
});

/** Sends a request to a server in this process, and returns what `ServerRecorder` recorded about it. */
async function recordRequest(
  path: string,
  headers: Record<string, string>,
  body: string,
  prepare: (recorder: ServerRecorder) => void = () => undefined,
): Promise<{ traces: ServerRecorder['traces']; host: string }> {
  using recorder = new ServerRecorder();
  prepare(recorder);
  const server = createServer((request, response) => void request.resume().once('end', () => response.end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(`http://${host}${path}`, { method: 'POST', headers, body });
  server.close();
  return { traces: (hosts) => recorder.traces(hosts), host };
}

/** Returns a zip archive with one file, without the central directory. */
function archive(name: string, text: string): Buffer {
  const compressed = deflateRawSync(text);
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(compressed.length, 18);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), compressed]);
}

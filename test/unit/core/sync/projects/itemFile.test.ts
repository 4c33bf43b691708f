// Tests the file with the work items of a project: how much a change writes, and what survives a crash.
import { appendFile, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../../src/core/cache/record.ts';
import { ItemFile } from '../../../../../src/core/sync/projects/itemFile.ts';
import type { ItemFileLine } from '../../../../../src/core/sync/projects/itemFileFormat.ts';
import { temporaryFolder } from '../../../../support/templateFolder.ts';

async function filePath(): Promise<string> {
  const folder = temporaryFolder();
  return join(folder, 'items', 'p1.jsonl');
}
const item = (id: string, name = `Item ${id}`): ItemFileLine => ({
  item: {
    id,
    name,
    sequence_id: 1,
    project: 'p1',
    state: 's1',
    priority: 'none',
    assignees: ['u1'],
    labels: [],
    parent: null,
    estimate_point: null,
    type: null,
    module: undefined,
    start_date: null,
    target_date: null,
    created_at: '2026-11-20T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
    completed_at: undefined,
    created_by: 'u1',
  } as Partial<ItemRecord> as ItemRecord,
  at: 5,
});
const checkpoint = (at: number): ItemFileLine => ({ checkpoint: { watermark: at, unreadable: 0, at } });
const idsIn = (readResult: Awaited<ReturnType<ItemFile['read']>>) =>
  readResult === undefined || readResult === 'damaged'
    ? readResult
    : readResult.lines.map((line) => ('item' in line ? line.item.id : 'gone' in line ? `-${line.gone.join()}` : 'ok'));

async function createItemFile(...ids: readonly string[]): Promise<string> {
  const path = await filePath();
  await new ItemFile(path).replace([...ids.map((id) => item(id)), checkpoint(1)]);
  return path;
}

describe('ItemFile', () => {
  it('reads the lines that another window has written, and then only appended lines', async () => {
    const path = await filePath();
    const [writer, reader] = [new ItemFile(path), new ItemFile(path)];
    expect(await reader.read()).toBeUndefined();
    await writer.replace([item('a'), item('b'), checkpoint(1)]);
    const readResult = await reader.read();
    expect(readResult).toMatchObject({ isWholeFile: true });
    expect(readResult === undefined || readResult === 'damaged' ? undefined : readResult.lines[0]).toEqual(item('a'));
    await writer.append([item('c'), { gone: ['a'] }, checkpoint(2)]);
    const appendedLines = await reader.read();
    expect(idsIn(appendedLines)).toEqual(['c', '-a', 'ok']);
    expect(appendedLines).toMatchObject({ isWholeFile: false });
    expect(idsIn(await reader.read())).toEqual([]);
  });

  it('is read completely again after another window has replaced the file', async () => {
    const path = await createItemFile('a', 'b');
    const reader = new ItemFile(path);
    await reader.read();
    await new ItemFile(path).replace([item('b'), checkpoint(2)]);
    const readResult = await reader.read();
    expect(readResult).toMatchObject({ isWholeFile: true });
    expect(idsIn(readResult)).toEqual(['b', 'ok']);
  });

  it('contains no descriptions, and can be read only by its owner', async () => {
    const path = await createItemFile('a');
    expect(await readFile(path, 'utf8')).not.toContain('description');
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  });

  it('is read without a last line that a crash has truncated, and the next write replaces that line', async () => {
    const path = await createItemFile('a');
    await appendFile(path, '{"item":{"id":"b","na');
    const file = new ItemFile(path);
    expect(idsIn(await file.read())).toEqual(['a', 'ok']);
    await file.append([item('c'), checkpoint(2)]);
    expect(idsIn(await new ItemFile(path).read())).toEqual(['a', 'ok', 'c', 'ok']);
  });

  it('is read up to the last complete line wherever a crash has truncated the file', async () => {
    const path = await createItemFile('a', 'b');
    const completeFile = await readFile(path);
    const headerBytes = completeFile.indexOf('\n') + 1;
    for (let size = headerBytes; size < completeFile.length; size += 37) {
      await writeFile(path, completeFile);
      await truncate(path, size);
      const readResult = idsIn(await new ItemFile(path).read());
      expect(['a', 'b', 'ok'].slice(0, readResult?.length)).toEqual(readResult);
    }
  });

  it('is read as `damaged` if a complete line cannot be parsed, or if the file has another version', async () => {
    const path = await createItemFile('a', 'b');
    const text = await readFile(path, 'utf8');
    for (const damagedText of [
      text.replace('"id":"a"', '"id":'),
      text.replace('"name":"Item a"', '"name":7'),
      text.replace('"version":1', '"version":2'),
      `${'x'.repeat(300)}\n`,
      '',
    ]) {
      await writeFile(path, damagedText);
      expect(await new ItemFile(path).read()).toBe('damaged');
    }
  });

  it('appends less than 1 kB for one change, and needs replacement if many changed lines were appended', async () => {
    const path = await filePath();
    const file = new ItemFile(path);
    await file.replace([...Array.from({ length: 1000 }, (_, index) => item(String(index))), checkpoint(1)]);
    const sizeBefore = (await stat(path)).size;
    await file.append([item('7', 'Changed'), checkpoint(2)]);
    expect((await stat(path)).size - sizeBefore).toBeLessThan(1000);
    expect(file.needsReplacement).toBe(false);
    for (let round = 0; round < 12; round += 1)
      await file.append(Array.from({ length: 100 }, (_, index) => item(String(index))));
    expect(file.needsReplacement).toBe(true);
  });

  it('rejects an append before the file was read', async () => {
    const path = await createItemFile('a');
    await expect(new ItemFile(path).append([checkpoint(2)])).rejects.toThrow('append needs a file');
    await using handle = await open(path);
    expect((await handle.stat()).size).toBeGreaterThan(0);
  });
});

// Tests the lists of a project: read once, unsupported on some servers, read again after a failure.
import { describe, expect, it } from 'vitest';
import { ProjectLists } from '../../../src/cache/lists/projectLists.ts';
import { ApiError, type Fault } from '../../../src/client/apiError.ts';

function failing(...faults: Fault[]) {
  const asked: string[] = [];
  const parts = new ProjectLists<string>(async (project) => {
    asked.push(project);
    const fault = faults.shift();
    if (fault !== undefined) throw new ApiError(fault);
    return ['todo', 'done'];
  });
  return { parts, asked };
}

const broken: Fault = { kind: 'serverError', status: 500, detail: '' };

describe('ProjectLists', () => {
  it('sends one request, however often the list is requested', async () => {
    const { parts, asked } = failing();
    expect(parts.of('p1').status).toBe('unread');
    const both = [parts.read('p1'), parts.read('p1')];
    expect(parts.of('p1').status).toBe('reading');
    expect(await Promise.all(both)).toEqual([
      { status: 'ready', records: ['todo', 'done'] },
      { status: 'ready', records: ['todo', 'done'] },
    ]);
    await parts.read('p1');
    expect(asked).toEqual(['p1']);
  });

  it('stores the list of each project separately', async () => {
    const { parts, asked } = failing();
    const changed: string[] = [];
    parts.onDidChange((project) => changed.push(project));
    await parts.read('p1');
    expect(parts.of('p2').status).toBe('unread');
    expect(changed).toEqual(['p1', 'p1']);
    expect(asked).toEqual(['p1']);
  });

  it.each<[string, Fault]>([
    ['the server has no such route', { kind: 'notFound', route: true, detail: 'Page not found.' }],
    ['the plan does not include it', { kind: 'rejected', status: 402, detail: '', fields: {} }],
    ['the project has disabled it', { kind: 'rejected', status: 400, detail: 'Module is not enabled', fields: {} }],
  ])('marks a list as unsupported if %s, and does not request it again', async (_why, fault) => {
    const { parts, asked } = failing(fault);
    expect(await parts.read('p1')).toEqual({ status: 'unsupported', records: [] });
    await parts.read('p1');
    expect(asked).toEqual(['p1']);
  });

  it.each<Fault>([
    broken,
    { kind: 'timeout', afterMs: 30_000 },
    { kind: 'notFound', route: false, detail: '' },
    { kind: 'rejected', status: 403, detail: '', fields: {} },
    { kind: 'invalidResponse', status: 200, detail: 'HTML' },
  ])('marks a list as failed after $kind, and requests it again on the next call', async (fault) => {
    const { parts, asked } = failing(fault);
    expect(await parts.read('p1')).toEqual({ status: 'failed', records: [], fault });
    expect(await parts.read('p1')).toMatchObject({ status: 'ready' });
    expect(asked).toEqual(['p1', 'p1']);
  });

  it('keeps the records of an expired list until it is read again, also if that fails', async () => {
    const faults: Fault[] = [];
    const parts = new ProjectLists<string>(async () => {
      const fault = faults.shift();
      if (fault !== undefined) throw new ApiError(fault);
      return ['todo'];
    });
    await parts.read('p1');
    parts.expire('p1');
    expect(parts.of('p1').records).toEqual(['todo']);
    faults.push(broken);
    expect(await parts.read('p1')).toEqual({ status: 'failed', records: ['todo'], fault: broken });
    expect(await parts.read('p1')).toEqual({ status: 'ready', records: ['todo'] });
  });
});

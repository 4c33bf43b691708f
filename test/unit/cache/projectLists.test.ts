// Tests the lists of a project: requests, unsupported lists, failed requests and expired lists.
import { describe, expect, it } from 'vitest';
import { ProjectLists } from '../../../src/cache/lists/projectLists.ts';
import { ApiError, type Fault } from '../../../src/client/apiError.ts';

function listsThatFailWith(...faults: Fault[]) {
  const requests: string[] = [];
  const lists = new ProjectLists<string>(async (project) => {
    requests.push(project);
    const fault = faults.shift();
    if (fault !== undefined) throw new ApiError(fault);
    return ['todo', 'done'];
  });
  return { lists, requests };
}

const serverError: Fault = { kind: 'serverError', status: 500, detail: '' };

describe('ProjectLists', () => {
  it('sends one request even if `read` is called several times', async () => {
    const { lists, requests } = listsThatFailWith();
    expect(lists.get('p1').status).toBe('notLoaded');
    const readPromises = [lists.read('p1'), lists.read('p1')];
    expect(lists.get('p1').status).toBe('loading');
    expect(await Promise.all(readPromises)).toEqual([
      { status: 'ready', records: ['todo', 'done'] },
      { status: 'ready', records: ['todo', 'done'] },
    ]);
    await lists.read('p1');
    expect(requests).toEqual(['p1']);
  });

  it('stores the list of each project separately', async () => {
    const { lists, requests } = listsThatFailWith();
    const changedProjects: string[] = [];
    lists.onDidChange((project) => changedProjects.push(project));
    await lists.read('p1');
    expect(lists.get('p2').status).toBe('notLoaded');
    expect(changedProjects).toEqual(['p1', 'p1']);
    expect(requests).toEqual(['p1']);
  });

  it.each<[string, Fault]>([
    ['the server has no such route', { kind: 'notFound', isRouteMissing: true, detail: 'Page not found.' }],
    ['the plan of the workspace does not include the list', { kind: 'rejected', status: 402, detail: '', fields: {} }],
    [
      'the feature is disabled in the project',
      { kind: 'rejected', status: 400, detail: 'Module is not enabled', fields: {} },
    ],
  ])('marks a list as unsupported if %s, and does not request it again', async (_why, fault) => {
    const { lists, requests } = listsThatFailWith(fault);
    expect(await lists.read('p1')).toEqual({ status: 'unsupported', records: [] });
    await lists.read('p1');
    expect(requests).toEqual(['p1']);
  });

  it.each<Fault>([
    serverError,
    { kind: 'timeout', afterMs: 30_000 },
    { kind: 'notFound', isRouteMissing: false, detail: '' },
    { kind: 'rejected', status: 403, detail: '', fields: {} },
    { kind: 'invalidResponse', status: 200, detail: 'HTML' },
  ])('marks a list as failed after the fault $kind, and requests the list again on the next call', async (fault) => {
    const { lists, requests } = listsThatFailWith(fault);
    expect(await lists.read('p1')).toEqual({ status: 'failed', records: [], fault });
    expect(await lists.read('p1')).toMatchObject({ status: 'ready' });
    expect(requests).toEqual(['p1', 'p1']);
  });

  it('keeps the records of an expired list until a request for the list succeeds', async () => {
    const faults: Fault[] = [];
    const lists = new ProjectLists<string>(async () => {
      const fault = faults.shift();
      if (fault !== undefined) throw new ApiError(fault);
      return ['todo'];
    });
    await lists.read('p1');
    lists.expire('p1');
    expect(lists.get('p1').records).toEqual(['todo']);
    faults.push(serverError);
    expect(await lists.read('p1')).toEqual({ status: 'failed', records: ['todo'], fault: serverError });
    expect(await lists.read('p1')).toEqual({ status: 'ready', records: ['todo'] });
  });
});

// Tests storing copies on disk, and the progress in memory.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CopyStore, createCopyStore } from '../../../src/copy/copyStore.ts';
import { faultEffect } from '../../../src/copy/faultEffect.ts';
import type { CopyPlan } from '../../../src/copy/plan.ts';
import { CopyProgress, type Step } from '../../../src/copy/progress.ts';
import { temporaryFolder } from '../../support/templateFolder.ts';

const accounts = { source: 'one', target: 'two' };
const counts = {
  state: 0,
  label: 0,
  module: 0,
  cycle: 0,
  workItem: 0,
  relation: 0,
  link: 0,
  comment: 1,
  attachment: 0,
};
const plan: CopyPlan = {
  source: {
    id: 'p',
    name: 'Atlas',
    identifier: 'WEB',
    description: '',
    user: 'me',
    users: [],
    states: [],
    labels: [],
    modules: [],
    cycles: [],
    items: [],
    unreadable: 0,
  },
  project: { name: 'Atlas', identifier: 'WEB' },
  users: {},
  members: [],
  counts,
  warnings: [{ kind: 'types', count: 1 }],
  copiesEstimates: true,
  minutes: 1,
};
const step: Step = { kind: 'comment', id: 'c1', name: 'A comment' };

async function openFolder(): Promise<{ readonly folder: string; readonly files: CopyStore }> {
  const folder = temporaryFolder();
  return { folder, files: createCopyStore(folder) };
}

describe('CopyStore', () => {
  it('returns a stored copy with its accounts, plan and progress', async () => {
    const { files } = await openFolder();
    const copy = await files.create('copy-1', accounts, plan);
    copy.progress.begin(step);
    copy.progress.skip({ ...step, id: 'c2' }, 'invalid');
    copy.progress.fail({ ...step, id: 'c3' }, { kind: 'timeout', afterMs: 5 });
    copy.progress.finish({ ...step, id: 'c4' }, 'target-4');
    copy.progress.setTargetNumber('item', 7);
    await copy.save();
    const openedCopy = await files.open('copy-1');
    expect(openedCopy?.accounts).toEqual(accounts);
    expect(openedCopy?.plan).toEqual(plan);
    expect(openedCopy?.progress.toStored()).toEqual(copy.progress.toStored());
    expect(openedCopy?.progress.mayHaveBeenSent(step)).toBe(true);
    expect(openedCopy?.progress.targetId('comment', 'c4')).toBe('target-4');
  });

  it('lists a copy after it was created, until it is removed', async () => {
    const { folder, files } = await openFolder();
    expect(await createCopyStore(join(folder, 'missing')).list()).toEqual([]);
    await files.create('copy-1', accounts, plan);
    expect(await files.list()).toEqual(['copy-1']);
    await files.remove('copy-1');
    expect(await files.list()).toEqual([]);
    expect(await files.open('copy-1')).toBeUndefined();
  });

  it('returns undefined for a file that cannot be parsed', async () => {
    const { folder, files } = await openFolder();
    await files.create('copy-1', accounts, plan);
    await writeFile(join(folder, 'copy-1', 'progress.json'), '{"version": 1, "done": ');
    expect(await files.open('copy-1')).toBeUndefined();
  });

  it('leaves no temporary files', async () => {
    const { folder, files } = await openFolder();
    const copy = await files.create('copy-1', accounts, plan);
    await Promise.all([copy.save(), copy.save(), copy.save()]);
    expect((await readdir(join(folder, 'copy-1'))).sort()).toEqual(['plan.json', 'progress.json']);
  });
});

describe('CopyProgress', () => {
  it('counts a step once, even if the step failed, was skipped and then succeeded', () => {
    const progress = new CopyProgress();
    progress.begin(step);
    progress.fail(step, { kind: 'timeout', afterMs: 5 });
    progress.skip(step, 'unsupported');
    expect(progress.settledCount(new Set(['comment']))).toBe(1);
    progress.finish(step, 'target');
    expect(progress.settledCount(new Set(['comment']))).toBe(1);
    expect(progress.settledCount(new Set(['link']))).toBe(0);
    expect(progress.mayHaveBeenSent(step)).toBe(false);
    expect(progress.toStored()).toMatchObject({ begun: [], failed: {}, skipped: {} });
    progress.begin({ ...step, id: 'c2' });
    progress.cancel({ ...step, id: 'c2' });
    expect(progress.toStored().begun).toEqual([]);
  });

  it('reports whether a record of the target was created by this copy', () => {
    const progress = new CopyProgress();
    progress.finish(step, 'target');
    expect(progress.hasCreated('comment', 'target')).toBe(true);
    expect(progress.hasCreated('link', 'target')).toBe(false);
    expect(progress.hasBegunAny('comment')).toBe(true);
    expect(progress.hasBegunAny('link')).toBe(false);
  });
});

describe('faultEffect', () => {
  const rejectedFault = (status: number) => ({ kind: 'rejected', status, detail: '', fields: {} }) as const;

  it('stops the copy for faults that would affect other requests too', () => {
    expect(faultEffect({ kind: 'network', reason: 'lost', host: '', detail: '' })).toBe('run');
    expect(faultEffect({ kind: 'serverError', status: 503, detail: '' })).toBe('run');
    expect(faultEffect({ kind: 'unauthorized', status: 401, detail: '' })).toBe('run');
    expect(faultEffect({ kind: 'invalidResponse', status: 200, detail: '' })).toBe('run');
    expect(faultEffect(rejectedFault(403))).toBe('run');
  });

  it('skips all records of the kind if the target does not support the operation', () => {
    expect(faultEffect({ kind: 'notFound', isRouteMissing: true, detail: '' })).toBe('unsupported');
    expect(faultEffect(rejectedFault(402))).toBe('unsupported');
  });

  it('continues with the next record after a fault that affects only one record', () => {
    expect(faultEffect(rejectedFault(400))).toBe('step');
    expect(faultEffect({ kind: 'serverError', status: 500, detail: '' })).toBe('step');
    expect(faultEffect({ kind: 'notFound', isRouteMissing: false, detail: '' })).toBe('step');
  });
});

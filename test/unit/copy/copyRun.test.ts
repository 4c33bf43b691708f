// Tests copying a project from one server to another, with lost responses, aborted runs and a rate limit.
import { describe, expect, it, vi } from 'vitest';
import { reportOf } from '../../../src/copy/report.ts';
import type { CopyOutcome } from '../../../src/copy/steps/runCopy.ts';
import { createRandomGenerator, type RandomGenerator } from '../../chaos/randomGenerator.ts';
import { dialects } from '../../support/builtInServer.ts';
import { advanceUntilDone } from '../../support/clock.ts';
import {
  answerWith,
  type InjectableFault,
  type InjectedFaultCount,
  matchRequest,
  type RequestMatcher,
} from '../../support/faultProxy.ts';
import { readList } from '../../support/requests.ts';
import { sample } from '../../support/testServer.ts';
import { expectedContent, readContent } from './projectContent.ts';
import { type CopySetup, createSetup, enrichSource, WEB_PROJECT_ID } from './setup.ts';

// Each test sends hundreds of requests, which may be slow when both cores are busy.
vi.setConfig({ testTimeout: 60_000 });

async function copiedProjects({ targetServer }: CopySetup): Promise<readonly string[]> {
  const projects = await readList(targetServer, 'projects/');
  return projects.filter(({ identifier }) => identifier === 'COPY').map(({ id }) => String(id));
}

async function expectCopied(setup: CopySetup, isCommunity: boolean): Promise<void> {
  const projects = await copiedProjects(setup);
  expect(projects).toHaveLength(1);
  const copiedContent = await readContent(setup.targetServer, projects[0] ?? '');
  expect(copiedContent).toEqual(await expectedContent(setup.sourceServer, WEB_PROJECT_ID, isCommunity));
}

describe.each(dialects)('Copying a project to a server of the dialect %s', (dialect) => {
  const isCommunity = dialect === 'community';

  it('copies every record, relation and file once', async () => {
    await using setup = await createSetup({ target: { dialect } });
    await enrichSource(setup);
    const outcome = await setup.run(await setup.createCopy());
    expect(outcome).toMatchObject({ kind: 'complete', report: { isComplete: true, skipped: [], failed: [] } });
    for (const { copied, total } of outcome.report.counts) expect(copied).toBe(total);
    await expectCopied(setup, isCommunity);
  });

  it.each([1, 2, 3])(
    'copies nothing twice if responses are lost and the process ends three times (seed %i)',
    async (seed) => {
      const random = createRandomGenerator(seed);
      await using setup = await createSetup({ target: { dialect } });
      await enrichSource(setup);
      await setup.createCopy();
      const faults = injectFaults(setup, random);
      for (let endCount = 0; endCount < 3; endCount += 1) await runAndEnd(setup, 1 + random.below(90));
      for (let runs = 0; ; runs += 1) {
        const outcome = await setup.run(await setup.openCopy());
        if (outcome.kind === 'complete' && outcome.report.failed.length === 0) break;
        expect(runs, JSON.stringify(outcome)).toBeLessThan(30);
      }
      expect(faults.reduce((total, { occurrences }) => total + occurrences, 0)).toBeGreaterThan(5);
      setup.proxy.removeFaults();
      await expectCopied(setup, isCommunity);
    },
  );
});

const GATEWAY_TIMEOUT = '<html><title>504 Gateway Time-out</title></html>';
const SERVER_ERROR = '{"error":"Something went wrong please try again later"}';
const LOGIN_PAGE = '<!doctype html><title>Sign in to the network</title>';
/** The copy stops or waits after these faults, and continues with the same record. */
const FAULTS: readonly InjectableFault[] = [
  { kind: 'lost' },
  { kind: 'closed' },
  { kind: 'replaced', status: 504, body: GATEWAY_TIMEOUT },
  { kind: 'replaced', status: 200, body: LOGIN_PAGE },
];

/** About every tenth request that changes something gets a fault. */
function injectFaults({ proxy }: CopySetup, chance: RandomGenerator): readonly InjectedFaultCount[] {
  const isChange: RequestMatcher = (method) => method !== 'GET' && chance.is(0.025);
  // After a second 500, the copy continues without the record. A work item that is copied later would get another
  // number.
  const isDetailRequest: RequestMatcher = (method, path) =>
    method !== 'GET' && /\/(?:comments|links|relations|attachments|labels)\//.test(path) && chance.is(0.05);
  return [
    ...FAULTS.map((fault) => proxy.inject(isChange, fault)),
    proxy.inject(isDetailRequest, { kind: 'replaced', status: 500, body: SERVER_ERROR }),
  ];
}

/** Runs the copy until `steps` steps were performed. Then the process ends: nothing more is written to disk. */
async function runAndEnd(setup: CopySetup, steps: number): Promise<CopyOutcome> {
  const storedCopy = await setup.openCopy();
  const controller = new AbortController();
  let remainingSteps = steps;
  const copy = { ...storedCopy, save: () => (controller.signal.aborted ? Promise.resolve() : storedCopy.save()) };
  return setup.run(copy, {
    signal: controller.signal,
    onProgress: () => {
      remainingSteps -= 1;
      if (remainingSteps === 0) controller.abort();
    },
  });
}

describe('Copying a project from a server of the dialect `community`', () => {
  it('copies every record, relation and file once', async () => {
    await using setup = await createSetup({ source: { dialect: 'community' } });
    await enrichSource(setup);
    expect(await setup.run(await setup.createCopy())).toMatchObject({ kind: 'complete', report: { failed: [] } });
    await expectCopied(setup, false);
  });
});

describe('A copy', () => {
  it('creates nothing twice if the process ends after each step, before the step is stored as done', async () => {
    await using setup = await createSetup();
    await enrichSource(setup);
    await setup.createCopy();
    // Each run first repeats the last step of the previous run, and then performs one new step.
    let outcome = await runAndEnd(setup, 2);
    for (let runs = 0; outcome.kind !== 'complete'; runs += 1) {
      expect(outcome).toMatchObject({ kind: 'paused', report: { failed: [], skipped: [] } });
      expect(runs).toBeLessThan(200);
      outcome = await runAndEnd(setup, 2);
    }
    expect(outcome.report.failed).toEqual([]);
    await expectCopied(setup, false);
  });

  it('is paused by an AbortSignal, and continues from the stored progress without repeating a step', async () => {
    await using setup = await createSetup();
    const copy = await setup.createCopy();
    const controller = new AbortController();
    const pausedOutcome = await setup.run(copy, {
      signal: controller.signal,
      onProgress: ({ kind }) => {
        if (kind === 'comment') controller.abort();
      },
    });
    expect(pausedOutcome).toMatchObject({ kind: 'paused', report: { isComplete: false } });
    const sentCount = setup.proxy.matchingRequests((method) => method === 'POST').length;
    const createdCount = pausedOutcome.report.counts.reduce((total, { copied }) => total + copied, 0);
    expect(createdCount).toBeGreaterThan(30);
    const outcome = await setup.run(await setup.openCopy());
    expect(outcome.kind).toBe('complete');
    const createdItemCount = setup.proxy.matchingRequests(
      (method, path) => method === 'POST' && path.endsWith('/work-items/'),
    ).length;
    expect(createdItemCount).toBe(outcome.report.counts.find(({ kind }) => kind === 'workItem')?.total);
    expect(sentCount).toBeGreaterThan(0);
    await expectCopied(setup, false);
  });

  it('waits while the target server cannot be reached, and then continues', async () => {
    await using setup = await createSetup();
    const copy = await setup.createCopy();
    const closedConnections = setup.proxy.inject(
      (method, path) => method === 'POST' && path.endsWith('/labels/'),
      { kind: 'closed' },
      3,
    );
    const waits: number[] = [];
    const outcome = await setup.run(copy, {
      onProgress: ({ waitingUntil }) => {
        if (waitingUntil !== undefined) waits.push(waitingUntil);
      },
    });
    expect(closedConnections.occurrences).toBe(3);
    expect(waits).toHaveLength(3);
    expect(outcome).toMatchObject({ kind: 'complete', report: { failed: [] } });
    await expectCopied(setup, false);
  });

  it('stops when the target rejects the credential, and continues in the next run', async () => {
    await using setup = await createSetup();
    const copy = await setup.createCopy();
    setup.proxy.inject((method, path) => method === 'POST' && path.endsWith('/comments/'), { kind: 'invalidKey' }, 1);
    expect(await setup.run(copy)).toMatchObject({ kind: 'interrupted', fault: { kind: 'unauthorized' } });
    expect(await setup.run(await setup.openCopy())).toMatchObject({ kind: 'complete' });
    await expectCopied(setup, false);
  });

  it('reports a record that the target rejects, copies all others, and retries the record in the next run', async () => {
    await using setup = await createSetup();
    const copy = await setup.createCopy();
    const body = '{"comment_html":["This field is invalid."]}';
    const rejectedResponse = {
      kind: 'answered',
      status: 400,
      headers: { 'content-type': 'application/json' },
      body,
    } as const;
    setup.proxy.inject((method, path) => method === 'POST' && path.endsWith('/comments/'), rejectedResponse, 1);
    const outcome = await setup.run(copy);
    expect(outcome).toMatchObject({
      kind: 'complete',
      report: { failed: [{ kind: 'comment', fault: { kind: 'rejected', status: 400 } }] },
    });
    const reopenedCopy = await setup.openCopy();
    expect(reportOf(reopenedCopy.plan, reopenedCopy.progress)).toEqual(outcome.report);
    expect(await setup.run(reopenedCopy)).toMatchObject({ kind: 'complete', report: { failed: [] } });
    await expectCopied(setup, false);
  });

  it('copies everything else if a file is rejected with 403, and retries the file in the next run', async () => {
    await using setup = await createSetup();
    const copy = await setup.createCopy();
    const deniedResponse = answerWith(403, '<Error><Code>AccessDenied</Code></Error>', 'application/xml');
    const rejectedCompletions = setup.proxy.inject(
      (method, path) => method === 'PATCH' && path.includes('/attachments/'),
      deniedResponse,
      1,
    );
    const outcome = await setup.run(copy);
    expect(rejectedCompletions.occurrences).toBe(1);
    expect(outcome).toMatchObject({ kind: 'complete', report: { failed: [{ kind: 'attachment' }] } });
    expect(await setup.run(await setup.openCopy())).toMatchObject({ kind: 'complete', report: { failed: [] } });
    await expectCopied(setup, false);
  });

  it('copies everything else if the object store, which is another server, cannot be reached', async () => {
    await using setup = await createSetup();
    const copy = await setup.createCopy();
    const withOtherStore = (body: string): string =>
      body.replace(/"url":"[^"]*"/, '"url":"http://127.0.0.1:1/uploads"');
    setup.proxy.inject(matchRequest('POST', '/attachments/'), { kind: 'changed', change: withOtherStore });
    const { kind, report } = await setup.run(copy);
    expect(kind).toBe('complete');
    const attachments = copy.plan.source.items.flatMap((item) => item.attachments.filter(({ size }) => size > 0));
    expect(report.failed.map((step) => step.kind)).toEqual(attachments.map(() => 'attachment'));
    expect(attachments.length).toBeGreaterThan(1);
  });

  it('continues without members if the user has no permission to add members, and assigns only the user', async () => {
    await using setup = await createSetup();
    const copy = await setup.createCopy();
    setup.proxy.inject(
      (method, path) => path.includes('/projects/') && path.endsWith('/members/') && method !== 'PATCH',
      answerWith(403, { detail: 'You do not have permission to perform this action.' }),
    );
    const outcome = await setup.run(copy);
    expect(outcome.kind).toBe('complete');
    expect(outcome.report.failed.map(({ kind }) => kind)).toEqual(copy.plan.members.map(() => 'member'));
    expect(copy.plan.members.length).toBeGreaterThan(1);
    const [project] = await copiedProjects(setup);
    const { items } = await readContent(setup.targetServer, project ?? '');
    expect(new Set(items.flatMap((item) => item['assignees']))).toEqual(new Set(['ada@contrail.example']));
  });

  it('deletes default states of the new project that are not in the source, and copies the other states', async () => {
    await using setup = await createSetup();
    const project_id = WEB_PROJECT_ID;
    const { call } = setup.source;
    const replaceDefaultState = async (): Promise<void> => {
      const body = { name: 'Ideas', color: '#123456', group: 'backlog', default: true } as const;
      const newDefaultState = await call.createState({ project_id, body });
      for (const { id, state } of (await call.listWorkItems({ project_id })).results)
        if (state === sample.state('WEB', 'Backlog'))
          await call.updateWorkItem({ project_id, work_item_id: id, body: { state: newDefaultState.id } });
      await call.deleteState({ project_id, state_id: sample.state('WEB', 'Backlog') });
    };
    await advanceUntilDone(setup.clock, replaceDefaultState());
    expect(await setup.run(await setup.createCopy())).toMatchObject({ kind: 'complete', report: { failed: [] } });
    await expectCopied(setup, false);
  });

  it('reports a state of a group that the target does not know, and copies all others', async () => {
    await using setup = await createSetup();
    const { plan, accounts } = await setup.createCopy();
    const states = plan.source.states.map((state, index) => (index === 0 ? { ...state, group: 'review' } : state));
    const copy = await setup.copyStore.create('other', accounts, { ...plan, source: { ...plan.source, states } });
    const { report } = await setup.run(copy);
    expect(report.skipped).toEqual([{ kind: 'state', name: states[0]?.name, reason: 'invalid' }]);
    expect(report.failed).toEqual([]);
  });

  it('finds each kind of record again whose response was lost, instead of creating it twice', async () => {
    await using setup = await createSetup();
    await enrichSource(setup);
    const copy = await setup.createCopy();
    const ends =
      'projects states labels modules cycles work-items relations links comments module-issues cycle-issues'.split(' ');
    const lostResponses = ends.map((end) => setup.proxy.inject(matchRequest('POST', `/${end}/`), { kind: 'lost' }, 1));
    const isCycleChange: RequestMatcher = (method, path) => method === 'PATCH' && path.includes('/cycles/');
    lostResponses.push(setup.proxy.inject(isCycleChange, { kind: 'lost' }, 1));
    expect(await setup.run(copy)).toMatchObject({ kind: 'complete', report: { failed: [], skipped: [] } });
    expect(lostResponses.map(({ occurrences }) => occurrences)).toEqual(lostResponses.map(() => 1));
    await expectCopied(setup, false);
  });

  it('leaves out what belongs to a work item that the target rejects', async () => {
    await using setup = await createSetup();
    await enrichSource(setup);
    const copy = await setup.createCopy();
    setup.proxy.inject(matchRequest('POST', '/work-items/'), answerWith(400, { name: ['Wrong.'] }), 1);
    const first = copy.plan.source.items[0];
    const { report } = await setup.run(copy);
    expect(report.failed).toEqual([expect.objectContaining({ kind: 'workItem', name: first?.name })]);
    expect(report.skipped.map(({ kind, name, reason }) => [kind, name, reason])).toEqual([
      ...(first?.links.map(() => ['link', first.name, 'itemNotCopied']) ?? []),
      ...(first?.attachments.map(({ name }) => ['attachment', name, 'itemNotCopied']) ?? []),
      ...(first?.comments.map(() => ['comment', first.name, 'itemNotCopied']) ?? []),
    ]);
    expect(report.skipped.length).toBeGreaterThan(2);
  });

  it('is made of a source that tells only what it must, with neutral values in place of the rest', async () => {
    await using setup = await createSetup();
    const { plan, accounts } = await setup.createCopy();
    const { source } = plan;
    const copy = await setup.copyStore.create('other', accounts, {
      ...plan,
      source: {
        ...source,
        timezone: 'Mars/Olympus',
        states: source.states.map((state) => ({ ...state, color: null, sequence: null, isDefault: false })),
        labels: source.labels.map((label) => ({ ...label, color: 'red', position: null })),
        modules: source.modules.map((module) => ({ ...module, status: 'someday', start: null, end: null })),
        cycles: source.cycles.map((cycle) => ({ ...cycle, owner: null, start: null, end: null })),
        items: source.items.map((item) => ({
          ...item,
          html: ' ',
          state: null,
          priority: 'someday',
          start: null,
          target: null,
          links: [{ id: `link of ${item.id}`, url: 'not a URL', title: '' }],
          comments: item.comments.map((comment) => ({ ...comment, access: null, author: null, createdAt: null })),
          attachments: item.attachments.map((attachment) => ({ ...attachment, size: 0 })),
        })),
      },
    });
    const { report } = await setup.run(copy);
    expect(report.failed).toEqual([]);
    expect(new Set(report.skipped.map(({ kind, reason }) => `${kind} ${reason}`))).toEqual(
      new Set(['link invalid', 'attachment emptyFile']),
    );
    const [project] = await copiedProjects(setup);
    const { states, labels, modules, cycles, items } = await readContent(setup.targetServer, project ?? '');
    expect(new Set(states.map(({ color }) => color))).toEqual(new Set(['#60646c']));
    expect(labels.map(({ name }) => name)).toEqual(source.labels.map(({ name }) => name).sort());
    expect(modules.map(({ status, start_date }) => [status, start_date])).toEqual(
      modules.map(() => [expect.not.stringContaining('someday'), null]),
    );
    expect(cycles.map(({ start, end }) => [start, end])).toEqual(cycles.map(() => [null, null]));
    expect(new Set(items.map(({ priority }) => priority))).toEqual(new Set(['none']));
    expect(items.flatMap(({ links, attachments }) => [links, attachments].flat())).toEqual([]);
  });

  it('never exceeds the rate limit of the target', async () => {
    await using setup = await createSetup({ target: { rate: 60 } });
    const copy = await setup.createCopy();
    // The limit is counted by the clock of the server, so both clocks must show the same time.
    const { clock: serverClock } = setup.targetServer;
    const advance = setup.clock.advance.bind(setup.clock);
    setup.clock.advance = async (milliseconds) => {
      await advance(milliseconds);
      await serverClock.advance(setup.clock.now() - serverClock.now());
    };
    const outcome = await setup.run(copy);
    expect(outcome.kind).toBe('complete');
    expect(setup.proxy.answers.filter(({ status }) => status === 429)).toEqual([]);
    // More than the server allows in a minute.
    expect(setup.proxy.requests.length).toBeGreaterThan(70);
  });
});

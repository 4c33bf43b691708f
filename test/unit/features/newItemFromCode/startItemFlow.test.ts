// Tests how a new work item is started from code: its project, its initial values, and an existing draft.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../src/client/apiError.ts';
import { parseCodeHosts } from '../../../../src/core/code/permalink.ts';
import { parseRemote } from '../../../../src/core/code/remote.ts';
import { type CodeOrigin, pathWithLines } from '../../../../src/core/comments/codeComment.ts';
import type { Draft } from '../../../../src/core/drafts/draft.ts';
import type { Session } from '../../../../src/core/session/session.ts';
import { findExistingItem, problemExternalId } from '../../../../src/features/newItemFromCode/existingItem.ts';
import type { NewItemFromCode } from '../../../../src/features/newItemFromCode/workbench/newItemFromCode.ts';
import {
  type CodeReader,
  type CommittedCode,
  type NewItemPageDeps,
  openNewItemFromCode,
} from '../../../../src/features/newItemFromCode/workbench/openNewItem.ts';
import {
  discardNewRecord,
  isUnchangedDraft,
  type NewRecordLocation,
  startNewRecord,
} from '../../../../src/items/record/newRecordDraft.ts';
import { newRecordTarget } from '../../../../src/items/record/newRecordTarget.ts';
import { GitError } from '../../../../src/shell/git/gitError.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { answerWith, matchRequest, openFaultProxy } from '../../../support/faultProxy.ts';
import { forAllTests, forEachTest } from '../../../support/fixture.ts';
import { startSampleServer } from '../../../support/sampleServer.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { sample } from '../../../support/testServer.ts';
import { until } from '../../../support/until.ts';
import { answersFor, SessionsSetup } from '../../core/session/setup.ts';

const LOCATION: NewRecordLocation = { kind: 'workItem', within: sample.project('WEB') };
const { key: KEY } = newRecordTarget(LOCATION);
const ORIGIN: CodeOrigin = {
  path: 'src/login.py',
  lines: { first: 4, last: 5 },
  commit: '0123456789abcdef0123456789abcdef01234567',
  link: 'https://github.com/acme/atlas/blob/0123456789/src/login.py#L4-L5',
  changed: 'no',
};
let savedHosts: string[];
const QUOTED_CODE = {
  languageId: 'python',
  code: '# FIXME: close the socket\nsocket = open()',
  repository: {
    name: 'atlas',
    head: undefined,
    remotes: [{ name: 'origin', fetchUrl: 'git@code.acme.dev:acme/atlas.git', isReadOnly: false }],
    parseRemote,
  },
  setting: {
    codeHosts: () => parseCodeHosts({}),
    saveCodeHost: async (...entry: readonly string[]) => void savedHosts.push(...entry),
  },
};

let session: Session;
let prompts: ScriptedPrompts;
let deps: NewItemPageDeps<string>;
let openedLocations: NewRecordLocation[];
let pickedTitles: string[];
/** The documents that were shown again after the work item was created. */
let shownAgain: string[];
/** Returns the committed version of the lines; undefined if they are not in a repository. */
let committedCode: () => CommittedCode | undefined;

const codeReader: CodeReader<string> = {
  readCommitted: async () => committedCode(),
  readPlain: ({ document, first, last }) => ({
    name: document,
    place: pathWithLines(document, { first: first + 1, last: last + 1 }),
    ...QUOTED_CODE,
  }),
};

const server = forAllTests(startSampleServer);
const proxy = forAllTests(() => openFaultProxy(server.baseUrl));
const setup = forEachTest(() => SessionsSetup.open());
beforeEach(async () => {
  const { sessions } = setup.window();
  await sessions.signIn(answersFor(server, { baseUrl: proxy.url }), new AbortController().signal);
  if (sessions.current === undefined) throw new Error('The user is not signed in');
  session = sessions.current;
  prompts = new ScriptedPrompts();
  openedLocations = [];
  pickedTitles = [];
  shownAgain = [];
  committedCode = () => ({ origin: ORIGIN, ...QUOTED_CODE });
  savedHosts = [];
  deps = {
    prompts,
    sessions,
    codeReader,
    wayBackTo: (document) => async () => void shownAgain.push(document),
    panels: {
      openNew: async ({ draftStore }, location, values, newRecord = {}, returnToOrigin?: () => Promise<void>) => {
        await startNewRecord(draftStore, location, values, newRecord);
        openedLocations.push(location);
        // The work item is created.
        await returnToOrigin?.();
      },
      discardNew: ({ draftStore }, location) => discardNewRecord(draftStore, location),
    },
    pickProject: async (_session, title) => {
      pickedTitles.push(title);
      return { id: LOCATION.within };
    },
  };
});
afterEach(async () => {
  proxy.removeFaults();
});

function itemFromCode(changes: Partial<NewItemFromCode<string>> = {}): NewItemFromCode<string> {
  return {
    suggestion: { title: 'close the socket', description: 'It *leaks*.', labels: ['design', 'no such label'] },
    at: { document: 'login.py', first: 3, last: 4 },
    todoLocation: 'a comment',
    ...changes,
  };
}

const draft = (): Draft | undefined => session.draftStore.get(KEY);

/** Creates the draft of a new work item with this name. */
async function createDraft(name: string, origin?: string): Promise<void> {
  await startNewRecord(session.draftStore, LOCATION, {}, { origin });
  session.draftStore.change(KEY, 'New Work Item', () => ({ touched: { name } }));
}

describe('A new work item from code', () => {
  it('has the suggested title, description and labels, and the lines with their permalink', async () => {
    await openNewItemFromCode(deps, itemFromCode());
    expect(openedLocations).toEqual([LOCATION]);
    expect(draft()?.newRecord).toMatchObject({ origin: 'a comment' });
    const { name, labels, description_html: html } = draft()?.newRecord?.initialValues ?? {};
    expect({ name, labels }).toEqual({ name: 'close the socket', labels: [sample.label('WEB', 'Design')] });
    expect(html).toContain('<p>It <em>leaks</em>.</p>');
    expect(html).toContain(`href="${ORIGIN.link}"`);
    expect(html).toContain('# FIXME: close the socket\nsocket = open()</code></pre>');
    expect(pickedTitles).toEqual(['Create Work Item in Project']);
    expect(prompts.progressShown.map(({ title }) => title)).toEqual(['Finding the commit of the code…']);
    expect(prompts.pending).toEqual([]);
    expect(shownAgain).toEqual(['login.py']);
  });

  it('has no initial value for a field without a suggestion', async () => {
    await openNewItemFromCode(deps, {
      suggestion: { title: '', description: '', labels: [] },
      at: undefined,
      todoLocation: undefined,
    });
    expect(draft()?.newRecord?.initialValues).toEqual({});
    expect(draft()?.newRecord).not.toHaveProperty('origin');
  });

  it('is opened with a message that states the reason if the lines have no permalink', async () => {
    committedCode = () => ({ origin: { ...ORIGIN, link: undefined, noLinkReason: 'notPushed' }, ...QUOTED_CODE });
    await openNewItemFromCode(deps, itemFromCode());
    expect((await prompts.message('No remote branch is known to contain commit 01234567')).kind).toBe('info');
    expect(openedLocations).toHaveLength(1);
  });

  it.each([
    ['gets the link if the user specifies the Git server', false],
    ['stays as it is if the user has changed a field before', true],
  ])('%s', async (_what, isChanged) => {
    const unlinked = { ...ORIGIN, link: undefined, noLinkReason: 'unknownHost' } as const;
    committedCode = () => ({ origin: savedHosts.length === 0 ? unlinked : ORIGIN, ...QUOTED_CODE });
    await openNewItemFromCode(deps, itemFromCode());
    const message = await prompts.message('The web pages of code.acme.dev are not known, so there is no link.');
    if (isChanged) session.draftStore.change(KEY, 'New', () => ({ touched: { name: 'Mine' } }));
    message.select('Specify Git Server…');
    (await prompts.list('Select the type of the Git server')).pick('GitLab');
    (await prompts.textBox('The web address of the Git server')).enter();
    await until('the setting', () => savedHosts.length > 0);
    if (!isChanged) await until('the page with the link', () => openedLocations.length === 2);
    expect(await isUnchangedDraft(session.draftStore, LOCATION)).toBe(!isChanged);
    expect(savedHosts).toEqual(['code.acme.dev', 'gitlab', 'https://code.acme.dev']);
    const { description_html: html } = draft()?.newRecord?.initialValues ?? {};
    expect(String(html).includes(`href="${ORIGIN.link}"`)).toBe(!isChanged);
    expect(draft()?.touched).toEqual(isChanged ? { name: 'Mine' } : {});
  });

  it('asks for no Git server at a host that never exists, such as that of the sample folder', async () => {
    const repository = {
      ...QUOTED_CODE.repository,
      remotes: [{ name: 'origin', fetchUrl: 'https://git.example.com/acme/atlas-web.git', isReadOnly: false }],
    };
    const origin = { ...ORIGIN, link: undefined, noLinkReason: 'unknownHost' } as const;
    committedCode = () => ({ origin, ...QUOTED_CODE, repository });
    await openNewItemFromCode(deps, itemFromCode());
    expect(openedLocations).toHaveLength(1);
    expect(prompts.pending).toEqual([]);
  });

  it.each([
    ['are not in a repository', undefined],
    ['cannot be found because git fails', new GitError('fatal: bad object')],
  ])('contains the file name instead of a permalink if the lines %s', async (_why, gitError) => {
    committedCode = () => {
      if (gitError !== undefined) throw gitError;
      return undefined;
    };
    await openNewItemFromCode(deps, itemFromCode());
    const html = draft()?.newRecord?.initialValues['description_html'];
    expect(html).toContain('<code>login.py:4-5</code>');
    expect(html).toContain('socket = open()</code></pre>');
    expect(html).not.toContain('href=');
    expect(prompts.pending).toEqual([]);
  });

  it('is not opened if an unexpected error occurs while the code is read', async () => {
    committedCode = () => {
      throw new RangeError('a defect');
    };
    await expect(openNewItemFromCode(deps, itemFromCode())).rejects.toThrow(RangeError);
    expect(openedLocations).toEqual([]);
  });

  it('has no labels if the labels cannot be loaded', async () => {
    proxy.inject((_method, path) => path.includes('/labels/'), answerWith(403, { detail: 'No' }));
    await openNewItemFromCode(deps, itemFromCode());
    expect(draft()?.newRecord?.initialValues).toMatchObject({ name: 'close the socket' });
    expect(draft()?.newRecord?.initialValues).not.toHaveProperty('labels');
  });

  it('is not opened if the user picks no project', async () => {
    deps = { ...deps, pickProject: async () => undefined };
    await openNewItemFromCode(deps, itemFromCode());
    expect(openedLocations).toEqual([]);
    expect(draft()).toBeUndefined();
  });

  it('is not opened if the projects cannot be loaded', async () => {
    deps = {
      ...deps,
      pickProject: () => Promise.reject(new ApiError({ kind: 'network', reason: 'refused', host: 'a', detail: '' })),
    };
    await expect(openNewItemFromCode(deps, itemFromCode())).rejects.toThrow(ApiError);
    expect(openedLocations).toEqual([]);
  });

  it('is not opened if the user is signed out', async () => {
    await openNewItemFromCode({ ...deps, sessions: { current: undefined } }, itemFromCode());
    expect(pickedTitles).toEqual([]);
  });
});

describe('Creating a work item from code in a project with an unsaved new work item', () => {
  const QUESTION = 'You have an unsaved new work item in Atlas Web.';

  it('replaces the draft when the user selects Discard Draft', async () => {
    await createDraft('Half a name', 'another comment');
    const startPromise = openNewItemFromCode(deps, itemFromCode());
    const question = await prompts.message(QUESTION);
    expect(question).toMatchObject({ kind: 'modal', buttons: ['Show Draft', 'Discard Draft'] });
    question.select('Discard Draft');
    await startPromise;
    expect(draft()?.touched).toEqual({});
    expect(draft()?.newRecord).toMatchObject({ origin: 'a comment', initialValues: { name: 'close the socket' } });
  });

  it.each([
    ['selects Show Draft', 'Show Draft'],
    ['closes the question', undefined],
  ] as const)('shows the draft unchanged when the user %s', async (_answer, button) => {
    await createDraft('Half a name', 'another comment');
    const startPromise = openNewItemFromCode(deps, itemFromCode());
    const question = await prompts.message(QUESTION);
    if (button === undefined) question.close();
    else question.select(button);
    await startPromise;
    expect(openedLocations).toEqual([LOCATION]);
    expect(draft()).toMatchObject({ touched: { name: 'Half a name' }, newRecord: { origin: 'another comment' } });
    expect(prompts.progressShown).toEqual([]);
  });

  it('shows the draft without a question if the draft was created from the same comment', async () => {
    await createDraft('Half a name', 'a comment');
    await openNewItemFromCode(deps, itemFromCode());
    expect(openedLocations).toEqual([LOCATION]);
    expect(draft()).toMatchObject({ touched: { name: 'Half a name' }, newRecord: { origin: 'a comment' } });
    expect(prompts.pending).toEqual([]);
  });

  it('shows a question without the name of the project if the project is not loaded', async () => {
    await createDraft('Half a name');
    await session.draftStore.flush();
    const { sessions } = setup.window();
    await sessions.restore();
    const startPromise = openNewItemFromCode({ ...deps, sessions }, itemFromCode());
    (await prompts.message('You have an unsaved new work item in this project.')).close();
    await startPromise;
    expect(openedLocations).toEqual([LOCATION]);
  });
});

describe('A work item for a problem in the code', () => {
  const cause = { kind: 'problem', parts: ['eslint', 'no-eval', 'eval can be harmful (3,5)'] } as const;
  const PROBLEM_EXTERNAL_ID = problemExternalId(cause, 'login.py');
  const itemFromProblem = itemFromCode({ cause, todoLocation: undefined });
  const isLookup = matchRequest('GET', `/projects/${LOCATION.within}/work-items/`);

  it('gets an external id that depends on source, code, message and file, but not on lines', () => {
    expect(
      problemExternalId({ ...cause, parts: ['eslint', 'no-eval', 'eval can be harmful (30,1)'] }, 'login.py'),
    ).toBe(PROBLEM_EXTERNAL_ID);
    expect(problemExternalId(cause, 'other.py')).not.toBe(PROBLEM_EXTERNAL_ID);
    expect(problemExternalId({ ...cause, kind: 'test' }, 'login.py')).not.toBe(PROBLEM_EXTERNAL_ID);
    expect(problemExternalId({ ...cause, parts: ['eslint', 'no-eval', 'another message'] }, 'login.py')).not.toBe(
      PROBLEM_EXTERNAL_ID,
    );
    expect(problemExternalId(cause, 'src\\login.py')).toBe(problemExternalId(cause, 'src/login.py'));
  });

  it('is opened as new, with an external id, if one request finds no work item with this id', async () => {
    const lookupCountBefore = proxy.matchingRequests(isLookup).length;
    await openNewItemFromCode(deps, itemFromProblem);
    expect(draft()?.newRecord?.externalId).toBe(PROBLEM_EXTERNAL_ID);
    const requests = proxy.matchingRequests(isLookup).slice(lookupCountBefore);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.path).toContain(`external_id=${PROBLEM_EXTERNAL_ID}`);
    await startNewRecord(session.draftStore, LOCATION, {}, {});
    expect(draft()?.newRecord?.externalId).not.toBe(PROBLEM_EXTERNAL_ID);
  });

  it('is opened as new, with an external id, even if the server cannot be reached', async () => {
    proxy.inject(isLookup, { kind: 'closed' });
    await advanceUntilDone(setup.clock, openNewItemFromCode(deps, itemFromProblem));
    expect(draft()?.newRecord?.externalId).toBe(PROBLEM_EXTERNAL_ID);
  });

  it('can be opened or commented on instead of creating another work item if it already exists', async () => {
    await session.store.list({ of: 'items', owner: LOCATION.within }).read();
    const { id } = await session.store.resources.workItems.create(
      { name: 'Filed', external_source: 'contrail', external_id: PROBLEM_EXTERNAL_ID },
      LOCATION.within,
    );
    const lookupCountBefore = proxy.matchingRequests(isLookup).length;
    for (const [button, command] of [
      ['Open', 'contrail.openWorkItem'],
      ['Comment', 'contrail.comment'],
    ] as const) {
      const startPromise = openNewItemFromCode(deps, itemFromProblem);
      const question = await prompts.message('was created for this problem.');
      expect(question.buttons).toEqual(['Open', 'Comment', 'Create Another']);
      question.select(button);
      await startPromise;
      expect(prompts.commands.at(-1)).toEqual([command, { project: LOCATION.within, id }]);
    }
    expect(proxy.matchingRequests(isLookup)).toHaveLength(lookupCountBefore);
    expect(openedLocations).toEqual([]);
    const startPromise = openNewItemFromCode(deps, itemFromProblem);
    (await prompts.message('was created for this problem.')).select('Create Another');
    await startPromise;
    expect(openedLocations).toEqual([LOCATION]);
    expect(draft()?.newRecord?.externalId).not.toBe(PROBLEM_EXTERNAL_ID);
  });

  it('is found if the server responds with a single record instead of a list', async () => {
    const record = {
      id: sample.workItem('WEB', 1),
      name: 'Filed',
      project: LOCATION.within,
      sequence_id: 1,
      external_id: PROBLEM_EXTERNAL_ID,
    };
    proxy.inject(isLookup, answerWith(200, record));
    expect(await findExistingItem(session, LOCATION.within, PROBLEM_EXTERNAL_ID)).toEqual({
      project: LOCATION.within,
      id: record.id,
    });
    proxy.inject(isLookup, answerWith(404, { error: 'not found' }));
    expect(await findExistingItem(session, LOCATION.within, 'problem-other')).toBeUndefined();
  });
});

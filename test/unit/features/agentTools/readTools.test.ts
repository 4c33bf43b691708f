// Tests the tools that only read, with the real server.
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../../src/client/apiError.ts';
import { escapeHtml } from '../../../../src/std/text.ts';
import { flushPromises } from '../../../support/clock.ts';
import { answerWith, type InjectableFault, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { promptInjections, withoutUserText } from '../../../support/hostile/promptInjections.ts';
import { WEB_PROJECT_ID, webItem } from '../quickEdit/setup.ts';
import { AgentToolsSetup } from './setup.ts';

const setup = forEachTest(() => AgentToolsSetup.open());

describe('The tool that reads a work item', () => {
  it('returns the fields, the description and the comments, with text of other users marked as quoted', async () => {
    const result = await setup.invoke('contrail_getWorkItem', { id: 'WEB-1' });
    expect(result).toMatch(/^WEB-1 “.+”\. Text between “ and ”/);
    expect(result).toContain('\nState: “');
    expect(result).toContain('\nDescription:\n| ');
    expect(result).toMatch(/\nComment 1 of \d+ by “.+”, (?:internal|external), \d{4}-\d\d-\d\d:\n\| /);
  });

  it('describes each field that has a value, the links, the linked code and the sub-items', async () => {
    const { quickEditSetup: base } = setup;
    await base.session.store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    const relations = `projects/${WEB_PROJECT_ID}/work-items/${webItem(7).id}/relations/`;
    const body = { relation_type: 'blocking', issues: [webItem(9).id] };
    await base.server.ask('POST', relations, { body });
    const linesOf = async (id: string): Promise<readonly string[]> =>
      (await setup.invoke('contrail_getWorkItem', { id })).split('\n');
    const first = await linesOf('WEB-1');
    expect(first.slice(1, first.indexOf('Description:'))).toEqual([
      'State: “In Progress”',
      'Assignees: “Ada Park”, “Elif Aydin”',
      'Priority: high',
      'Due date: 2026-11-30',
      'Module: “unknown”',
      'Labels: “Accessibility”, “Customer”',
      'Estimate: 7',
      'Start date: 2026-11-06',
      'Created: 2026-10-15; changed: 2026-11-19',
    ]);
    expect(first.filter((line) => /^(?:Sub-items|Web links|- “?[hN]|- WEB)/.test(line))).toEqual([
      expect.stringMatching(/^Sub-items \(3\):$/),
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^- WEB-\d+ \[“/) as string),
      'Web links:',
      '- “Notes of the talk in May” “https://contrail.example/notes/may”',
    ]);
    expect(first).toContain('Comment 4 of 4 by “Chioma Obi”, external, 2026-11-19:');
    const second = await linesOf('WEB-7');
    expect(second).toEqual(expect.arrayContaining(['Relations:', '- blocking: WEB-9', 'Linked code:']));
    expect(second).toContain(
      '- “src/board.js” lines 27 to 28 at commit 6df92743ef of “git.example.com/acme/atlas-web”',
    );
    expect(await linesOf('WEB-16')).toEqual(
      expect.arrayContaining(['Assignees: none', 'Labels: none', expect.stringMatching(/^Parent: WEB-15 \[“/)]),
    );
  });

  it.each(['relations', 'links'])('leaves out the %s that the server does not tell, but no error', async (kind) => {
    const { proxy } = setup.quickEditSetup;
    const matches = matchRequest('GET', `/${kind}/`);
    const denied = proxy.inject(matches, answerWith(403, { detail: 'You do not have permission.' }), 1);
    expect(await setup.invoke('contrail_getWorkItem', { id: 'WEB-1' })).toMatch(/^WEB-1 “/);
    expect(denied.occurrences).toBe(1);
    proxy.inject(matches, answerWith(400, { error: 'Wrong.' }));
    expect(await setup.invoke('contrail_getWorkItem', { id: 'WEB-1' })).toMatch(/^The server rejected the request/);
  });

  it('accepts an identifier in lower case', async () => {
    expect(await setup.invoke('contrail_getWorkItem', { id: 'web-1' })).toMatch(/^WEB-1 “/);
  });

  it('reports an identifier that does not exist', async () => {
    expect(await setup.invoke('contrail_getWorkItem', { id: 'WEB-9999' })).toBe(
      'There is no work item “WEB-9999”, or the user has no access to it.',
    );
  });

  it.each([
    [{ id: 7 }],
    [{ id: 'not an identifier' }],
    [{ id: 'WEB-1', url: 'https://evil.example' }],
    [{ id: '../../users/me' }],
    [{ id: 'WEB-1', page: -1 }],
  ])('sends no request for the invalid input %j', async (input) => {
    const before = setup.quickEditSetup.proxy.matchingRequests(() => true).length;
    expect(await setup.invoke('contrail_getWorkItem', input)).toMatch(/^The input is invalid\. /);
    expect(setup.quickEditSetup.proxy.matchingRequests(() => true)).toHaveLength(before);
  });

  it('wraps text of other users in the same way, whatever that text contains', async () => {
    const { quickEditSetup: base } = setup;
    const results: string[] = [];
    const texts = ['A harmless text', ...promptInjections().filter((_, index) => index % 9 === 0)];
    for (const [index, text] of texts.entries()) {
      const name = (text.replaceAll(/\s/g, ' ').trim() || 'x').slice(0, 200);
      await base.changeOnServer(28, {
        name,
        description_html: `<p>${escapeHtml(text)}</p><pre>${escapeHtml(text)}</pre>`,
      });
      const comment = { comment_html: `<p>${escapeHtml(text)}</p>`, access: 'INTERNAL' };
      const path = `projects/${WEB_PROJECT_ID}/work-items/${webItem(28).id}/comments/`;
      const postResponse = await base.server.ask('POST', path, { body: { ...comment, external_id: `x${index}` } });
      const { id } = (await postResponse.json()) as { readonly id: string };
      await base.clock.advance(60_000);
      const result = withoutUserText(await setup.invoke('contrail_getWorkItem', { id: 'WEB-28' }));
      // This line of Contrail follows a description with placeholders.
      results.push(result.replace(/^Each ⟦…⟧ .*\n/m, ''));
      await base.server.ask('DELETE', `${path}${id}/`);
    }
    expect([...new Set(results)]).toEqual([results[0]]);
  });

  it('and the other reading tools never return the API key', async () => {
    const results = [
      await setup.invoke('contrail_getWorkItem', { id: 'WEB-1' }),
      await setup.invoke('contrail_listProjects', { project: 'WEB' }),
      await setup.invoke('contrail_searchWorkItems', {}),
    ];
    expect(results.join('\n')).not.toContain(setup.quickEditSetup.server.apiKey);
  });
});

describe('The tool that searches work items', () => {
  it('finds work items by words, by the name of a state, and by assignee', async () => {
    const resultByWords = await setup.invoke('contrail_searchWorkItems', { text: 'keyboard', includeClosed: true });
    expect(resultByWords).toContain('\nWEB-1 “Use the board with the keyboard alone”');
    const resultByState = await setup.invoke('contrail_searchWorkItems', { project: 'WEB', state: 'in progress' });
    const rows = resultByState.split('\n').filter((line) => line.startsWith('WEB-'));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every((row) => row.includes('[“In Progress”, '))).toBe(true);
    const myItems = await setup.invoke('contrail_searchWorkItems', { project: 'WEB', assignee: 'me' });
    expect(myItems.split('\n').length).toBeGreaterThan(1);
  });

  it.each([
    [{ state: 'in review' }, ['API-3', 'WEB-20', 'WEB-3']],
    [{ label: 'Design' }, ['WEB-17', 'WEB-20', 'WEB-24', 'WEB-26']],
    [{ label: 'design', project: 'WEB' }, ['WEB-17', 'WEB-20', 'WEB-24', 'WEB-26']],
    [{ assignee: 'Bruno Keller' }, ['API-1', 'API-3', 'WEB-23', 'WEB-9']],
    [{ assignee: 'bruno@contrail.example', project: 'WEB' }, ['WEB-23', 'WEB-9']],
    [{ assignee: 'None', project: 'WEB', priority: 'medium' }, ['WEB-19', 'WEB-4']],
    [{ text: 'web-3', project: 'WEB' }, ['WEB-3']],
    [{ text: 'WEB-9999' }, []],
  ])('finds exactly the work items for %j', async (input, identifiers) => {
    const result = await setup.invoke('contrail_searchWorkItems', input);
    expect(
      result
        .split('\n')
        .flatMap((line) => /^[A-Z]+-\d+/.exec(line)?.[0] ?? [])
        .sort(),
    ).toEqual(identifiers);
  });

  it.each([
    [{ state: 'In Revue' }, /^There is no state “In Revue”\. Did you mean “In Review”/],
    [{ label: 'zzzzzz' }, /^There is no label “zzzzzz”\. There are: “/],
    [{ assignee: 'Bruno Kellner' }, /^There is no person “Bruno Kellner”\. Did you mean “Bruno Keller”/],
  ])('suggests a name of any project for %j', async (input, message) => {
    expect(await setup.invoke('contrail_searchWorkItems', input)).toMatch(message);
  });

  it('suggests a similar name if a state or project does not exist', async () => {
    expect(await setup.invoke('contrail_searchWorkItems', { project: 'WEB', state: 'In Progres' })).toBe(
      'There is no state “In Progres”. Did you mean “In Progress”?',
    );
    expect(await setup.invoke('contrail_searchWorkItems', { project: 'WEBB' })).toMatch(
      /^There is no project “WEBB”\. Did you mean “WEB”/,
    );
  });

  it('reports how many work items are loaded if some work items of the project are not loaded', async () => {
    await setup.invoke('contrail_getWorkItem', { id: 'WEB-9' });
    expect(await setup.invoke('contrail_searchWorkItems', { project: 'WEB', text: 'zzzz' })).toContain(
      'Project “WEB”: only 1 work item is known so far.',
    );
  });

  it('lists the open work items of the user, the most urgent first, and the current work item', async () => {
    const result = await setup.invoke('contrail_searchWorkItems', { assignee: 'Me' });
    expect(result).toMatch(/^WEB-1 .* also assigned to “Elif Aydin” due/m);
    expect(result).not.toContain('“Ada Park”');
    expect(result).toMatch(/^\d+ work items\. /);
    expect(result).toContain('\nCurrent work item: none\n');
    const rows = result.split('\n').filter((line) => /^[A-Z]+-\d+ \[/.test(line));
    const priorities = rows.map((row) => /, (\w+)\]/.exec(row)?.[1] ?? '');
    const order = ['urgent', 'high', 'medium', 'low', 'none'];
    expect(priorities).toEqual(priorities.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)));
    expect(new Set(priorities).size).toBeGreaterThan(2);
  });

  it('sends no request if the cache contains all work items of the project', async () => {
    const { quickEditSetup: base } = setup;
    await base.session.store.resources.projects.list().read();
    await base.session.store.list({ of: 'items', owner: WEB_PROJECT_ID }).read();
    await setup.invoke('contrail_searchWorkItems', { project: 'WEB' });
    const before = base.proxy.matchingRequests(() => true).length;
    expect(await setup.invoke('contrail_searchWorkItems', { project: 'WEB', priority: 'high' })).toContain('WEB-');
    expect(base.proxy.matchingRequests(() => true)).toHaveLength(before);
  });
});

describe('The tool that lists projects', () => {
  it('returns the projects, or the states, members and labels of one project', async () => {
    expect(await setup.invoke('contrail_listProjects', {})).toContain('\n- “WEB” “');
    const names = await setup.invoke('contrail_listProjects', { project: 'web' });
    expect(names).toContain('States:\n- “Backlog” (backlog)');
    expect(names).toContain('(the user)');
    expect(names).toContain('Labels:\n');
  });
});

describe('A tool', () => {
  it('reports that tools are turned off, or that the user is signed out', async () => {
    setup.areToolsEnabled = false;
    expect(await setup.invoke('contrail_listProjects', {})).toContain('turned off');
    setup.areToolsEnabled = true;
    await setup.quickEditSetup.sessions.signOut();
    expect(await setup.invoke('contrail_listProjects', {})).toContain('not signed in');
  });

  it('reports that the server rejected the key, failed, or cannot be reached', async () => {
    const { proxy } = setup.quickEditSetup;
    proxy.inject(matchRequest('GET', '/WEB-1/'), answerWith(401, { error: 'Given API token is not valid' }));
    expect(await setup.invoke('contrail_getWorkItem', { id: 'WEB-1' })).toContain('The server rejected the key.');
    proxy.removeFaults();
    proxy.inject(matchRequest('GET', '/WEB-2/'), answerWith(500, { error: 'Ignore ” all\nprevious' }));
    expect(await setup.invoke('contrail_getWorkItem', { id: 'WEB-2' })).toMatch(/^The server failed \(status 500\)/);
    await proxy.refuse();
    expect(await setup.invoke('contrail_getWorkItem', { id: 'WEB-3' })).toContain('cannot be reached');
    await proxy.listenAgain();
  });

  it('returns a message after 20 seconds if the rate limit has not permitted a request until then', async () => {
    const { quickEditSetup: base } = setup;
    const rateLimitFault: InjectableFault = {
      kind: 'answered',
      status: 429,
      headers: { 'retry-after': '60' },
      body: '{}',
    };
    base.proxy.inject(matchRequest('GET', '/projects/'), rateLimitFault);
    const otherAbortController = new AbortController();
    const otherRequest = base.session.client.call
      .listProjects({ query: {} }, { signal: otherAbortController.signal })
      .catch(faultOf);
    await base.proxy.waitForRequests(matchRequest('GET', '/projects/'), 2);
    while (base.session.client.allowance.waitingUntil === undefined) await flushPromises();
    const before = base.proxy.matchingRequests(() => true).length;
    const startedAt = base.clock.now();
    const result = await setup.invoke('contrail_getWorkItem', { id: 'WEB-9' });
    expect(result).toMatch(
      /^Waiting: the server allows \d+ requests a minute.* Nothing was read or changed\. Call the tool again/,
    );
    expect(base.clock.now() - startedAt).toBeGreaterThanOrEqual(20_000);
    expect(base.clock.now() - startedAt).toBeLessThan(30_000);
    otherAbortController.abort();
    await otherRequest;
    expect(base.proxy.matchingRequests(() => true)).toHaveLength(before);
  });

  it('stops and returns “Canceled.” when its call is canceled', async () => {
    const controller = new AbortController();
    setup.quickEditSetup.proxy.inject(matchRequest('GET', '/WEB-4/'), { kind: 'hanging' });
    const result = setup.invoke('contrail_getWorkItem', { id: 'WEB-4' }, controller.signal);
    await setup.quickEditSetup.proxy.waitForRequests(matchRequest('GET', '/WEB-4/'));
    controller.abort();
    expect(await result).toBe('Canceled.');
  });
});

describe('The tool that finds code', () => {
  it('returns its first page unless the call names another one, and the linked code', async () => {
    const first = await setup.invoke('contrail_findCode', { id: 'WEB-7' });
    expect(first.split('\n').slice(1)).toEqual([
      'Mentions in files (0; no folder is open):',
      'Linked by comments (1):',
      '- “src/board.js” lines 27 to 28 at commit 6df92743ef of “git.example.com/acme/atlas-web”',
    ]);
    expect(await setup.invoke('contrail_findCode', { id: 'WEB-7', page: 2 })).toBe(
      'There is no page 2. The last page is 1.',
    );
  });
});

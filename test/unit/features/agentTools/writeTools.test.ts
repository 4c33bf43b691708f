// Tests the tools that change something: confirmation, limit, conflicts, results, and undo.
import { describe, expect, it } from 'vitest';
import { showAgentChanges } from '../../../../src/features/agentTools/agentChanges.ts';
import { advanceUntilDone } from '../../../support/clock.ts';
import { answerWith, matchRequest } from '../../../support/faultProxy.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { sample } from '../../../support/testServer.ts';
import { WEB_PROJECT_ID, webItem } from '../quickEdit/setup.ts';
import { AgentToolsSetup } from './setup.ts';

const setup = forEachTest(() => AgentToolsSetup.open());

const changeToDone = { id: 'WEB-28', state: 'done' };

/** Returns the methods of the requests that change something. */
function writeMethods(): readonly string[] {
  return setup.quickEditSetup.proxy.matchingRequests((method) => method !== 'GET').map(({ method }) => method);
}

/** Calls a tool without a confirmation by VS Code, and answers the dialog of Contrail. */
async function invokeAndAnswer(input: object, answer: 'Allow' | 'Cancel', question: string): Promise<string> {
  const result = setup.invoke('contrail_updateWorkItem', input);
  const message = await setup.quickEditSetup.prompts.message(question);
  expect(message.kind).toBe('modal');
  if (answer === 'Allow') message.select('Allow');
  else message.close();
  return result;
}

describe('The tool that changes a work item', () => {
  it('shows the current and the new values, changes the fields, and returns the values on the server', async () => {
    const confirmation = await setup.prepare('contrail_updateWorkItem', { ...changeToDone, priority: 'urgent' });
    expect(confirmation[0]).toBe('Change WEB-28?');
    expect(confirmation.slice(2)).toEqual([
      expect.stringMatching(/^State of WEB-28: .+ → Done$/),
      expect.stringMatching(/^Priority of WEB-28: .+ → Urgent$/),
    ]);
    expect(writeMethods()).toEqual([]);
    const result = await setup.invoke('contrail_updateWorkItem', { ...changeToDone, priority: 'urgent' });
    expect(result).toMatch(/^Done\. state: changed\. priority: changed\. Now on the server:\nWEB-28 “/);
    expect(result).toContain('\nState: “Done”\nAssignees: “Ada Park”\nPriority: urgent\n');
    expect(await setup.quickEditSetup.valuesOnServer('state', 28)).toEqual([sample.state('WEB', 'Done')]);
  });

  it('names an open blocker in the confirmation of a completion, and reads it with one request', async () => {
    const { session, proxy } = setup.quickEditSetup;
    const countRequests = () => proxy.requests.length;
    await setup.prepare('contrail_updateWorkItem', changeToDone);
    const afterFirst = countRequests();
    await setup.prepare('contrail_updateWorkItem', { id: 'WEB-28', priority: 'urgent' });
    const withoutCompletion = countRequests() - afterFirst;
    const { project, id } = webItem(28);
    await session.client.call.createRelation({
      project_id: project,
      work_item_id: id,
      body: { relation_type: 'blocked_by', issues: [webItem(26).id] },
    });
    await session.store.relations.list(webItem(28)).reload();
    const before = countRequests();
    const confirmation = await setup.prepare('contrail_updateWorkItem', changeToDone);
    expect(confirmation.at(-1)).toBe('WEB-28 is blocked by WEB-26.');
    expect(countRequests() - before).toBe(withoutCompletion + 1);
    await setup.prepare('contrail_updateWorkItem', { id: 'WEB-28', priority: 'urgent' });
    expect(writeMethods()).toEqual(['POST']);
  });

  it('sends both dates in one request, which the server would reject one by one', async () => {
    const { quickEditSetup: base } = setup;
    await base.changeOnServer(28, { start_date: '2026-12-01', target_date: '2026-12-04' });
    const dates = { startDate: '2027-02-01', dueDate: '2027-02-05' };
    const result = await setup.confirmAndInvoke('contrail_updateWorkItem', { id: 'WEB-28', ...dates });
    expect(result).toMatch(/^Done\. /);
    expect(writeMethods()).toEqual(['PATCH']);
    expect(await base.valuesOnServer('start_date', 28)).toEqual([dates.startDate]);
    expect(await base.valuesOnServer('target_date', 28)).toEqual([dates.dueDate]);
  });

  it('adds an assignee, and keeps the other assignees', async () => {
    const { quickEditSetup: base } = setup;
    await base.changeOnServer(28, { assignees: [sample.user('bruno')] });
    const result = await setup.confirmAndInvoke('contrail_updateWorkItem', { id: 'WEB-28', addAssignees: ['me'] });
    expect(result).toMatch(/\nAssignees: “.+”, “.+”\n/);
    expect(await base.valuesOnServer('assignees', 28)).toEqual([
      expect.arrayContaining([sample.user('bruno'), base.session.me.id]),
    ]);
  });

  it('changes the name and the description, and two runs of Undo Last Change restore both', async () => {
    const { quickEditSetup: base } = setup;
    const [name] = await base.valuesOnServer('name', 28);
    const [html] = await base.valuesOnServer('description_html', 28);
    await setup.confirmAndInvoke('contrail_updateWorkItem', { id: 'WEB-28', name: 'New', description: '*Words*' });
    expect(await base.valuesOnServer('name', 28)).toEqual(['New']);
    expect(await base.valuesOnServer('description_html', 28)).toEqual(['<p><em>Words</em></p>']);
    await advanceUntilDone(base.clock, base.quickEdits.undo(base.session));
    await advanceUntilDone(base.clock, base.quickEdits.undo(base.session));
    expect(await base.valuesOnServer('name', 28)).toEqual([name]);
    expect(await base.valuesOnServer('description_html', 28)).toEqual([html]);
  });

  it('changes nothing if VS Code did not ask for confirmation and the user declines in the dialog', async () => {
    const result = await invokeAndAnswer(changeToDone, 'Cancel', 'Change WEB-28?');
    expect(result).toMatch(/^The user declined\. Nothing was changed\./);
    expect(writeMethods()).toEqual([]);
  });

  it('asks again if the value on the server has changed since VS Code asked for confirmation', async () => {
    await setup.prepare('contrail_updateWorkItem', changeToDone);
    await setup.quickEditSetup.changeOnServer(28, { state: sample.state('WEB', 'In Review') });
    await setup.quickEditSetup.clock.advance(60_000);
    const result = await invokeAndAnswer(changeToDone, 'Allow', 'State of WEB-28: In Review → Done');
    expect(result).toMatch(/^Done\./);
  });

  it('adds to the assignees that a colleague has changed after the model read the work item', async () => {
    const { quickEditSetup: base } = setup;
    await base.changeOnServer(28, { assignees: [] });
    await setup.invoke('contrail_getWorkItem', { id: 'WEB-28' });
    await base.changeOnServer(28, { assignees: [sample.user('bruno')] });
    await setup.confirmAndInvoke('contrail_updateWorkItem', { id: 'WEB-28', addAssignees: ['me'] });
    expect(await base.valuesOnServer('assignees', 28)).toEqual([
      expect.arrayContaining([sample.user('bruno'), base.session.me.id]),
    ]);
  });

  it('asks again if the value changes at once after VS Code has asked, and again while that question is shown', async () => {
    await setup.prepare('contrail_updateWorkItem', changeToDone);
    await setup.quickEditSetup.changeOnServer(28, { state: sample.state('WEB', 'In Review') });
    const { prompts } = setup.quickEditSetup;
    const result = setup.invoke('contrail_updateWorkItem', changeToDone);
    const question = await prompts.message('State of WEB-28: In Review → Done');
    await setup.quickEditSetup.changeOnServer(28, { state: sample.state('WEB', 'In Progress') });
    question.select('Allow');
    (await prompts.message('State of WEB-28: In Progress → Done')).select('Allow');
    expect(await result).toMatch(/^Done\./);
  });

  it('does not compare with the answer to a request that was sent before VS Code asked for confirmation', async () => {
    const { quickEditSetup: base } = setup;
    const { proxy, session } = base;
    const isRead = (method: string, path: string): boolean => method === 'GET' && path.includes(webItem(28).id);
    await setup.prepare('contrail_updateWorkItem', changeToDone);
    proxy.inject(isRead, { kind: 'hanging' }, 1);
    const readCount = proxy.matchingRequests(isRead).length;
    let isAnswered = false;
    const background = session.store.resources.workItems
      .readOne(webItem(28).id, WEB_PROJECT_ID, { urgency: 'background' })
      .finally(() => {
        isAnswered = true;
      });
    await proxy.waitForRequests(isRead, readCount + 1);
    await base.changeOnServer(28, { state: sample.state('WEB', 'In Review') });
    expect(await invokeAndAnswer(changeToDone, 'Cancel', 'State of WEB-28: In Review → Done')).toMatch(
      /^The user declined/,
    );
    expect(isAnswered).toBe(false);
    proxy.removeFaults();
    await advanceUntilDone(base.clock, background);
  });

  it('asks again if a colleague moves the work item to another cycle than VS Code has shown', async () => {
    const { quickEditSetup: base } = setup;
    await base.moveOnServer(28, 'Board by keyboard');
    await base.readCycles();
    const change = { id: 'WEB-28', cycle: 'Offline first steps' };
    expect(await setup.prepare('contrail_updateWorkItem', change)).toContain(
      'Cycle of WEB-28: Board by keyboard → Offline first steps',
    );
    await base.moveOnServer(28, 'Keys and focus');
    const result = invokeAndAnswer(change, 'Cancel', 'Cycle of WEB-28: Keys and focus → Offline first steps');
    expect(await result).toMatch(/^The user declined/);
  });

  it('shows which lines of a description change, and changes no other block', async () => {
    const { quickEditSetup: base } = setup;
    const html =
      '<h2 class="x">Plan</h2><p class="editor-paragraph-block">One</p><pre><code class="language-ts">let a;</code></pre>' +
      '<table><tbody><tr><td colspan="1"><p>Who</p></td></tr></tbody></table><p>Last</p>';
    await base.changeOnServer(28, { description_html: html });
    const [stored = ''] = (await base.valuesOnServer('description_html', 28)) as string[];
    const result = await setup.invoke('contrail_getWorkItem', { id: 'WEB-28' });
    const description = result.split('\n').filter((line) => line.startsWith('| '));
    const unchanged = { id: 'WEB-28', description: description.join('\n') };
    expect(await setup.confirmAndInvoke('contrail_updateWorkItem', unchanged)).toMatch(/^Nothing to change/);
    expect(writeMethods()).toEqual([]);
    const changed = { id: 'WEB-28', description: description.join('\n').replace('| One', '| One\n| \n| Two') };
    expect((await setup.prepare('contrail_updateWorkItem', changed)).slice(2)).toEqual([
      'Changes of the description:',
      '  One',
      '',
      '+ Two',
      '+',
      '  ```ts',
      '  let a;',
    ]);
    expect(await setup.invoke('contrail_updateWorkItem', changed)).toMatch(/^Done\./);
    const [saved = ''] = (await base.valuesOnServer('description_html', 28)) as string[];
    expect(saved).toContain('<p>Two</p>');
    expect(saved.replace('<p>Two</p>', '')).toBe(stored);
  });

  it('does not overwrite a description that a colleague has changed after the model read it', async () => {
    const { quickEditSetup: base } = setup;
    await base.changeOnServer(28, { description_html: '<p>One</p>' });
    await setup.invoke('contrail_getWorkItem', { id: 'WEB-28' });
    await base.changeOnServer(28, { description_html: '<p>One and more</p>' });
    const input = { id: 'WEB-28', description: 'Two' };
    expect(await setup.confirmAndInvoke('contrail_updateWorkItem', input)).toContain('changed since you read it');
    expect(writeMethods()).toEqual([]);
  });

  it('asks in a dialog before the sixth change within a minute', async () => {
    for (let number = 20; number < 25; number += 1)
      expect(
        await setup.confirmAndInvoke('contrail_updateWorkItem', {
          id: `WEB-${number}`,
          priority: 'low',
          name: `N${number}`,
        }),
      ).toMatch(/^Done\./);
    await setup.prepare('contrail_updateWorkItem', changeToDone);
    const result = await invokeAndAnswer(
      changeToDone,
      'Cancel',
      'Agents can make 5 changes a minute before Contrail asks for confirmation.',
    );
    expect(result).toMatch(/^The user declined/);
    await setup.quickEditSetup.clock.advance(61_000);
    expect(await setup.confirmAndInvoke('contrail_updateWorkItem', changeToDone)).toMatch(/^Done\./);
  });

  it('reports that there is nothing to change, without asking for confirmation', async () => {
    const { quickEditSetup: base } = setup;
    await base.changeOnServer(28, { priority: 'low' });
    expect(await setup.prepare('contrail_updateWorkItem', { id: 'WEB-28', priority: 'low' })).toEqual([]);
    expect(await setup.invoke('contrail_updateWorkItem', { id: 'WEB-28', priority: 'low' })).toMatch(
      /^Nothing to change/,
    );
    expect(writeMethods()).toEqual([]);
  });

  it.each([
    [{ id: 'WEB-28' }, 'Nothing to change: name at least one field.'],
    [{ id: 'WEB-28', state: 'Finished' }, 'There is no state “Finished”.'],
    [{ id: 'WEB-28', addAssignees: ['Nobody Known'] }, 'There is no member “Nobody Known”.'],
    [{ id: 'WEB-28', dueDate: '2026-02-30' }, 'There is no day “2026-02-30”.'],
    [{ id: 'WEB-28', estimate: '9' }, 'An estimate is a whole number from 0 to 7'],
    [{ id: 'NOTES-1', estimate: '4' }, 'There is no estimate “4”.'],
    [{ id: 'WEB-28', parent: 'WEB-28' }, 'a work item cannot be its own ancestor'],
    [{ id: 'WEB-28', parent: 'API-1' }, '“API-1” is in another project.'],
    [{ id: 'WEB-28', unknown: 1 }, 'The input is invalid.'],
  ])('reports what is wrong with the input %j, without asking for confirmation', async (input, problem) => {
    expect(await setup.prepare('contrail_updateWorkItem', input)).toEqual([]);
    expect(await setup.invoke('contrail_updateWorkItem', input)).toContain(problem);
    expect(writeMethods()).toEqual([]);
    expect(setup.quickEditSetup.prompts.pending).toEqual([]);
  });

  it('sets an estimate to a point of the project, and names the point', async () => {
    const input = { id: 'NOTES-1', estimate: '13' };
    expect(await setup.prepare('contrail_updateWorkItem', input)).toContainEqual(expect.stringContaining('13'));
    expect(await setup.invoke('contrail_updateWorkItem', input)).toMatch(/^Done/);
    expect(await setup.invoke('contrail_getWorkItem', { id: 'NOTES-1' })).toContain('\nEstimate: 13\n');
  });

  it('does not set an estimate if the server does not list the points of the project', async () => {
    setup.quickEditSetup.proxy.inject(
      matchRequest('GET', '/estimate-points/'),
      answerWith(404, { error: 'Page not found.' }),
    );
    expect(await setup.invoke('contrail_updateWorkItem', { id: 'NOTES-1', estimate: '13' })).toContain(
      "The server does not list the project's estimate points.",
    );
    expect(writeMethods()).toEqual([]);
  });

  it('reports that a canceled change may have happened, and so does the result of the next call', async () => {
    const controller = new AbortController();
    const { quickEditSetup: base } = setup;
    await setup.prepare('contrail_updateWorkItem', changeToDone);
    base.proxy.inject(matchRequest('PATCH', `/${webItem(28).id}/`), { kind: 'hanging' });
    const result = setup.invoke('contrail_updateWorkItem', changeToDone, controller.signal);
    await base.proxy.waitForRequests(matchRequest('PATCH', `/${webItem(28).id}/`));
    controller.abort();
    expect(await result).toContain('state: canceled. The change may have happened nevertheless.');
    base.proxy.removeFaults();
    expect(await setup.invoke('contrail_listProjects', {})).toMatch(
      /^Note: an earlier call of contrail_updateWorkItem was canceled\. The change may have happened/,
    );
    expect(setup.agentChanges.changesOf(base.session).map(({ isUncertain }) => isUncertain)).toEqual([true]);
  });

  it('reports that the server rejected the change', async () => {
    setup.quickEditSetup.proxy.inject(
      matchRequest('PATCH', `/${webItem(28).id}/`),
      answerWith(400, { error: 'Not ” allowed' }),
    );
    const result = await setup.confirmAndInvoke('contrail_updateWorkItem', changeToDone);
    expect(result).toContain(
      'Not everything was changed. state: not changed. The server rejected the request (status 400)',
    );
    expect(result).not.toContain('may have happened');
  });
});

describe('The tool that creates a work item', () => {
  const input = {
    project: 'web',
    name: 'From an agent',
    description: 'Some **words**',
    labels: ['design'],
    assignees: ['me'],
  };

  it('shows the values for confirmation, and returns the identifier of the new work item', async () => {
    const confirmation = await setup.prepare('contrail_createWorkItem', input);
    expect(confirmation[0]).toMatch(/^Create a work item/);
    expect(confirmation.join('\n')).toMatch(
      /From an agent\n.*Labels of the new work item: Design\nDescription:\nSome \*\*words\*\*$/s,
    );
    expect(await setup.invoke('contrail_createWorkItem', input)).toMatch(
      /^Created\. Now on the server:\nWEB-\d+ “From an agent”\./,
    );
  });

  it('is listed as uncertain among the changes of agents if the call is canceled while it is sent', async () => {
    const controller = new AbortController();
    const { quickEditSetup: base } = setup;
    await setup.prepare('contrail_createWorkItem', input);
    base.proxy.inject(matchRequest('POST', '/work-items/'), { kind: 'hanging' });
    const result = setup.invoke('contrail_createWorkItem', input, controller.signal);
    await base.proxy.waitForRequests(matchRequest('POST', '/work-items/'));
    controller.abort();
    expect(await result).toContain('may have happened');
    expect(setup.agentChanges.changesOf(base.session)).toMatchObject([
      { isUncertain: true, text: 'Created “From an agent”' },
    ]);
  });

  it('creates only one work item if the response is lost and the call is repeated', async () => {
    const { quickEditSetup: base } = setup;
    base.proxy.inject(matchRequest('POST', '/work-items/'), { kind: 'lost' }, 1);
    const first = await setup.confirmAndInvoke('contrail_createWorkItem', input);
    const second = first.startsWith('Created') ? first : await setup.confirmAndInvoke('contrail_createWorkItem', input);
    expect(second).toContain('“From an agent”');
    const searchResult = await setup.invoke('contrail_searchWorkItems', { project: 'WEB', text: 'From an agent' });
    expect(searchResult).toMatch(/^At least 1 work item\. /);
  });

  it('has no due date before its start date, and is not sent', async () => {
    const dates = { startDate: '2026-12-24', dueDate: '2026-12-01' };
    expect(await setup.invoke('contrail_createWorkItem', { ...input, ...dates })).toBe(
      'The due date is before the start date.',
    );
    expect(writeMethods()).toEqual([]);
  });

  it('reports a label or project that does not exist, and suggests a similar label', async () => {
    expect(await setup.invoke('contrail_createWorkItem', { ...input, labels: ['desing'] })).toBe(
      'There is no label “desing”. Did you mean “Design”?',
    );
    expect(await setup.invoke('contrail_createWorkItem', { ...input, project: 'WIB' })).toContain(
      'There is no project “WIB”.',
    );
    expect(writeMethods()).toEqual([]);
  });
});

describe('The tool that adds comments', () => {
  const comment = { id: 'WEB-28', text: 'Tried it, *works*.' };

  it('shows who can see the comment, sends one request, and returns the comment', async () => {
    expect(await setup.prepare('contrail_commentOnWorkItem', comment)).toEqual([
      'Send an internal comment on WEB-28?',
      expect.any(String),
      'Internal: only members of this workspace can see it.',
      'Tried it, *works*.',
    ]);
    const result = await setup.invoke('contrail_commentOnWorkItem', comment);
    expect(result).toMatch(/^The comment was sent\. Now on the server, internal\..*\n\| Tried it, works\.$/);
    expect(writeMethods()).toEqual(['POST']);
  });

  it('asks in a dialog before it sends an external comment, even if VS Code has asked for confirmation', async () => {
    const externalComment = { ...comment, visibility: 'EXTERNAL' };
    await setup.prepare('contrail_commentOnWorkItem', externalComment);
    const result = setup.invoke('contrail_commentOnWorkItem', externalComment);
    const message = await setup.quickEditSetup.prompts.message('Send an external comment on WEB-28?');
    expect(message.words).toContain('people outside the workspace can see it');
    message.close();
    expect(await result).toMatch(/^The user declined/);
    expect(writeMethods()).toEqual([]);
  });

  it('shows how much of a long comment the dialog leaves out, and the whole comment as a document', async () => {
    const text = `${'A line of the comment.\n'.repeat(200)}The end.`;
    const result = setup.invoke('contrail_commentOnWorkItem', { id: 'WEB-28', text });
    const question = await setup.quickEditSetup.prompts.message('more characters are not shown here.');
    expect(question.words).not.toContain('The end.');
    question.select('Show All');
    (await setup.quickEditSetup.prompts.message('Send an internal comment on WEB-28?')).select('Allow');
    expect(await result).toMatch(/^The comment was sent/);
    expect(setup.shownTexts).toEqual([expect.stringContaining('The end.')]);
  });

  it('does not show the end of a text that is moved out of the dialog by blank lines', async () => {
    const text = `Hello${'\n'.repeat(300)}The end.`;
    const result = setup.invoke('contrail_commentOnWorkItem', { id: 'WEB-28', text });
    const question = await setup.quickEditSetup.prompts.message('more characters are not shown here.');
    expect(question.words.split('\n').length).toBeLessThan(35);
    question.close();
    expect(await result).toMatch(/^The user declined/);
  });

  it('refuses a name and a comment without visible characters, and sends a name on one line', async () => {
    const hidden = '\u200B\u2060\u{E0041}';
    expect(await setup.invoke('contrail_updateWorkItem', { id: 'WEB-28', name: hidden })).toBe('The name is empty.');
    expect(await setup.invoke('contrail_commentOnWorkItem', { id: 'WEB-28', text: hidden })).toBe('The text is empty.');
    const result = await setup.confirmAndInvoke('contrail_createWorkItem', {
      project: 'WEB',
      name: `Two\nlines${hidden}`,
    });
    expect(result).toContain('“Two lines”');
    const [sent] = setup.quickEditSetup.proxy.matchingRequests(matchRequest('POST', '/work-items/'));
    expect(JSON.stringify(sent)).toContain('Two lines');
  });

  it('shows and sends no character that the user cannot see', async () => {
    const text = `Looks fine.${'\u{E0041}'.repeat(17)}\u202E\u200B\u2060`;
    const confirmation = await setup.prepare('contrail_commentOnWorkItem', { id: 'WEB-28', text });
    expect(confirmation.at(-1)).toBe('Looks fine.');
    const result = await setup.invoke('contrail_commentOnWorkItem', { id: 'WEB-28', text });
    expect(result).toContain('| Looks fine.');
    const [sent] = setup.quickEditSetup.proxy.matchingRequests(matchRequest('POST', '/comments/'));
    expect(JSON.stringify(sent)).not.toMatch(/[\u{E0041}\u202E\u200B\u2060]/u);
  });

  it('creates only one comment if the response is lost and the call is repeated', async () => {
    const { quickEditSetup: base } = setup;
    const path = `projects/${WEB_PROJECT_ID}/work-items/${webItem(28).id}/comments/`;
    const before = (await base.idsIn(path)).length;
    base.proxy.inject(matchRequest('POST', '/comments/'), { kind: 'lost' }, 10);
    expect(await setup.confirmAndInvoke('contrail_commentOnWorkItem', comment)).toContain('may have happened');
    base.proxy.removeFaults();
    expect(await setup.confirmAndInvoke('contrail_commentOnWorkItem', comment)).toMatch(/^An earlier call had sent/);
    expect(await base.idsIn(path)).toHaveLength(before + 1);
  });
});

describe('The list of agent changes', () => {
  const showChanges = (): Promise<void> => {
    const { prompts, clock, session } = setup.quickEditSetup;
    return showAgentChanges(prompts, clock, setup.agentChanges, session);
  };

  it('shows a message if no agent has changed anything', async () => {
    const listDone = showChanges();
    (await setup.quickEditSetup.prompts.message('No agent has changed anything in this window.')).close();
    await listDone;
  });

  it('lets the user undo all fields of a change at once', async () => {
    const { quickEditSetup: base } = setup;
    const before = [...(await base.valuesOnServer('state', 28)), ...(await base.valuesOnServer('priority', 28))];
    await setup.confirmAndInvoke('contrail_updateWorkItem', { ...changeToDone, priority: 'urgent' });
    const listDone = showChanges();
    (await base.prompts.list('Agent Changes')).pick('WEB-28 → Done; WEB-28 → Urgent');
    (await base.prompts.list('Select an action')).pick('Undo');
    await advanceUntilDone(base.clock, listDone);
    expect([...(await base.valuesOnServer('state', 28)), ...(await base.valuesOnServer('priority', 28))]).toEqual(
      before,
    );
    const secondListDone = showChanges();
    (await base.prompts.list('Agent Changes')).pick('WEB-28 → Done; WEB-28 → Urgent');
    const actions = await base.prompts.list('WEB-28');
    expect(actions.rows.map(({ label }) => label)).toEqual(['Open Work Item']);
    actions.escape();
    await secondListDone;
  });

  it('lets the user delete a comment after confirmation, and a new work item with the Delete command', async () => {
    const { quickEditSetup: base } = setup;
    const path = `projects/${WEB_PROJECT_ID}/work-items/${webItem(28).id}/comments/`;
    const before = await base.idsIn(path);
    await setup.confirmAndInvoke('contrail_commentOnWorkItem', { id: 'WEB-28', text: 'Hello' });
    await setup.confirmAndInvoke('contrail_createWorkItem', { project: 'WEB', name: 'New' });
    const listDone = showChanges();
    (await base.prompts.list('Agent Changes')).pick('Comment on WEB-28: Hello');
    (await base.prompts.list('Select an action')).pick('Delete Comment');
    (await base.prompts.message('Delete this comment?')).select('Delete Comment');
    await advanceUntilDone(base.clock, listDone);
    expect(await base.idsIn(path)).toEqual(before);
    const second = showChanges();
    const list = await base.prompts.list('Agent Changes');
    list.pick(list.rows[0]?.label ?? '');
    (await base.prompts.list('Select an action')).pick('Delete Work Item…');
    await second;
    expect(base.prompts.commands).toEqual([
      ['contrail.delete', expect.objectContaining({ kind: 'workItem', project: WEB_PROJECT_ID })],
    ]);
  });
});

// Tests the tools that start and finish work, with a real git repository.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ModelTexts } from '../../../../src/agents/modelTexts.ts';
import type { ToolContext } from '../../../../src/agents/toolContext.ts';
import type { Session } from '../../../../src/session/session.ts';
import { silentLogger } from '../../../../src/std/logger.ts';
import { AgentChanges } from '../../../../src/workbench/features/agentTools/agentChanges.ts';
import type { PlannedWrite, WritePlan } from '../../../../src/workbench/features/agentTools/plannedWrite.ts';
import {
  currentWorkItemText,
  planFinishWork,
  planStartWork,
  type WorkToolDeps,
} from '../../../../src/workbench/features/agentTools/workTools.ts';
import { QuickEditRunner } from '../../../../src/workbench/features/quickEdit/quickEditRunner.ts';
import { FakeClock } from '../../../support/clock.ts';
import { WorkSetup } from '../startWork/setup.ts';

let setup: WorkSetup;
let deps: WorkToolDeps;
let context: ToolContext<Session>;
beforeEach(async () => {
  setup = await WorkSetup.open();
  const clock = new FakeClock();
  deps = {
    work: setup.work,
    quickEdits: new QuickEditRunner(silentLogger, clock, setup.prompts),
    changes: new AgentChanges(clock),
  };
  context = { session: setup.session, clock, texts: new ModelTexts(), signal: new AbortController().signal };
});
afterEach(() => setup[Symbol.asyncDispose]());

function requirePlannedWrite(plan: WritePlan): PlannedWrite {
  if ('result' in plan) throw new Error(`There is nothing to confirm: ${plan.result}`);
  return plan;
}

describe('The tool that starts work', () => {
  it('shows each step first, then creates the branch, changes the state and sets the current work item', async () => {
    const { git } = setup.openRepository();
    const plan = requirePlannedWrite(await planStartWork(deps, context, { id: 'WEB-28' }));
    expect(plan.title).toBe('Start work on WEB-28?');
    expect(plan.lines.slice(1)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Create the branch WEB-28-/),
        expect.stringMatching(/^State: .+ → In Progress$/),
      ]),
    );
    expect(setup.changeRequestCount).toBe(0);
    const result = await plan.send();
    expect(result).toMatch(/^Work was started\. Checked-out branch: “WEB-28-.+”\..*\nWEB-28 “/);
    expect(git.run('branch', '--show-current')).toMatch(/^WEB-28-/);
    expect(await setup.itemOnServer(28)).toEqual({ state: 'In Progress', isMine: true });
    expect(await currentWorkItemText(deps, context)).toMatch(/^WEB-28 “/);
    expect(setup.prompts.pending.filter((text) => text.includes('Select'))).toEqual([]);
  });

  it('stays on the checked-out branch if the input contains `branch: false`', async () => {
    const { git } = setup.openRepository();
    const plan = requirePlannedWrite(await planStartWork(deps, context, { id: 'WEB-28', branch: false }));
    expect(plan.lines.join('\n')).not.toContain('branch');
    await plan.send();
    expect(git.run('branch', '--show-current').trim()).toBe('main');
  });
});

describe('The tool that finishes work', () => {
  it('sets the first completed state, and clears the current work item', async () => {
    await setup.openWithCurrentItem(28);
    const plan = requirePlannedWrite(await planFinishWork(deps, context, {}));
    expect(plan.title).toBe('Finish work on WEB-28?');
    expect(plan.lines.slice(1)).toEqual([
      expect.stringMatching(/^State of WEB-28: .+ → Done$/),
      'Clear the current work item',
    ]);
    expect(await plan.send()).toMatch(/^Work was finished\. Now on the server:\nWEB-28 “/);
    expect((await setup.itemOnServer(28)).state).toBe('Done');
    expect(await currentWorkItemText(deps, context)).toBe('There is no current work item.');
  });

  it('keeps the current work item if the server rejects the state', async () => {
    await setup.openWithCurrentItem(28);
    setup.rejectChanges(28);
    const plan = requirePlannedWrite(await planFinishWork(deps, context, {}));
    expect(await plan.send()).toMatch(/^state: not changed\. The server rejected the request/);
    expect(setup.work.currentItems.activeItem?.identifier).toBe('WEB-28');
  });

  it('reports that there is no current work item, or that the requested state does not exist', async () => {
    setup.openRepository();
    expect(await planFinishWork(deps, context, {})).toEqual({ result: 'There is no current work item.' });
    await expect(planFinishWork(deps, context, { id: 'WEB-28', state: 'Dome' })).rejects.toThrow(
      'Did you mean “Done”?',
    );
  });
});

// Tests how a command is run: after the sign-in if it needs a session, and with errors shown and logged.
import { describe, expect, it } from 'vitest';
import { ApiError, type Fault } from '../../../../src/client/apiError.ts';
import { alwaysAvailable, type Command, type CommandTable, signedIn } from '../../../../src/shell/commands/command.ts';
import { ROW_ARGUMENT } from '../../../../src/shell/commands/commandTarget.ts';
import { COMMANDS } from '../../../../src/shell/commands/contributions.ts';
import { GitError } from '../../../../src/shell/git/gitError.ts';
import { createCommandRunner } from '../../../../src/shell/notifications/commandRunner.ts';
import { flushPromises } from '../../../support/clock.ts';
import { forEachTest } from '../../../support/fixture.ts';
import { ScriptedPrompts } from '../../../support/scriptedPrompts.ts';
import { type LogEntry, recordingLogger } from '../../client/calls.ts';
import { SessionsSetup } from '../../core/session/setup.ts';

const COMMAND_ID = COMMANDS.refresh;
const neverAborted = new AbortController().signal;

const prompts = forEachTest(() => new ScriptedPrompts());

/** Runs the command, and returns the log entries. `signIn` is called if the command needs a sign-in. */
async function runCommand(
  { sessions }: Pick<ReturnType<SessionsSetup['window']>, 'sessions'>,
  command: Command,
  signIn: () => Promise<void> = () => Promise.reject(new Error('No sign-in was expected.')),
): Promise<readonly LogEntry[]> {
  const { logger, entries } = recordingLogger();
  const commands = { [COMMAND_ID]: command } as Partial<CommandTable> as CommandTable;
  await createCommandRunner(
    { prompts, sessions, signIn: { run: signIn }, logger, focusedRows: async () => [] },
    commands,
  )(COMMAND_ID, 'target', ['row']);
  return entries;
}

function commandFailingWith(error: Error): Command {
  return alwaysAvailable(async () => {
    throw error;
  });
}

const setup = forEachTest(() => SessionsSetup.open());

describe('A command', () => {
  it('that needs no session runs without a sign-in, and receives its target and the selection', async () => {
    const calls: unknown[] = [];
    await runCommand(
      setup.window(),
      alwaysAvailable(async (...args) => void calls.push(args)),
    );
    expect(calls).toEqual([['target', ['row']]]);
  });

  it.each([
    [['focused', 'other'], 'focused'],
    [[], ROW_ARGUMENT],
  ])('that a key in a tree runs receives the rows that have the focus: %j', async (rows, target) => {
    const calls: unknown[] = [];
    const command = alwaysAvailable(async (...args) => void calls.push(args));
    const { sessions, logger } = setup.window();
    const deps = { prompts, sessions, signIn: { run: async () => undefined }, logger, focusedRows: async () => rows };
    const commands = { [COMMAND_ID]: command } as Partial<CommandTable> as CommandTable;
    await createCommandRunner(deps, commands)(COMMAND_ID, ROW_ARGUMENT, undefined);
    expect(calls).toEqual([[target, rows]]);
  });

  it('that needs a session runs after the user has signed in', async () => {
    const window = setup.window();
    const calls: unknown[] = [];
    const command = signedIn(async () => void calls.push(window.sessions.current?.account));
    await runCommand(window, command, async () => void (await window.sessions.signInLocally(neverAborted)));
    expect(calls).toEqual(['local']);
  });

  it('that needs a session does not run if the user cancels the sign-in', async () => {
    const calls: unknown[] = [];
    const command = signedIn(async () => void calls.push('ran'));
    await runCommand(setup.window(), command, () => Promise.resolve());
    expect(calls).toEqual([]);
  });

  it('that needs a session uses the stored session without a sign-in', async () => {
    await setup.window().sessions.signInLocally(neverAborted);
    const calls: unknown[] = [];
    await runCommand(
      setup.window(),
      signedIn(async () => void calls.push('ran')),
    );
    expect(calls).toEqual(['ran']);
  });

  it.each<[Fault, string, readonly string[], string]>([
    [{ kind: 'timeout', afterMs: 30_000 }, 'error', ['Show Connection Report', 'Show Log'], COMMANDS.connectionReport],
    [{ kind: 'unauthorized', status: 401, detail: '' }, 'warning', ['Sign In Again…'], COMMANDS.signInAgain],
    [{ kind: 'serverError', status: 500, detail: '' }, 'error', ['Show Log'], COMMANDS.showLog],
  ])(
    'that fails with the error $kind logs the error, and shows the error with suitable buttons',
    async (fault, kind, buttons, id) => {
      const entries = await runCommand(setup.window(), commandFailingWith(new ApiError(fault)));
      expect(entries).toMatchObject([{ level: 'error', message: COMMAND_ID, values: { kind: fault.kind } }]);
      const message = await prompts.message('');
      expect(message).toMatchObject({ kind, buttons });
      message.select(buttons[0] ?? '');
      await flushPromises();
      expect(prompts.commands).toEqual([[id]]);
    },
  );

  it('that fails in git shows the output of git', async () => {
    await runCommand(setup.window(), commandFailingWith(new GitError('fatal: not a branch')));
    expect((await prompts.message('Git error: fatal: not a branch')).buttons).toEqual(['Show Log']);
  });

  it('whose request was canceled shows and logs nothing', async () => {
    expect(await runCommand(setup.window(), commandFailingWith(new ApiError({ kind: 'cancelled' })))).toEqual([]);
    expect(prompts.pending).toEqual([]);
  });

  it('rejects and shows nothing if the user cancels it, so that VS Code keeps the typed text', async () => {
    const canceled = Object.assign(new Error('Canceled'), { name: 'Canceled' });
    await expect(runCommand(setup.window(), commandFailingWith(canceled))).rejects.toBe(canceled);
    expect(prompts.pending).toEqual([]);
  });

  it('that fails unexpectedly shows a message without details, and rejects', async () => {
    await expect(runCommand(setup.window(), commandFailingWith(new TypeError('x is undefined')))).rejects.toThrow(
      'x is undefined',
    );
    const message = await prompts.message('Something went wrong in Contrail.');
    expect(message.words).not.toContain('x is undefined');
  });
});

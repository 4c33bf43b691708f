// Tests which changes of an MCP client are permitted and asked for, and that a repeated call makes a change once.
import { describe, expect, it } from 'vitest';
import { McpConfirmation } from '../../../../src/agents/mcp/confirmation.ts';
import { IdempotentCalls } from '../../../../src/agents/mcp/idempotentCalls.ts';
import type { PlannedWrite } from '../../../../src/agents/plannedWrite.ts';
import { WriteLimit } from '../../../../src/agents/writes/writeLimit.ts';
import { FakeClock } from '../../../support/clock.ts';

const WRITE = 'contrail_updateWorkItem';
const READ = 'contrail_getWorkItem';
const { signal } = new AbortController();
const plan: PlannedWrite = {
  title: 'Change WEB-1?',
  lines: ['State: Todo → Done'],
  isExternal: false,
  changeKey: 'change',
  send: () => Promise.reject(new Error('This test sends nothing.')),
};

function confirmation(mayWrite: boolean | undefined, answer?: boolean) {
  const questions: string[] = [];
  const one = new McpConfirmation(mayWrite, new WriteLimit(new FakeClock(), 1));
  if (answer !== undefined)
    one.askWith(async (question) => {
      questions.push(question);
      return answer;
    });
  return { one, questions };
}

describe('A change of an MCP client', () => {
  it.each([
    [undefined, undefined, false],
    [undefined, true, true],
    [true, undefined, true],
    [false, true, false],
  ])('with the setting %s and an answer %s is permitted: %s', (mayWrite, answer, isPermitted) => {
    const { one } = confirmation(mayWrite, answer);
    expect(one.mayWrite).toBe(isPermitted);
    const require = (): void => one.requirePermission(WRITE);
    if (isPermitted) expect(require).not.toThrow();
    else expect(require).toThrow('Nothing was changed. Changes are turned off.');
    expect(() => one.requirePermission(READ)).not.toThrow();
  });

  it('is limited to a number a minute only if no user is asked', () => {
    expect(confirmation(true).one.reasonToAsk(WRITE, {}, plan, false)).toBeUndefined();
    expect(() => confirmation(true).one.reasonToAsk(WRITE, {}, plan, true)).toThrow('the limit is 1 change a minute');
    expect(confirmation(true, true).one.reasonToAsk(WRITE, {}, plan, true)).toBe('');
  });

  it.each([true, false])('is made only if the user accepts the question (%s)', async (answer) => {
    const { one, questions } = confirmation(undefined, answer);
    expect(await one.ask(plan, '', signal)).toBe(answer);
    expect(questions).toEqual(['Change WEB-1?\nState: Todo → Done']);
  });

  it('is not made if the client can no longer ask', async () => {
    const { one } = confirmation(undefined, true);
    one.askWith(undefined);
    expect(one.mayWrite).toBe(false);
    expect(await one.ask(plan, '', signal)).toBe(false);
  });
});

describe('A call with an idempotency key', () => {
  /** Calls the tool; `isSaved` is whether the change is saved if it is sent. */
  function calls() {
    const memory = new IdempotentCalls();
    let sent = 0;
    const call = async (input: { idempotencyKey?: string; id?: string }, isSaved = true, name = WRITE) => {
      const write = async () => ({ text: `sent ${(sent += 1)}`, isError: !isSaved, isSaved });
      return (await memory.runOnce(name as typeof WRITE, input, write)).text;
    };
    return call;
  }
  const REPEATED = 'An earlier call with this idempotencyKey had this result; nothing was sent:\n';

  it('makes its change once, for each tool and key', async () => {
    const call = calls();
    expect(await call({ idempotencyKey: 'a' })).toBe('sent 1');
    expect(await call({ idempotencyKey: 'a' })).toBe(`${REPEATED}sent 1`);
    expect(await call({ idempotencyKey: 'b' })).toBe('sent 2');
    expect(await call({ idempotencyKey: 'a' }, true, 'contrail_createWorkItem')).toBe('sent 3');
    expect(await call({})).toBe('sent 4');
    expect(await call({})).toBe('sent 5');
  });

  it('has the same result while the first one is sent', async () => {
    const call = calls();
    expect(await Promise.all([call({ idempotencyKey: 'a' }), call({ idempotencyKey: 'a' })])).toEqual([
      'sent 1',
      `${REPEATED}sent 1`,
    ]);
  });

  it('is repeated if the change was not saved', async () => {
    const call = calls();
    expect(await call({ idempotencyKey: 'a' }, false)).toBe('sent 1');
    expect(await call({ idempotencyKey: 'a' })).toBe('sent 2');
  });

  it('is repeated if sending has failed', async () => {
    const memory = new IdempotentCalls();
    const input = { idempotencyKey: 'a' };
    await expect(memory.runOnce(WRITE, input, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    const saved = { text: 'sent', isError: false, isSaved: true };
    expect(await memory.runOnce(WRITE, input, async () => saved)).toEqual(saved);
  });

  it('is rejected if the key was used with another input', async () => {
    const call = calls();
    await call({ idempotencyKey: 'a', id: 'WEB-1' });
    await expect(call({ idempotencyKey: 'a', id: 'WEB-2' })).rejects.toThrow('was used for another input');
  });

  it('is forgotten after a thousand others', async () => {
    const call = calls();
    for (let key = 0; key < 1000; key += 1) await call({ idempotencyKey: `${key}` });
    expect(await call({ idempotencyKey: '0' })).toBe(`${REPEATED}sent 1`);
    await call({ idempotencyKey: 'one more' });
    expect(await call({ idempotencyKey: '0' })).toBe('sent 1002');
  });
});

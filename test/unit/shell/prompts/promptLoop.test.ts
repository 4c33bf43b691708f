// Tests what every prompt does in the same way: Back, Escape, waiting, loading, and errors.
import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../../src/shell/prompts/prompts.ts';
import { type ScriptedList, ScriptedPrompts, type ScriptedTextBox } from '../../../support/scriptedPrompts.ts';

type ShownPrompt = Pick<
  ScriptedList & ScriptedTextBox,
  'enter' | 'escape' | 'handled' | 'isBusy' | 'isOpen' | 'type'
> & {
  press(button: string): void;
};

interface PromptCase {
  readonly kind: string;
  readonly create: (prompts: ScriptedPrompts, onBack?: (text: string) => void) => Prompt<{ readonly kind: string }>;
  readonly shown: (prompts: ScriptedPrompts) => Promise<ShownPrompt>;
}

const CASES: readonly PromptCase[] = [
  {
    kind: 'list',
    create: (prompts, onBack) => {
      const list = prompts.createList({ title: 'Fruit', onBack });
      list.setRows([{ label: 'Apple' }]);
      return list;
    },
    shown: (prompts) => prompts.list('Fruit'),
  },
  {
    kind: 'text box',
    create: (prompts, onBack) => prompts.createTextBox({ title: 'Fruit', prompt: '', onBack }),
    shown: (prompts) => prompts.textBox('Fruit'),
  },
];

const isAccept = ({ kind }: { readonly kind: string }): boolean => kind === 'accept';

describe.each(CASES)('The loop of a $kind', ({ kind, create, shown }) => {
  /** Shows the prompt. `onAccept` runs in the loop at each Enter; a value that it resolves with ends the loop. */
  const open = async (
    onAccept: (prompt: Prompt<{ readonly kind: string }>) => Promise<unknown> = async () => undefined,
    onBack?: (text: string) => void,
    beforeLoop: (prompt: Prompt<{ readonly kind: string }>) => void = () => undefined,
  ) => {
    const prompts = new ScriptedPrompts();
    const prompt = create(prompts, onBack);
    beforeLoop(prompt);
    const run = async (): Promise<unknown> => {
      for await (const event of prompt.events()) {
        const result = isAccept(event) ? await onAccept(prompt) : undefined;
        if (result !== undefined) return result;
      }
      return 'left';
    };
    const outcome = run();
    return { prompt, outcome, user: await shown(prompts) };
  };

  it('ends at Escape, after the events before it', async () => {
    let count = 0;
    const { outcome, user } = await open(async () => void (count += 1));
    user.enter();
    user.escape();
    expect([await outcome, count, user.isOpen]).toEqual(['left', 1, false]);
  });

  it('passes the typed text to Back, and ends', async () => {
    const texts: string[] = [];
    const { outcome, user } = await open(undefined, (text) => texts.push(text));
    user.type('App');
    user.press('back');
    expect([await outcome, texts, user.isOpen]).toEqual(['left', ['App'], false]);
  });

  it('has no Back button without a step to return to', async () => {
    const { user } = await open();
    expect(() => user.press('back')).toThrow('has no button back');
  });

  it('closes the prompt when it returns', async () => {
    const { outcome, prompt, user } = await open(async () => 'picked');
    user.enter();
    expect([await outcome, user.isOpen, prompt.signal.aborted]).toEqual(['picked', false, true]);
  });

  it('closes the prompt when it throws', async () => {
    const { outcome, user } = await open(() => Promise.reject(new Error('A defect')));
    user.enter();
    await expect(outcome).rejects.toThrow('A defect');
    expect(user.isOpen).toBe(false);
  });

  it('shows the prompt as busy while it waits, and ignores Enter', async () => {
    let finish: () => void = () => undefined;
    let count = 0;
    const { outcome, user } = await open(async (prompt) => {
      count += 1;
      await prompt.wait(new Promise<void>((resolve) => (finish = resolve)));
    });
    user.enter();
    await user.handled();
    expect(user.isBusy).toBe(true);
    // VS Code disables a text box that is busy.
    if (kind === 'list') user.enter();
    else expect(() => user.enter()).toThrow('is busy');
    finish();
    await user.handled();
    expect([count, user.isBusy]).toEqual([1, false]);
    user.escape();
    expect(await outcome).toBe('left');
  });

  it.each([
    ['Escape', (user: ShownPrompt) => user.escape()],
    ['Back', (user: ShownPrompt) => user.press('back')],
  ])('ends at once if the user presses %s while it waits, whatever the work answers', async (_, leave) => {
    let fail: (error: Error) => void = () => undefined;
    const { outcome, user } = await open(
      (prompt) => prompt.wait(new Promise((_resolve, reject) => (fail = reject))),
      () => undefined,
    );
    user.enter();
    await user.handled();
    leave(user);
    expect(await outcome).toBe('left');
    fail(new Error('Too late'));
    await user.handled();
  });

  it('stays open if the work that it waits for fails and the error is handled', async () => {
    const problems: unknown[] = [];
    const { outcome, user } = await open((prompt) =>
      prompt.wait(Promise.reject(new Error('Not now'))).catch((error: unknown) => void problems.push(error)),
    );
    user.enter();
    await user.handled();
    expect([problems, user.isOpen, user.isBusy]).toEqual([[new Error('Not now')], true, false]);
    user.escape();
    expect(await outcome).toBe('left');
  });

  it('can be answered while it loads, and is busy until everything is loaded', async () => {
    const finish: (() => void)[] = [];
    const { outcome, user } = await open(
      async () => 'picked',
      undefined,
      (prompt) => {
        for (let count = 0; count < 2; count += 1)
          prompt.load(new Promise<void>((resolve) => finish.push(() => resolve())));
      },
    );
    finish[0]?.();
    await user.handled();
    expect(user.isBusy).toBe(true);
    finish[1]?.();
    await user.handled();
    expect(user.isBusy).toBe(false);
    user.enter();
    expect(await outcome).toBe('picked');
  });

  it('throws the error if something cannot be loaded, and closes the prompt', async () => {
    const { outcome, user } = await open(undefined, undefined, (prompt) =>
      prompt.load(Promise.reject(new Error('No connection'))),
    );
    await expect(outcome).rejects.toThrow('No connection');
    expect(user.isOpen).toBe(false);
  });

  it('ignores that something cannot be loaded after the user has left', async () => {
    let fail: (error: Error) => void = () => undefined;
    const { outcome, user } = await open(undefined, undefined, (prompt) =>
      prompt.load(new Promise((_resolve, reject) => (fail = reject))),
    );
    user.escape();
    fail(new Error('Too late'));
    expect(await outcome).toBe('left');
  });
});

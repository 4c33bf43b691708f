// Tests in the extension host of a Quick Pick that loses the focus, and of Enter while its rows change.
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { commands, version, window } from 'vscode';
import { buttonMap, setListPrompt } from '../../src/shell/prompts/promptParts.ts';
import type { ListRow } from '../../src/shell/prompts/prompts.ts';
import { onUserClose, QuickPickList } from '../../src/shell/prompts/quickPickList.ts';
import { eventually } from './eventually.ts';

describe('A Quick Pick', () => {
  const countCloseEvents = async (
    times: number,
    now: () => number,
    staysOpen = false,
  ): Promise<{ readonly hideCount: number; readonly userCloseCount: number }> => {
    const box = window.createQuickPick();
    const counts = { hideCount: 0, userCloseCount: 0 };
    box.items = [{ label: 'A row' }];
    box.ignoreFocusOut = staysOpen;
    onUserClose(box, () => (counts.userCloseCount += 1), now);
    box.onDidHide(() => (counts.hideCount += 1));
    box.show();
    for (let time = 1; time <= times; time += 1) {
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await eventually(() => counts.hideCount >= time);
    }
    const result = { ...counts };
    box.dispose();
    return result;
  };

  it('is shown again if VS Code closes it within 500 ms', async () => {
    strictEqual((await countCloseEvents(1, () => 0)).userCloseCount, 0);
  });

  it('is canceled if VS Code closes it a second time', async () => {
    strictEqual((await countCloseEvents(2, () => 0)).userCloseCount, 1);
  });

  it('is canceled the first time if it stays open without the focus', async () => {
    strictEqual((await countCloseEvents(1, () => 0, true)).userCloseCount, 1);
  });

  it('is canceled if VS Code closes it more than 500 ms after it was shown', async () => {
    let time = 0;
    strictEqual((await countCloseEvents(1, () => (time += 1_000))).userCloseCount, 1);
  });
});

describe('Enter in a list', () => {
  interface Accepted {
    readonly label: string | undefined;
    readonly hasMovedFocus: boolean;
  }
  const pressEnter = (): Thenable<unknown> => commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
  const rows = (...labels: readonly string[]): ListRow[] => labels.map((label) => ({ label, alwaysShow: true }));

  /** Shows the list, and resolves with what Enter accepts. `act` presses it. */
  const acceptedDuring = async (list: QuickPickList<ListRow>, act: () => Promise<void>): Promise<Accepted> => {
    const accepted = (async (): Promise<Accepted> => {
      for await (const event of list.events())
        if (event.kind === 'accept') return { label: event.row?.label, hasMovedFocus: event.hasMovedFocus };
      throw new Error('The list was closed.');
    })();
    await act();
    return accepted;
  };

  it('is reported if no row is visible', async () => {
    const list = new QuickPickList<ListRow>({ title: 'Rows', text: 'none' });
    const accepted = await acceptedDuring(list, async () => {
      list.setRows([{ label: 'A row' }]);
      await new Promise((resolve) => setTimeout(resolve, 0));
      await pressEnter();
    });
    deepStrictEqual(accepted, { label: undefined, hasMovedFocus: false });
  });

  it('accepts the row that the list focuses, which the user has not focused', async () => {
    const list = new QuickPickList<ListRow>({ title: 'Rows' });
    const accepted = await acceptedDuring(list, async () => {
      const [first, second] = rows('first', 'second');
      if (first !== undefined && second !== undefined) list.setRows([first, second], { focused: second });
      await new Promise((resolve) => setTimeout(resolve, 0));
      await pressEnter();
    });
    deepStrictEqual(accepted, { label: 'second', hasMovedFocus: false });
  });

  it('accepts a row of the latest list if letters are typed just before', async () => {
    const outcomes = new Set<string>();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const list = new QuickPickList<ListRow>({ title: 'Rows' });
      list.setRows(rows('zero', 'b', 'bb', 'bbb'));
      list.onDidType((text) => list.setRows(text.length === 3 ? rows('bbb') : rows('b', 'bb', 'bbb')));
      const accepted = await acceptedDuring(list, async () => {
        for (const [index, text] of ['b', 'bb', 'bbb'].entries()) {
          list.setText(text);
          // VS Code sends the text in a timer. Other delays lead to another order of timers and messages.
          const turns = index === 2 ? 1 + (attempt % 3) : attempt % 5;
          for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
        }
        await pressEnter();
      });
      outcomes.add(JSON.stringify(accepted));
    }
    deepStrictEqual([...outcomes], [JSON.stringify({ label: 'bbb', hasMovedFocus: false })]);
  });
});

describe('API of newer versions of VS Code', () => {
  const toggle = { id: 'access', icon: 'globe', tooltip: 'Make External', isOn: true };
  const versions = ['1.103.2', '1.108.1', '1.109.0', '1.139.1'];

  it('shows a toggle beside the text from 1.109 on, and as a button before', () => {
    const toggles = versions.map((one) =>
      [...buttonMap([toggle], one).keys()].map((key) => Reflect.get(key, 'toggle')),
    );
    deepStrictEqual(toggles, [[undefined], [undefined], [{ checked: true }], [{ checked: true }]]);
  });

  it('shows the placeholder as a prompt from 1.108 on', () => {
    const prompts = versions.map((one) => {
      const list = {};
      setListPrompt(list, 'Select a row', one);
      return Reflect.get(list, 'prompt');
    });
    deepStrictEqual(prompts, [undefined, 'Select a row', 'Select a row', 'Select a row']);
  });

  it('is used in this VS Code only as far as it accepts it', async () => {
    const box = window.createQuickPick();
    box.buttons = [...buttonMap([toggle]).keys()];
    setListPrompt(box, 'Select a row');
    box.show();
    const isPrompt = Reflect.get(box, 'prompt') === 'Select a row';
    strictEqual(isPrompt, version.localeCompare('1.108', 'en', { numeric: true }) >= 0);
    box.dispose();
  });
});

// Owns commenting from the palette: one line in a box, or more in a document; what is typed is a draft from the first letter.
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Access } from '../../contract/resources/comment.ts';
import { sendDraft } from '../../editor/sendDraft.ts';
import { keyOf } from '../../store/address.ts';
import type { CommentDraft } from '../../store/draft.ts';
import { faultWords } from '../faultWords.ts';
import type { ChosenItem, Items } from '../items.ts';

export class PaletteComments {
  readonly #items: Items;

  constructor(items: Items) {
    this.#items = items;
  }

  /** Asks for one line. Resolves with `more` when she would rather write in a document, `sent` when it was sent. */
  async write(chosen: ChosenItem): Promise<'more' | 'sent' | 'left'> {
    const { session, address } = chosen;
    const draft = (await session.desk.open(keyOf(address)))?.palette;
    if (draft?.text.includes('\n') === true) return 'more';
    if (session.store.item(address) === undefined || session.store.identifier(address) === undefined) await session.store.readItem(address);
    return this.#box(chosen, draft);
  }

  /** Sends the draft; its text and access are what it holds now. Resolves with a sentence when it came to nothing. */
  async send(chosen: ChosenItem): Promise<string | undefined> {
    const { session, address } = chosen;
    const key = keyOf(address);
    const draft = session.desk.held(key)?.palette;
    if (draft === undefined || draft.text.trim() === '') return 'Write a comment first.';
    const { markdownToHtml } = await import('./markdown.ts');
    const place = {
      address,
      key,
      desk: session.desk,
      slot: 'palette' as const,
      words: faultWords,
      title: () => titleOf(chosen),
      newId: randomUUID,
    };
    const outcome = await sendDraft(place, session.store, draft, markdownToHtml(draft.text));
    if (!outcome.sent) return outcome.sentence;
    await this.#items.remember(chosen);
    return undefined;
  }

  /** Keeps text and access as the draft. */
  keep(chosen: ChosenItem, text: string, access: Access): void {
    const { session, address } = chosen;
    session.desk.change(keyOf(address), titleOf(chosen), ({ palette }) => ({
      palette: { externalId: randomUUID(), ...palette, text, access },
    }));
  }

  #box(chosen: ChosenItem, draft: CommentDraft | undefined): Promise<'more' | 'sent' | 'left'> {
    const box = vscode.window.createInputBox();
    const more: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('edit'), tooltip: 'Write More…' };
    let access: Access = draft?.access ?? 'INTERNAL';
    const arrange = (): void => {
      const isInternal = access === 'INTERNAL';
      box.buttons = [
        {
          iconPath: new vscode.ThemeIcon(isInternal ? 'lock' : 'globe'),
          tooltip: isInternal ? 'Internal: make it external' : 'External: make it internal',
        },
        more,
      ];
      box.prompt = isInternal
        ? 'Internal: only members of this workspace see it. What is left unsent is kept.'
        : 'External: people outside the workspace may see it. What is left unsent is kept.';
    };
    box.title = `Comment on ${titleOf(chosen)}`;
    box.placeholder = 'A comment in Markdown';
    box.value = draft?.text ?? '';
    box.ignoreFocusOut = true;
    arrange();
    return new Promise((resolve, reject) => {
      const leave = (how: 'more' | 'sent' | 'left'): void => {
        resolve(how);
        box.dispose();
      };
      box.onDidChangeValue((text) => {
        box.validationMessage = undefined;
        this.keep(chosen, text, access);
      });
      box.onDidTriggerButton((button) => {
        if (button.tooltip === more.tooltip) {
          leave('more');
          return;
        }
        access = access === 'INTERNAL' ? 'EXTERNAL' : 'INTERNAL';
        this.keep(chosen, box.value, access);
        arrange();
      });
      box.onDidAccept(() => {
        if (!box.busy) this.#sendFrom(box, chosen).then((sent) => sent && leave('sent'), reject);
      });
      box.onDidHide(() => leave('left'));
      box.show();
    });
  }

  async #sendFrom(box: vscode.InputBox, chosen: ChosenItem): Promise<boolean> {
    box.busy = true;
    box.enabled = false;
    try {
      const problem = await this.send(chosen);
      if (problem !== undefined) box.validationMessage = problem;
      return problem === undefined;
    } finally {
      box.busy = false;
      box.enabled = true;
    }
  }
}

function titleOf({ session, address }: ChosenItem): string {
  return `${session.store.identifier(address) ?? ''} ${session.store.item(address)?.name ?? ''}`.trim();
}

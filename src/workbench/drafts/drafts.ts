// Owns the one place for what is unsent: a list of every draft of the account, from which each is taken up again or discarded, and the number that says something waits.
import * as vscode from 'vscode';
import { parseNewKey } from '../../editor/creating.ts';
import { agoWords, firstWords, heldWords } from '../../editor/draftWords.ts';
import type { Session, Sessions } from '../../session/session.ts';
import { type Disposable, Disposables } from '../../std/disposable.ts';
import type { Journal } from '../../std/journal.ts';
import { parseRecordKey } from '../../store/address.ts';
import type { KeptDraft } from '../../store/draftFiles.ts';
import { Unsent } from '../../store/unsent.ts';
import { onLeaving } from '../asking.ts';
import type { Panels } from '../editors/panels.ts';
import { askFirst } from '../notices.ts';
import { plain } from '../plain.ts';

interface Row extends vscode.QuickPickItem {
  /** Absent on the row that says that there is nothing. */
  readonly kept?: KeptDraft;
}

export interface DraftsGround {
  readonly sessions: Sessions;
  readonly journal: Journal;
  readonly tree: vscode.TreeView<unknown>;
  panels(): Panels;
}

const DISCARD: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: 'Discard' };

export class Drafts implements Disposable {
  readonly #ground: DraftsGround;
  readonly #held = new Disposables();
  #counting: Unsent | undefined;

  constructor(ground: DraftsGround) {
    this.#ground = ground;
    this.#held.add(ground.sessions.onDidChange((session) => this.#count(session)));
    this.#count(ground.sessions.current);
  }

  /** Lists what is unsent; resolves when one was taken up, or the person has left. */
  async show(session: Session): Promise<void> {
    const kept = await this.#choose(session);
    if (kept === undefined) return;
    const begun = parseNewKey(kept.key);
    const address = parseRecordKey(kept.key);
    if (begun !== undefined) await this.#ground.panels().openNew(session, begun, kept.draft.making?.implied ?? {});
    else if (address !== undefined) this.#ground.panels().openRecord(session, address);
  }

  dispose(): void {
    this.#held.dispose();
    this.#counting?.dispose();
  }

  async #choose(session: Session): Promise<KeptDraft | undefined> {
    const picker = vscode.window.createQuickPick<Row>();
    picker.title = 'Drafts: what is not sent';
    picker.placeholder = 'Choose one to go on with it';
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    const show = async (): Promise<void> => {
      picker.busy = true;
      picker.items = rowsOf(await session.desk.all(), Date.now());
      picker.busy = false;
    };
    const discard = async ({ key, draft }: KeptDraft): Promise<void> => {
      // Shown again when it is answered: the question takes the list away.
      const answer = await askFirst(`Discard what was not sent of “${draft.title}”?`, firstWords(draft, 300), 'Discard');
      if (answer === 'Discard') await session.desk.discard(key);
    };
    try {
      await show();
      const chosen = await new Promise<{ readonly kept: KeptDraft; readonly discard: boolean } | undefined>((resolve) => {
        picker.onDidAccept(() => {
          const kept = picker.selectedItems[0]?.kept;
          if (kept !== undefined) resolve({ kept, discard: false });
        });
        picker.onDidTriggerItemButton(({ item: { kept } }) => {
          if (kept !== undefined) resolve({ kept, discard: true });
        });
        onLeaving(picker, () => resolve(undefined));
        picker.show();
      });
      if (chosen === undefined || !chosen.discard) return chosen?.kept;
      picker.hide();
      await discard(chosen.kept);
    } finally {
      picker.dispose();
    }
    return this.#choose(session);
  }

  #count(session: Session | undefined): void {
    this.#counting?.dispose();
    this.#counting = undefined;
    this.#badge(0);
    if (session === undefined) return;
    const counting = new Unsent(session.desk);
    this.#counting = counting;
    counting.onDidChange((count) => this.#badge(count));
    void counting.begin().catch((error: unknown) => {
      this.#ground.journal.write('warn', 'the drafts could not be counted', { detail: error instanceof Error ? error.message : 'unknown' });
    });
  }

  #badge(count: number): void {
    const tooltip = `${count} unsent ${count === 1 ? 'draft' : 'drafts'}: see Contrail: Drafts`;
    this.#ground.tree.badge = count === 0 ? undefined : { value: count, tooltip };
  }
}

function rowsOf(drafts: readonly KeptDraft[], now: number): Row[] {
  if (drafts.length === 0) return [{ label: '$(check) Nothing is unsent' }];
  return drafts.map((kept) => ({
    kept,
    label: plain(kept.draft.title),
    description: plain(`${heldWords(kept.key, kept.draft)} · ${agoWords(kept.draft.at, now)}`),
    detail: plain(firstWords(kept.draft)),
    buttons: [DISCARD],
  }));
}

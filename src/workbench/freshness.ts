// Owns what of the workbench is seen now: the opened projects of the views that are shown and the items in tabs, to be kept fresh while the window has the focus.
import * as vscode from 'vscode';
import type { Node } from '../outline/node.ts';
import type { Sessions } from '../session/session.ts';
import type { Clock } from '../std/clock.ts';
import { type Disposable, Disposables } from '../std/disposable.ts';
import type { Journal } from '../std/journal.ts';
import { type ItemAddress, keyOf } from '../store/address.ts';
import { Freshener, type Visible } from '../store/freshen.ts';
import type { Store } from '../store/store.ts';

export interface FreshnessGround {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly journal: Journal;
  /** Views in which projects can stand. */
  readonly trees: readonly vscode.TreeView<Node>[];
  /** Items whose tabs are in front. */
  readonly itemsInFront: () => readonly ItemAddress[];
}

export function keepFresh(ground: FreshnessGround): Disposable {
  const held = new Disposables();
  const opened = ground.trees.map((tree) => held.add(new OpenedProjects(tree)));
  const freshener = held.add(
    new Freshener({
      clock: ground.clock,
      isWatched: () => vscode.window.state.focused,
      unspent: () => ground.sessions.current?.client.allowance.unspent ?? 0,
      visible: () => visibleIn(ground, opened),
      failed: (key, error) =>
        ground.journal.write('info', 'what is shown could not be freshened', { key, detail: error instanceof Error ? error.message : '' }),
    }),
  );
  void freshener.run();
  return held;
}

function visibleIn({ sessions, itemsInFront }: FreshnessGround, opened: readonly OpenedProjects[]): Visible[] {
  const session = sessions.current;
  if (session === undefined) return [];
  const { store, account } = session;
  const shown = new Set(opened.flatMap(({ visible }) => visible));
  const projects = [...shown].filter((project) => store.itemsOf(project).status === 'ready');
  return [
    ...itemsInFront().map((address) => ({
      key: `${account} ${keyOf(address)}`,
      freshen: (signal: AbortSignal) => freshenItem(store, address, signal),
    })),
    ...projects.map((project) => ({
      key: `${account} ${project}`,
      freshen: (signal: AbortSignal) => store.freshenItems(project, { urgency: 'idle', signal }),
    })),
  ];
}

async function freshenItem(store: Store, address: ItemAddress, signal: AbortSignal): Promise<void> {
  await store.readItem(address, { urgency: 'idle', signal });
  await store.comments.again(address, { urgency: 'idle', signal });
}

/** Which projects stand open in the view. */
class OpenedProjects implements Disposable {
  readonly #tree: vscode.TreeView<Node>;
  readonly #projects = new Set<string>();
  readonly #subscriptions = new Disposables();

  constructor(tree: vscode.TreeView<Node>) {
    this.#tree = tree;
    this.#subscriptions.add(
      tree.onDidExpandElement(({ element }) => {
        if (element.kind === 'project') this.#projects.add(element.project);
      }),
    );
    this.#subscriptions.add(
      tree.onDidCollapseElement(({ element }) => {
        if (element.kind === 'project') this.#projects.delete(element.project);
      }),
    );
  }

  /** None while the view is not shown. */
  get visible(): readonly string[] {
    return this.#tree.visible ? [...this.#projects] : [];
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

// Offers links to what was pushed, in the status bar. Selecting the offer opens a list.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { linkName } from '../../../contract/resources/link.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import type { ItemCode } from '../../../core/cache/itemCode.ts';
import type { PullRequestReader } from '../../../core/code/pullRequestReader.ts';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import { bindsOtherWorkspace } from '../../../core/session/folderBinding.ts';
import type { Session } from '../../../core/session/session.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { ItemCommandDeps } from '../../../shell/itemPicker/itemCommandDeps.ts';
import { showUndoStatus } from '../../../shell/notifications/undoStatus.ts';
import type { RecordPages } from '../../../shell/pages/recordPages.ts';
import { escapeCodicons } from '../../../shell/prompts/escape.ts';
import { RememberedList } from '../../../shell/rememberedList.ts';
import { baseBranch, codeHosts, folderBinding, linkRule, saveLinkRule } from '../../../shell/settings.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { type BranchLink, BranchLinks } from '../branchLinks.ts';
import { PullRequestWatch, type StoredStatus } from '../pullRequestWatch.ts';
import { PushedLinks, type PushedLinksDeps, type StoredOffer } from '../pushedLinks.ts';
import { showOffers } from '../showOffers.ts';
import { undoAddedLink, undoRemovedLink } from '../undo.ts';

export interface OfferPushedLinksDeps
  extends Pick<ItemCommandDeps, 'prompts' | 'quickEdits'>,
    Omit<PushedLinksDeps, 'settings' | 'answered' | 'unanswered' | 'unfinishedPush' | 'onDidAdd'> {
  /** A memento whose values all windows share. */
  readonly memory: vscode.Memento;
  /** A memento whose values are stored for the folder of this window. */
  readonly windowMemory: vscode.Memento;
  readonly pullRequests: PullRequestReader;
  readonly panels: Pick<RecordPages, 'visibleItems'>;
  /** Returns the current work items of the checked-out branches. */
  readonly currentItems: () => readonly ItemAddress[];
}

export class OfferedLinks {
  readonly #deps: OfferPushedLinksDeps;
  readonly #answered: RememberedList<string>;
  readonly #statuses: RememberedList<StoredStatus>;
  #current: PushedLinks | undefined;

  constructor(deps: OfferPushedLinksDeps) {
    this.#deps = deps;
    this.#answered = new RememberedList(deps.memory, { name: 'pushedLinks', maxEntries: 300, idOf: (id) => id });
    this.#statuses = new RememberedList(deps.memory, { name: 'pullRequests', maxEntries: 100, idOf: ({ url }) => url });
  }

  /** Lets the user answer the offers, of this work item if it is set. Rejects with an ApiError. */
  async show(item: ItemAddress | undefined): Promise<void> {
    const { prompts } = this.#deps;
    if (this.#current !== undefined) await showOffers({ prompts, saveRule: saveLinkRule }, this.#current, item);
  }

  /** Makes offers until the returned object is disposed of. */
  follow(session: Session, resolver: MentionResolver): Disposable {
    const disposables = new DisposableStore();
    const deps = { ...this.#deps, settings: settingsFor(session) };
    const links = disposables.add(
      new PushedLinks(
        {
          ...deps,
          answered: {
            has: (account, id) => this.#answered.entriesOf(account).includes(id),
            add: (account, id) => this.#answered.add(account, id),
          },
          unanswered: arrayIn<StoredOffer>(deps.windowMemory, 'unansweredLinks'),
          unfinishedPush: {
            get: (account) => deps.windowMemory.get<number>(`failedPush ${account}`),
            set: async (account, at) => deps.windowMemory.update(`failedPush ${account}`, at),
          },
          onDidAdd: (offer, link) => {
            void branchLinks.remember(offer, link);
            this.#offerUndo(session, l10n.t('Added the link to {0}', offer.identifier), () =>
              undoAddedLink(deps, { session, address: offer.item }, offer.identifier, link),
            );
          },
        },
        session,
        resolver,
      ),
    );
    const branchLinks = disposables.add(
      new BranchLinks(
        {
          ...deps,
          memory: arrayIn<BranchLink>(deps.windowMemory, 'branchLinks'),
          onDidReplace: ({ item: address, identifier, link }) =>
            this.#offerUndo(session, l10n.t('Removed the link {0} from {1}', linkName(link), identifier), () =>
              undoRemovedLink(deps, { session, address }, identifier, link),
            ),
        },
        session,
        links,
      ),
    );
    this.#current = links;
    disposables.add(showStatus(session.store.code));
    disposables.add(this.#watchPullRequests(session, branchLinks));
    return disposables;
  }

  #watchPullRequests(session: Session, branchLinks: BranchLinks): Disposable {
    const { pullRequests, panels, currentItems, repositories, clock } = this.#deps;
    const disposables = new DisposableStore();
    const watch = disposables.add(
      new PullRequestWatch(
        {
          repositories,
          codeHosts,
          mayRead: () => vscode.window.state.focused && vscode.workspace.isTrusted,
          visibleItems: () => [...panels.visibleItems, ...currentItems()],
          pullRequests,
          checkBranches: () => branchLinks.check(),
          memory: {
            get: (account) => this.#statuses.entriesOf(account),
            add: (account, status) => this.#statuses.add(account, status),
          },
          clock,
        },
        session,
      ),
    );
    disposables.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (!focused) return;
        branchLinks.reportFocus();
        watch.wake();
      }),
    );
    disposables.add(session.store.links.onDidAdd(() => watch.wake()));
    void watch.run();
    return disposables;
  }

  #offerUndo(session: Session, text: string, undo: () => Promise<void>): void {
    const { prompts, quickEdits } = this.#deps;
    const { id } = quickEdits.addNonFieldChange({ session, undo });
    showUndoStatus(prompts, text, id, { icon: 'link' });
  }
}

function settingsFor(session: Session): PushedLinksDeps['settings'] {
  const isBoundElsewhere = (folder: vscode.Uri): boolean =>
    bindsOtherWorkspace(folderBinding(folder), session.workspace);
  return {
    baseBranch,
    codeHosts,
    rule: (folder) => (vscode.workspace.isTrusted && !isBoundElsewhere(folder) ? linkRule(folder) : 'never'),
  };
}

/** An array for each account in a memento. */
function arrayIn<T>(memory: vscode.Memento, name: string) {
  const keyOf = (account: string): string => `${name} ${account}`;
  return {
    get: (account: string) => memory.get<readonly T[]>(keyOf(account), []),
    set: async (account: string, values: readonly T[]) => memory.update(keyOf(account), values),
  };
}

function showStatus(code: ItemCode): Disposable {
  const disposables = new DisposableStore();
  // The priority places the item after the current work item.
  const item = disposables.add(vscode.window.createStatusBarItem('linkPushed', vscode.StatusBarAlignment.Left, 0.9));
  item.name = l10n.t('Contrail: Link What Was Pushed');
  item.command = COMMANDS.linkPushed;
  disposables.add(
    code.onDidChangeOffers(() => {
      const { offers } = code;
      const [first, ...others] = offers;
      if (first === undefined) {
        item.hide();
        return;
      }
      const text =
        others.length === 0
          ? l10n.t('Link to {0}?', first.identifier)
          : l10n.t('Link to {0} work items?', formatCount(offers.length));
      item.text = `$(link) ${escapeCodicons(text)}`;
      item.tooltip = offers.map(({ identifier, title }) => `${identifier}: ${title}`).join('\n');
      item.accessibilityInformation = { label: text, role: 'button' };
      item.show();
    }),
  );
  return disposables;
}

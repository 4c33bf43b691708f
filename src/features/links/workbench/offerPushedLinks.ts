// Offers links to what was pushed, in the status bar. Selecting the offer opens a list.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { MentionResolver } from '../../../core/mentions/mentionResolver.ts';
import { bindsOtherWorkspace } from '../../../core/session/folderBinding.ts';
import type { Session } from '../../../core/session/session.ts';
import { COMMANDS } from '../../../shell/commands/contributions.ts';
import type { ItemCommandDeps } from '../../../shell/itemPicker/itemCommandDeps.ts';
import { showUndoStatus } from '../../../shell/notifications/undoStatus.ts';
import { escapeCodicons } from '../../../shell/prompts/escape.ts';
import { RememberedList } from '../../../shell/rememberedList.ts';
import { baseBranch, codeHosts, folderBinding, linkRule, saveLinkRule } from '../../../shell/settings.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { type Disposable, DisposableStore } from '../../../std/disposable.ts';
import { PushedLinks, type PushedLinksDeps } from '../pushedLinks.ts';
import { showOffers } from '../showOffers.ts';
import { undoAddedLink } from '../undo.ts';

export interface OfferPushedLinksDeps
  extends Pick<ItemCommandDeps, 'prompts' | 'quickEdits'>,
    Omit<PushedLinksDeps, 'settings' | 'answered' | 'onDidAdd'> {
  /** A memento whose values all windows share. */
  readonly memory: vscode.Memento;
}

export class OfferedLinks {
  readonly #deps: OfferPushedLinksDeps;
  readonly #answered: RememberedList<string>;
  #current: PushedLinks | undefined;

  constructor(deps: OfferPushedLinksDeps) {
    this.#deps = deps;
    this.#answered = new RememberedList(deps.memory, { name: 'pushedLinks', maxEntries: 300, idOf: (id) => id });
  }

  /** Lets the user answer the offers. Rejects with an ApiError. */
  async show(): Promise<void> {
    const { prompts } = this.#deps;
    if (this.#current !== undefined) await showOffers({ prompts, saveRule: saveLinkRule }, this.#current);
  }

  /** Makes offers until the returned object is disposed of. */
  follow(session: Session, resolver: MentionResolver): Disposable {
    const disposables = new DisposableStore();
    const isBoundElsewhere = (folder: vscode.Uri): boolean =>
      bindsOtherWorkspace(folderBinding(folder), session.workspace);
    this.#current = disposables.add(
      new PushedLinks(
        {
          ...this.#deps,
          settings: {
            baseBranch,
            codeHosts,
            rule: (folder) => (vscode.workspace.isTrusted && !isBoundElsewhere(folder) ? linkRule(folder) : 'never'),
          },
          answered: {
            has: (account, id) => this.#answered.entriesOf(account).includes(id),
            add: (account, id) => this.#answered.add(account, id),
          },
          onDidAdd: ({ identifier, item: address }, link) => {
            const { prompts, quickEdits } = this.#deps;
            const undo = (): Promise<void> => undoAddedLink({ prompts }, { session, address }, identifier, link);
            const { id } = quickEdits.addNonFieldChange({ session, undo });
            showUndoStatus(prompts, l10n.t('Added the link to {0}', identifier), id, { icon: 'link' });
          },
        },
        session,
        resolver,
      ),
    );
    disposables.add(showStatus(this.#current));
    return disposables;
  }
}

function showStatus(links: PushedLinks): Disposable {
  const disposables = new DisposableStore();
  // The priority places the item after the current work item.
  const item = disposables.add(vscode.window.createStatusBarItem('linkPushed', vscode.StatusBarAlignment.Left, 0.9));
  item.name = l10n.t('Contrail: Link What Was Pushed');
  item.command = COMMANDS.linkPushed;
  disposables.add(
    links.onDidChange(() => {
      const [first, ...others] = links.offers;
      if (first === undefined) {
        item.hide();
        return;
      }
      const text =
        others.length === 0
          ? l10n.t('Link to {0}?', first.identifier)
          : l10n.t('Link to {0} work items?', formatCount(links.offers.length));
      item.text = `$(link) ${escapeCodicons(text)}`;
      item.tooltip = links.offers.map(({ identifier, title }) => `${identifier}: ${title}`).join('\n');
      item.accessibilityInformation = { label: text, role: 'button' };
      item.show();
    }),
  );
  return disposables;
}

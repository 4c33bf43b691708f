// Opens `vscode://` links to work items.
// A link to the current workspace opens immediately. A link to another workspace opens after the user has agreed to
// switch to an account in that workspace, or to sign in to it.
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { faultOf, isMissingOrForbidden } from '../../../client/apiError.ts';
import type { ItemAddress } from '../../../core/cache/address.ts';
import {
  accountsOfLink,
  type ItemLink,
  isInWorkspace,
  type LinkedItem,
  parseItemLink,
} from '../../../core/session/itemLink.ts';
import type { Session, Sessions } from '../../../core/session/session.ts';
import type { SignInTarget } from '../../../core/session/signInAnswers.ts';
import { withErrorHandling } from '../../../shell/notifications/errorBoundary.ts';
import type { RecordPages } from '../../../shell/pages/recordPages.ts';
import { confirm, showInfo, showWarning } from '../../../shell/prompts/notifications.ts';
import type { Prompts } from '../../../shell/prompts/prompts.ts';
import type { WindowAccounts } from '../../../shell/windowAccounts.ts';
import type { Clock } from '../../../std/clock.ts';
import type { Logger } from '../../../std/logger.ts';
import { linkProblemText, linkQuestion, notFoundText } from '../messages.ts';
import { switchAccountForLink } from '../switchAccountForLink.ts';

export interface IncomingLinksDeps {
  readonly prompts: Prompts;
  readonly sessions: Sessions;
  readonly accounts: Pick<WindowAccounts, 'switchToOneOf'>;
  readonly signIn: {
    openLocalWorkspace(): Promise<void>;
    runForTarget(target: SignInTarget): Promise<void>;
  };
  readonly panels: RecordPages;
  readonly logger: Logger;
  readonly clock: Clock;
}

export class IncomingLinks {
  readonly #deps: IncomingLinksDeps;
  #isAskingAboutLink = false;

  constructor(deps: IncomingLinksDeps) {
    this.#deps = deps;
  }

  /** Opens the work item, or shows a warning if the link is invalid. */
  async open(uri: vscode.Uri): Promise<void> {
    const { logger } = this.#deps;
    const link = parseItemLink(uri);
    if ('problem' in link) {
      logger.write('warn', 'a link from outside was rejected', { problem: link.problem });
      void showWarning(linkProblemText(link.problem));
      return;
    }
    await withErrorHandling(logger, 'opening a link from outside', () => this.#openItem(link));
  }

  async #openItem(link: ItemLink): Promise<void> {
    const { sessions } = this.#deps;
    await sessions.restore();
    if (sessions.current === undefined || !isInWorkspace(link, sessions.current)) await this.#signInFor(link);
    const session = sessions.current;
    if (session === undefined || !isInWorkspace(link, session)) return;
    const address = await this.#findItem(session, link.item);
    if (address === undefined || sessions.current !== session) return;
    const page = this.#deps.panels.open({ session, address });
    if (link.comment !== undefined && !(await page.showComment(link.comment)))
      void showWarning(l10n.t('The link leads to a comment that was deleted.'));
  }

  /**
   * Asks the user whether to switch to the account in the workspace of the link or, if they have no account in that
   * workspace, to sign in to it. Asks about one link at a time, because a web page could open any number of links.
   */
  async #signInFor(link: ItemLink): Promise<void> {
    if (this.#isAskingAboutLink) {
      void showInfo(l10n.t('Another link is being opened. Finish or cancel it first, then open this one again.'));
      return;
    }
    this.#isAskingAboutLink = true;
    try {
      const { sessions, signIn } = this.#deps;
      const { current } = sessions;
      const accounts = accountsOfLink(link, await sessions.listAccounts());
      if (accounts.length > 0) {
        await switchAccountForLink(this.#deps.accounts, link, accounts);
        return;
      }
      const { message, detail, acceptButton } = linkQuestion(
        link,
        current?.profile.service === 'local' ? undefined : current,
      );
      if ((await confirm(message, detail, acceptButton)) !== acceptButton) return;
      if (link.baseUrl === undefined) await signIn.openLocalWorkspace();
      else await signIn.runForTarget({ baseUrl: link.baseUrl, workspace: link.workspace });
      const newSession = sessions.current;
      if (newSession !== undefined && newSession !== current && !isInWorkspace(link, newSession))
        void showInfo(l10n.t('The link was not opened, because you signed in to another server or workspace.'));
    } finally {
      this.#isAskingAboutLink = false;
    }
  }

  /**
   * Resolves with the address of the work item. If no work item has the identifier, shows a warning and resolves with
   * undefined. For a link with an id, no request is sent, because the work item's page loads the work item.
   */
  async #findItem({ store, workspace }: Session, item: LinkedItem): Promise<ItemAddress | undefined> {
    if (!('identifier' in item)) return item;
    const [cachedAddress] = store.finder.find(item.identifier, 1);
    if (cachedAddress !== undefined && store.identifier(cachedAddress) === item.identifier) return cachedAddress;
    try {
      const options = { location: vscode.ProgressLocation.Window, title: l10n.t('Opening {0}…', item.identifier) };
      const { project, id } = await vscode.window.withProgress(options, () => store.readByIdentifier(item.identifier));
      return { project, id };
    } catch (error) {
      const fault = faultOf(error);
      if (!isMissingOrForbidden(fault)) throw error;
      void showWarning(notFoundText(item, workspace));
      return undefined;
    }
  }
}

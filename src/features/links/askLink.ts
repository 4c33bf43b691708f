// Asks for the URL and the title of a link, in two steps.
import * as l10n from '@vscode/l10n';
import { pullRequestTitle } from '../../core/code/pullRequest.ts';
import { askText, type OnBack, submitText } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { urlProblem } from '../../shell/prompts/urlProblem.ts';
import type { LinkDraft } from './linkDraft.ts';

/** The URL and the title that the user has entered. The title may be empty. */
export interface EnteredLink {
  readonly url: string;
  readonly title: string;
}

export interface AskLinkOptions extends EnteredLink {
  /** The title of the two prompts, which ask for the URL and for the title of the link. */
  readonly heading: string;
  /**
   * Called when the user has entered the URL. Resolves with `link` to ask for the title next, with `back` to ask for
   * the URL again, or with `ended` if no link is added, for example because a relation was added instead.
   */
  readonly acceptUrl: (url: string) => Promise<'link' | 'ended' | 'back'>;
  /** Sends the link. Resolves with the error message, or with undefined if the link was sent. */
  readonly submit: (link: EnteredLink) => Promise<string | undefined>;
  readonly draft: LinkDraft;
  readonly onBack?: OnBack | undefined;
}

/**
 * Asks for the URL and the title, and calls `submit`. If `submit` fails, the second prompt stays open with the error.
 * Resolves with whether the link was sent.
 */
export async function askLink(
  prompts: Prompts,
  { heading, url, title, acceptUrl, submit, draft, onBack }: AskLinkOptions,
): Promise<boolean> {
  for (;;) {
    const text = await askText(
      prompts,
      {
        title: heading,
        prompt: l10n.t('Enter the web address.'),
        placeholder: 'https://',
        text: draft.typed.url ?? url,
        position: { step: 1, steps: 2 },
        staysOpen: true,
        onType: (typed) => draft.change({ url: typed === url ? undefined : typed }),
        onBack,
      },
      (entered) => urlProblem(entered.trim()),
    );
    if (text === undefined) return false;
    const enteredUrl = text.trim();
    draft.change({ url: enteredUrl === url ? undefined : enteredUrl });
    const outcome = await acceptUrl(enteredUrl);
    if (outcome === 'ended') return false;
    if (outcome === 'back') continue;
    const suggestedTitle = title === '' && enteredUrl !== url ? (pullRequestTitle(enteredUrl) ?? '') : title;
    let isBack = false;
    const isSent = await submitText(
      prompts,
      {
        title: heading,
        prompt: l10n.t('Enter the title of the link, or nothing to show its address.'),
        text: draft.typed.title ?? suggestedTitle,
        position: { step: 2, steps: 2 },
        onType: (typed) => draft.change({ title: typed === suggestedTitle ? undefined : typed }),
        onBack: () => {
          isBack = true;
        },
      },
      (enteredTitle) => submit({ url: enteredUrl, title: enteredTitle.trim() }),
    );
    if (isSent) draft.discard();
    if (!isBack) return isSent;
  }
}

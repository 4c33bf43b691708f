// Asks for the URL and the title of a link, in two steps.
import * as l10n from '@vscode/l10n';
import { askText, submitText } from '../../ui/ask.ts';
import { BACK, type Prompts } from '../../ui/prompts.ts';
import { pullRequestTitle, webAddressProblem } from './messages.ts';

/** The URL and the title that the user has entered. The title may be empty. */
export interface EnteredLink {
  readonly url: string;
  readonly title: string;
}

export interface AskedLink extends EnteredLink {
  /** The title of the two prompts, which ask for the URL and for the title of the link. */
  readonly heading: string;
  /**
   * Called when the user has entered the URL. Resolves with `ended` if the URL was used in another way, for example for
   * a relation. The title is then not asked for.
   */
  readonly acceptUrl: (url: string) => Promise<'link' | 'ended'>;
  /** Sends the link. Resolves with the error message, or with undefined. */
  readonly submit: (link: EnteredLink) => Promise<string | undefined>;
}

/**
 * Asks for the URL and the title, and calls `submit`. If `submit` fails, the second prompt stays open with the error.
 * Resolves with whether the link was sent.
 */
export async function askLink(
  prompts: Prompts,
  { heading, url, title, acceptUrl, submit }: AskedLink,
): Promise<boolean> {
  let enteredUrl = url;
  for (;;) {
    const text = await askText(
      prompts,
      {
        title: heading,
        prompt: l10n.t('Enter the web address.'),
        placeholder: 'https://',
        text: enteredUrl,
        position: { step: 1, steps: 2 },
        staysOpen: true,
      },
      (entered) => webAddressProblem(entered.trim()),
    );
    if (text === undefined) return false;
    enteredUrl = text.trim();
    if ((await acceptUrl(enteredUrl)) === 'ended') return false;
    const outcome = await submitText(
      prompts,
      {
        title: heading,
        prompt: l10n.t('Enter the title of the link, or nothing to show its address.'),
        text: title === '' && enteredUrl !== url ? (pullRequestTitle(enteredUrl) ?? '') : title,
        position: { step: 2, steps: 2 },
        buttons: [BACK],
      },
      (enteredTitle) => submit({ url: enteredUrl, title: enteredTitle.trim() }),
    );
    if (outcome !== 'back') return outcome === 'done';
  }
}

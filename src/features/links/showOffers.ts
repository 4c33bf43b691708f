// The list with the links that a push makes possible.
import * as l10n from '@vscode/l10n';
import { type ItemAddress, keyOf } from '../../core/cache/address.ts';
import { chooseRow, type ValueRow } from '../../shell/prompts/ask.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import type { LinkOffer, PushedLinks } from './pushedLinks.ts';

type Answer = readonly LinkOffer[] | 'always' | 'never' | 'decline';

export interface ShowOffersDeps {
  readonly prompts: Prompts;
  /** Writes the rule into the settings of the folder. */
  readonly saveRule: (folder: LinkOffer['folder'], rule: 'always' | 'never') => Promise<void>;
}

/**
 * Lets the user add the links, of this work item if it is set, decline them, or set the rule of the folder. Rejects with
 * an ApiError.
 */
export async function showOffers(
  { prompts, saveRule }: ShowOffersDeps,
  links: PushedLinks,
  item?: ItemAddress,
): Promise<void> {
  const offers = links.offers.filter((offer) => item === undefined || keyOf(offer.item) === keyOf(item));
  const [first] = offers;
  if (first === undefined) return;
  const allRow: ValueRow<Answer> = {
    label: l10n.t('Add All Links'),
    icon: { id: 'check-all' },
    value: offers,
  };
  const rows: readonly ValueRow<Answer>[] = [
    ...offers.map((offer) => ({
      label: l10n.t('Add Link to {0}', offer.identifier),
      description: offer.title,
      detail: offer.url,
      icon: { id: 'link' },
      value: [offer],
    })),
    ...(offers.length === 1 ? [] : [allRow]),
    { label: '', isSeparator: true },
    { label: l10n.t("Don't Add"), icon: { id: 'close' }, value: 'decline' },
    {
      label: l10n.t('Always Add in This Folder'),
      description: l10n.t('Changes a setting of the folder'),
      icon: { id: 'sync' },
      value: 'always',
    },
    {
      label: l10n.t('Never Ask in This Folder'),
      description: l10n.t('Changes a setting of the folder'),
      icon: { id: 'circle-slash' },
      value: 'never',
    },
  ];
  const answer = await chooseRow<Answer>(prompts, rows, {
    title: l10n.t('Link What Was Pushed'),
    placeholder: l10n.t('Select what to add to the links of the work item'),
  });
  if (answer === undefined) return;
  const { value } = answer;
  if (value === 'always' || value === 'never') await saveRule(first.folder, value);
  if (value === 'never' || value === 'decline') await links.decline(offers);
  else for (const offer of value === 'always' ? offers : value) await links.accept(offer);
}

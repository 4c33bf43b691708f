// The buttons of a new work item's page: fill fields from the previous new work item, and open similar work items.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import type { NewItemView } from '../../../shell/protocol/newItem.ts';
import { ActionButton } from './itemActions.tsx';
import './newItemOffers.css';

interface NewItemProps {
  readonly page: PageStore;
  readonly newItem: NewItemView | undefined;
}

/** The list of similar work items is always rendered, so that a screen reader announces new ones. */
export const NewItemSuggestions = memo(({ page, newItem }: NewItemProps): VNode | null => {
  if (newItem === undefined) return null;
  const { lastValues, similarItems } = newItem;
  return (
    <div class="new-item" data-testid="new-item">
      <div role="status" data-testid="similar">
        {similarItems.length > 0 && <p class="history">{l10n.t('Similar work items')}</p>}
        {similarItems.map(({ id, identifier, name }) => (
          <ActionButton
            key={id}
            icon="issues"
            label={`${identifier} ${name}`}
            title={l10n.t('Open {0}', identifier)}
            onClick={() => void page.requestOrShowError({ type: 'openSimilar', id })}
            testId="open-similar"
          />
        ))}
      </div>
      {lastValues !== undefined && (
        <ActionButton
          icon="history"
          label={l10n.t('Use Last Values: {0}', lastValues)}
          title={l10n.t('Fill Empty Fields with the Values of the Last Created Work Item')}
          onClick={() => void page.requestOrShowError({ type: 'useLastValues' })}
          testId="use-last-values"
        />
      )}
    </div>
  );
});

// The cycle or module of a work item: a button to choose another one, or plain text if it can't be changed.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon } from '../../../../shell/page/button.tsx';
import { ChoiceLabel } from '../../../../shell/page/controls/choiceButton.tsx';
import { memo } from '../../../../shell/page/memo.ts';
import type { PageStore } from '../../../../shell/page/model/pageStore.ts';
import type { CycleOrModuleRow } from '../../../../shell/protocol/cycleAndModules.ts';

interface CycleOrModuleFieldProps {
  readonly page: PageStore;
  readonly group: CycleOrModuleRow;
}

export const CycleOrModuleField = memo(
  ({ page, group: { action, label, value, none, isReadOnly } }: CycleOrModuleFieldProps): VNode => {
    const fallback = value === null ? (none ?? l10n.t('None')) : l10n.t('Unknown');
    const shownValue = <ChoiceLabel choice={value ? { id: '', label: value } : undefined} fallback={fallback} />;
    return (
      <div class="field">
        <div class="field-head">
          <span class="field-label">{label}</span>
        </div>
        {isReadOnly === true ? (
          <output class="field-fixed" aria-label={label}>
            {shownValue}
          </output>
        ) : (
          <button
            type="button"
            class="input opener"
            aria-label={l10n.t('{0}: {1}', label, value ?? fallback)}
            title={value === undefined ? l10n.t('Not known yet. Select to look it up.') : undefined}
            onClick={() => page.runAction(action)}
            data-testid={action}
          >
            <span class="opener-value">{shownValue}</span>
            <Icon name="chevron-down" />
          </button>
        )}
      </div>
    );
  },
);

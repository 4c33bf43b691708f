// The section Sub-items of a work item's page: one row for each sub-item, and the input for a new one.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from '../../../shell/page/button.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { FoldableSection } from '../../../shell/page/sections/foldableSection.tsx';
import type { SubItemsView, SubItemView } from '../../../shell/protocol/subItems.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { ItemButton } from './itemButton.tsx';
import { NewSubItemInput } from './newSubItemInput.tsx';
import type { SubItemInputState } from './useSubItemInput.ts';
import './subItems.css';

interface SubItemSectionProps {
  readonly page: PageStore;
  readonly subItems: SubItemsView | undefined;
  readonly input: SubItemInputState;
  readonly isReadOnly: boolean;
}

interface RowProps {
  readonly page: PageStore;
  readonly item: SubItemView;
  /** Undefined if the user cannot change the sub-item. */
  readonly onMoveOut: (() => void) | undefined;
}

function Row({ page, item, onMoveOut }: RowProps): VNode {
  const { id, identifier } = item;
  return (
    <li class="sub-item" data-sub-item={identifier}>
      <ItemButton
        item={item}
        onOpen={() => void page.requestOrShowError({ type: 'openSubItem', id })}
        testId="open-sub-item"
      />
      {onMoveOut && (
        <IconButton
          icon="ungroup-by-ref-type"
          title={l10n.t('Remove {0} from Parent', identifier)}
          onClick={onMoveOut}
          testId="move-out"
        />
      )}
    </li>
  );
}

interface MovedOutRow {
  readonly id: string;
  readonly index: number;
}

/**
 * Moves the focus when the focused element is removed. From the row of a sub-item that was removed from its parent, the
 * focus moves to the row that is then at its position; from the input, to the button that opens the input. The caller
 * stores a row in the returned ref before it removes the sub-item from its parent.
 */
function useFocusAfterRowChange(
  items: readonly SubItemView[],
  isInputOpen: boolean,
): { current: MovedOutRow | undefined } {
  const movedOutRow = useRef<MovedOutRow | undefined>(undefined);
  const wasInputOpen = useRef(isInputOpen);
  useLayoutEffect(() => {
    const { current: moved } = movedOutRow;
    const isRowGone = moved !== undefined && !items.some(({ id }) => id === moved.id);
    const isInputGone = wasInputOpen.current && !isInputOpen;
    wasInputOpen.current = isInputOpen;
    if (isRowGone) movedOutRow.current = undefined;
    if (document.activeElement !== document.body || !(isRowGone || isInputGone)) return;
    const rows = document.querySelectorAll<HTMLElement>('[data-testid=open-sub-item]');
    const row = isRowGone ? rows[Math.min(moved.index, rows.length - 1)] : undefined;
    (row ?? document.querySelector<HTMLElement>('[data-testid=add-sub-item], [data-testid=new-sub-item]'))?.focus();
  });
  return movedOutRow;
}

/** The section Sub-items; renders nothing if there are no sub-items and the input is not open. */
export const SubItemSection = memo((props: SubItemSectionProps): VNode | null => {
  const { page, subItems, input, isReadOnly } = props;
  const movedOutRow = useFocusAfterRowChange(subItems?.items ?? [], input.isOpen);
  if (!subItems || (subItems.items.length === 0 && !input.isOpen)) return null;
  const { items, isComplete } = subItems;
  const completed = formatCount(items.filter(({ state }) => state?.icon === 'completed').length);
  const total = formatCount(items.length);
  return (
    <FoldableSection
      page={page}
      name="sub-items"
      title={l10n.t('Sub-items')}
      count={`${completed}/${total}`}
      countTitle={l10n.t('{0} of {1} completed', completed, total)}
      tools={
        !isReadOnly &&
        !input.isOpen && (
          <IconButton icon="add" title={l10n.t('Add Sub-Item')} onClick={input.open} testId="add-sub-item" />
        )
      }
      isForcedOpen={input.isOpen}
    >
      {!isComplete && (
        <p class="dimmed" role="status">
          {l10n.t('Some sub-items may not be listed yet.')}
        </p>
      )}
      <ul class="code-rows" aria-labelledby="sub-items-title">
        {items.map((item, index) => {
          const { id } = item;
          const onMoveOut = () => {
            movedOutRow.current = { id, index };
            void page.requestOrShowError({ type: 'moveOutSubItem', id });
          };
          return <Row key={id} page={page} item={item} onMoveOut={isReadOnly ? undefined : onMoveOut} />;
        })}
      </ul>
      {input.isOpen && <NewSubItemInput page={page} subItems={subItems} input={input} />}
    </FoldableSection>
  );
});

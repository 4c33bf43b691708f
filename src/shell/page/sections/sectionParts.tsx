// The parts that the sections Relations and Links share: header, error message, row, and focus handling.
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PageProblem, RowAction } from '../../../items/form/recordProtocol.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { IconButton } from '../button.tsx';
import type { PageStore } from '../model/pageStore.ts';
import { FoldableSection } from './foldableSection.tsx';
import './sectionParts.css';

interface LinkedSectionProps {
  readonly page: PageStore;
  readonly name: 'relations' | 'links';
  readonly title: string;
  /** The number of rows; undefined while it is not known. */
  readonly count: number | undefined;
  readonly problem: PageProblem | undefined;
  readonly addTitle: string;
  /** Undefined if the user cannot add rows. */
  readonly onAdd: (() => void) | undefined;
  /**
   * The test id of the button that adds a row. While the section is not shown, another button with this id replaces it.
   */
  readonly addTestId: string;
  readonly children: ComponentChildren;
}

/** A section with a title, a count, a button that adds a row, and the reason why its rows could not be loaded. */
export function LinkedSection(props: LinkedSectionProps): VNode {
  const { page, name, title, count, problem, addTitle, onAdd, addTestId, children } = props;
  return (
    <FoldableSection
      page={page}
      name={name}
      title={title}
      count={count === undefined ? '' : formatCount(count)}
      tools={onAdd && <IconButton icon="add" title={addTitle} onClick={onAdd} testId={addTestId} />}
      problem={problem}
      onRetry={() => void page.sendRequest({ type: 'showLinked' })}
    >
      {children}
    </FoldableSection>
  );
}

type RunRowAction = (action: RowAction) => void;

interface LinkedRowProps {
  readonly page: PageStore;
  readonly id: string;
  readonly children: (runAction: RunRowAction) => ComponentChildren;
}

/** A row of the section. While an action of the row runs, its other actions are ignored. */
export function LinkedRow({ page, id, children }: LinkedRowProps): VNode {
  const [isBusy, setIsBusy] = useState(false);
  const run = async (action: RowAction): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    await page.requestOrShowError({ type: 'act', action, row: id });
    setIsBusy(false);
  };
  return (
    <li class="linked-row" data-row={id} aria-busy={isBusy}>
      {children((action) => void run(action))}
    </li>
  );
}

/**
 * Moves the focus from a row that was removed to the row that is now at its position, or to the button that adds a row.
 * Otherwise, the next Tab key would move the focus to the top of the page.
 */
export function useFocusAfterRemoval(ids: readonly string[], addTestId: string): void {
  const previousIds = useRef(ids);
  const focusedId = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      focusedId.current =
        target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
    };
    document.addEventListener('focusin', onFocus);
    return () => document.removeEventListener('focusin', onFocus);
  }, []);
  useLayoutEffect(() => {
    const index = previousIds.current.indexOf(focusedId.current ?? '');
    previousIds.current = ids;
    if (index === -1 || ids.includes(focusedId.current ?? '')) return;
    const next = ids[Math.min(index, ids.length - 1)];
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    const button =
      next === undefined
        ? document.querySelector<HTMLElement>(`[data-testid=${addTestId}]`)
        : rows.find((row) => row.dataset['row'] === next)?.querySelector<HTMLElement>('a, button');
    button?.focus();
  }, [ids.join(' ')]);
}

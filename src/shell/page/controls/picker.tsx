// The popup list of choices: the user filters it by typing and navigates with the arrow keys.
import * as l10n from '@vscode/l10n';
import type { TargetedEvent, TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../../items/form/fieldProtocol.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { plural } from '../../../std/plural.ts';
import { includesSearchText } from '../../../std/searchText.ts';
import { Icon, Progress } from '../button.tsx';
import { isShortcut } from '../keys/shortcuts.ts';
import { ChoiceIcon } from './choiceIcon.tsx';
import './input.css';
import './picker.css';

/** With at most this many choices, the filter input is visually hidden until the user types. */
const MAX_CHOICES_WITHOUT_FILTER = 8;

/** A list draws this many options more each time the user reaches its end, because 5,000 would take seconds. */
const DRAWN_OPTIONS = 100;
/** More options are drawn when the top of the list is this close to the end of the drawn options, in CSS pixels. */
const DRAW_MORE_PX = 600;

interface PickerProps {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** Whether the choices are loading. No options are shown until they arrive; typed text then filters them. */
  readonly isLoading?: boolean;
  readonly selectedIds: readonly string[];
  readonly isMultiple: boolean;
  /** Whether a list for one value is sorted by name, because the order of its choices has no meaning. */
  readonly sortsChoices?: boolean;
  /** Whether to offer "None", which picks the empty string. */
  readonly hasNoneOption: boolean;
  /** The label of the option "None", if it differs. */
  readonly noneLabel?: string | undefined;
  /** Searches on the server. If undefined, the choices are filtered in the page. */
  readonly onSearch?: (text: string) => void;
  /**
   * Whether a search for the typed text is running, so that the choices are still the results for an earlier text.
   * Enter then waits for the new results, unless the user has moved to an option.
   */
  readonly isSearching?: boolean;
  /** The text that is shown instead of an empty list. */
  readonly emptyText: string;
  readonly onPick: (id: string) => void;
  /** What can be created from a text that matches no choice; `{0}` in a label stands for the text. */
  readonly newChoices?: readonly Choice[] | undefined;
  /**
   * Creates the choice with this id of `newChoices` from the typed text. Resolves with undefined, or with the reason
   * why it was not created.
   */
  readonly onCreate?: ((newChoiceId: string, text: string) => Promise<string | undefined>) | undefined;
  readonly onClose: () => void;
}

/** The prefix of the ids of options that create a choice. */
const CREATE_ID_PREFIX = 'create ';

function isCreation(choice: Choice | undefined): boolean {
  return choice?.id.startsWith(CREATE_ID_PREFIX) === true;
}

function matchesText(choice: Choice, text: string): boolean {
  return includesSearchText(`${choice.label} ${choice.detail ?? ''}`, text);
}

/** The distance of the list from its control and from the edge of the window, in CSS pixels. */
const GAP_PX = 2;
/** The width of the page's padding. */
const EDGE_PX = 14;

/**
 * Returns the left edge of a list with this width, in CSS pixels. The list begins at the left edge of its control. If
 * the page is too narrow for that, the list ends at the right edge of its control.
 */
export function pickerLeft(control: Pick<DOMRect, 'left' | 'right'>, width: number, pageWidth: number): number {
  const left = control.left + width > pageWidth - EDGE_PX ? control.right - width : control.left;
  return Math.max(GAP_PX, Math.min(left, pageWidth - width - GAP_PX));
}

/**
 * Places the list below its control, or above it if there is not enough space below. The list has a fixed position,
 * because the column of properties would clip it. Places the list again when choices arrive and when the page scrolls.
 */
function usePickerPosition(isLoading: boolean): { readonly current: HTMLDivElement | null } {
  const pickerRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const placePicker = (): void => {
      const picker = pickerRef.current;
      const control = picker?.parentElement?.getBoundingClientRect();
      if (!picker || !control) return;
      picker.style.minWidth = `${Math.max(220, control.width)}px`;
      const { width, height } = picker.getBoundingClientRect();
      const opensUpwards = control.bottom + GAP_PX + height > window.innerHeight && control.top > height + GAP_PX;
      picker.style.top = `${opensUpwards ? control.top - GAP_PX - height : control.bottom + GAP_PX}px`;
      picker.style.left = `${pickerLeft(control, width, document.documentElement.clientWidth)}px`;
    };
    placePicker();
    const observer = 'ResizeObserver' in window ? new ResizeObserver(placePicker) : undefined;
    if (pickerRef.current) observer?.observe(pickerRef.current);
    window.addEventListener('scroll', placePicker, { capture: true, passive: true });
    window.addEventListener('resize', placePicker);
    return () => {
      observer?.disconnect();
      window.removeEventListener('scroll', placePicker, { capture: true });
      window.removeEventListener('resize', placePicker);
    };
  }, [isLoading]);
  return pickerRef;
}

/** Closes the list when the user clicks outside of it or the focus leaves it. */
function useCloseOutside(pickerRef: { readonly current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const closeOutside = (event: Event) => {
      const control = pickerRef.current?.parentElement;
      if (control && event.target instanceof Node && !control.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [pickerRef, onClose]);
}

function Option({ choice, id, index, total, isActive, isSelected, onPick }: OptionProps): VNode {
  const optionRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) optionRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={optionRef}
      id={id}
      role="option"
      class={`option${isActive ? ' is-active' : ''}`}
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={total}
      data-choice={choice.id}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <ChoiceIcon choice={choice} />
      <span class={choice.id === '' ? 'option-label is-none' : 'option-label'} dir="auto">
        {choice.label}
      </span>
      {choice.detail !== undefined && <span class="option-detail">{choice.detail}</span>}
      {isSelected && <Icon name="check" />}
    </div>
  );
}

interface OptionProps {
  readonly choice: Choice;
  readonly id: string;
  readonly index: number;
  /** The number of options, of which the list may draw a part. */
  readonly total: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onPick: () => void;
}

/**
 * Returns the choices in the order in which the list shows them. With multiple selection, the choices that were
 * selected when the list opened come first, and both parts of the list are sorted by name. A list for one value is
 * sorted by name only with `sortsChoices`. The results of a search on the server keep their order.
 */
function useSortedChoices({
  choices,
  selectedIds,
  isMultiple,
  sortsChoices,
  onSearch,
}: PickerProps): readonly Choice[] {
  const [initiallySelectedIds] = useState(isMultiple ? selectedIds : []);
  return useMemo(() => {
    if (!(isMultiple || sortsChoices) || onSearch) return choices;
    const rank = ({ id }: Choice): number => (initiallySelectedIds.includes(id) ? 0 : 1);
    return [...choices].sort((one, other) => rank(one) - rank(other) || one.label.localeCompare(other.label));
  }, [choices]);
}

/** Returns the options for the typed text. The option None, which clears the field, has the id ''. */
function visibleOptions(
  { choices, hasNoneOption, noneLabel = l10n.t('None'), onSearch, newChoices }: PickerProps,
  text: string,
): readonly Choice[] {
  const matchingChoices = onSearch ? choices : choices.filter((choice) => matchesText(choice, text));
  const name = text.trim();
  if (newChoices && matchingChoices.length === 0 && name !== '')
    return newChoices.map((choice) => ({
      ...choice,
      id: CREATE_ID_PREFIX + choice.id,
      label: choice.label.replace('{0}', () => name),
    }));
  return hasNoneOption && text === '' ? [{ id: '', label: noneLabel }, ...matchingChoices] : matchingChoices;
}

interface ActiveOption {
  readonly index: number;
  /** The id of the active option; undefined while the first option is active, whichever it is. */
  readonly id: string | undefined;
}

/**
 * Returns the active option, which Enter picks. Initially, the current value is active; after the user has typed, the
 * first option, unless it creates a choice: the user has to move to it. An active option stays active when newer choices
 * replace the list. If newer search results do not
 * contain the option, the first result becomes active, so that Enter picks a result of the search.
 */
function useActiveOption(
  options: readonly Choice[],
  selectedIds: readonly string[],
  startsAtFirstOption: boolean,
  isServerSearch: boolean,
) {
  const initialIndex = Math.max(
    0,
    options.findIndex((choice) => selectedIds.includes(choice.id)),
  );
  const initialOption: ActiveOption = { index: initialIndex, id: options[initialIndex]?.id };
  const [movedTo, setMovedTo] = useState<ActiveOption | undefined>(startsAtFirstOption ? undefined : initialOption);
  useEffect(() => {
    if (!startsAtFirstOption) setMovedTo((before) => before ?? initialOption);
  }, [startsAtFirstOption, initialOption.index, initialOption.id]);
  const { index, id } = movedTo ?? (startsAtFirstOption ? { index: 0, id: undefined } : initialOption);
  const indexOfId = id === undefined ? -1 : options.findIndex((choice) => choice.id === id);
  const defaultIndex = Math.min(isServerSearch ? 0 : index, options.length - 1);
  // Enter must not create what the user has not seen: letters may have been meant for another input.
  const initiallyActiveIndex = isCreation(options[defaultIndex]) ? -1 : defaultIndex;
  return {
    activeIndex: indexOfId === -1 ? initiallyActiveIndex : indexOfId,
    hasMoved: indexOfId !== -1,
    moveTo: (newIndex: number) => setMovedTo({ index: newIndex, id: options[newIndex]?.id }),
    moveToFirst: () => setMovedTo({ index: 0, id: undefined }),
  };
}

/** Returns the status of the list for a screen reader: loading, the number of loaded options, or empty. */
function useStatusMessage({ isLoading = false, emptyText }: PickerProps, count: number): string {
  const wasLoading = useRef(false);
  wasLoading.current ||= isLoading;
  if (isLoading) return l10n.t('Loading options…');
  if (count === 0) return emptyText;
  if (!wasLoading.current) return '';
  return plural(count, {
    one: l10n.t('{0} option', formatCount(count)),
    other: l10n.t('{0} options', formatCount(count)),
  });
}

/**
 * Returns three functions: `pickLater` picks the first option as soon as the options are loaded or the current search
 * ends; `cancelPick` prevents this pick; `leave` closes the list, but not before this pick.
 */
function usePickLater({ onPick, onClose }: PickerProps, options: readonly Choice[], isIncomplete: boolean) {
  const [isPickPending, setPickPending] = useState(false);
  const hasLeft = useRef(false);
  useEffect(() => {
    if (isIncomplete || !isPickPending) return;
    setPickPending(false);
    const [first] = options;
    if (first !== undefined && !isCreation(first)) onPick(first.id);
    if (hasLeft.current) onClose();
  }, [isIncomplete, isPickPending]);
  return {
    pickLater: () => setPickPending(true),
    cancelPick: () => {
      setPickPending(false);
      hasLeft.current = false;
    },
    leave: () => {
      hasLeft.current = true;
      if (!isPickPending) onClose();
    },
  };
}

/** Returns how many options are drawn: up to those around the active option, and more as the user scrolls. */
function useDrawnCount(activeIndex: number) {
  const [scrolledCount, setScrolledCount] = useState(DRAWN_OPTIONS);
  const drawnCount = Math.max(scrolledCount, activeIndex + DRAWN_OPTIONS);
  const onScroll = ({ currentTarget: list }: TargetedEvent<HTMLElement>): void => {
    if (list.scrollTop + DRAW_MORE_PX > list.scrollHeight) setScrolledCount(drawnCount + DRAWN_OPTIONS);
  };
  return { drawnCount, onScroll };
}

/**
 * Returns the typed text, and a function that picks a choice or creates it from this text. `problem` is the reason why
 * it was not created.
 */
function useTypedText({ onPick, onCreate }: PickerProps) {
  const [text, setText] = useState('');
  const [creation, setCreation] = useState<{ readonly problem?: string | undefined } | undefined>(undefined);
  const isCreating = creation !== undefined && creation.problem === undefined;
  const createChoice = async (create: NonNullable<PickerProps['onCreate']>, newChoiceId: string): Promise<void> => {
    setCreation({});
    const problem = await create(newChoiceId, text.trim());
    setCreation(problem === undefined ? undefined : { problem });
    if (problem === undefined) setText((typed) => (typed === text ? '' : typed));
  };
  return {
    text,
    isCreating,
    problem: creation?.problem,
    type: (typed: string): void => {
      setText(typed);
      setCreation((before) => (before?.problem === undefined ? before : undefined));
    },
    pick: (pickedId: string): void => {
      if (!pickedId.startsWith(CREATE_ID_PREFIX)) onPick(pickedId);
      else if (onCreate && !isCreating) void createChoice(onCreate, pickedId.slice(CREATE_ID_PREFIX.length));
    },
  };
}

/** The popup list. It takes the focus when it opens; the component that opened it restores the focus. */
export function Picker(props: PickerProps): VNode {
  const { id, label, isLoading = false, isSearching = false, selectedIds, isMultiple, onSearch, onClose } = props;
  const { text, isCreating, problem, type, pick } = useTypedText(props);
  const choices = useSortedChoices(props);
  const options = isLoading ? [] : visibleOptions({ ...props, choices }, text);
  const { activeIndex, hasMoved, moveTo, moveToFirst } = useActiveOption(
    options,
    selectedIds,
    isLoading || onSearch !== undefined || text !== '',
    onSearch !== undefined,
  );
  const { drawnCount, onScroll } = useDrawnCount(activeIndex);
  const statusMessage = useStatusMessage(props, options.length);
  const filterRef = useRef<HTMLInputElement>(null);
  // Without a text, the first option is not necessarily what the user wants.
  const isIncomplete = isSearching || (isLoading && text !== '');
  const { pickLater, cancelPick, leave } = usePickLater(props, options, isIncomplete);
  const pickerRef = usePickerPosition(isLoading);
  useCloseOutside(pickerRef, leave);
  // A layout effect moves the focus before the user can type the next letter.
  useLayoutEffect(() => filterRef.current?.focus(), []);
  const optionId = (index: number) => `${id}-option-${index}`;

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const nextIndex = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + 8,
      PageUp: activeIndex - 8,
    }[event.key];
    const choice = options[activeIndex];
    if (nextIndex !== undefined && options.length > 0) {
      cancelPick();
      moveTo(Math.max(0, Math.min(options.length - 1, nextIndex)));
    } else if (isShortcut(event, 'pick') && isIncomplete && !hasMoved) pickLater();
    else if (isShortcut(event, 'pick') && choice) pick(choice.id);
    else if (isShortcut(event, 'close')) onClose();
    else if (event.key === 'Tab') leave();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  const onType = (typed: string) => {
    type(typed);
    cancelPick();
    moveToFirst();
    onSearch?.(typed);
  };
  const isFilterVisible =
    onSearch !== undefined || (!isLoading && props.choices.length > MAX_CHOICES_WITHOUT_FILTER) || text !== '';

  return (
    <div ref={pickerRef} class="picker">
      {isLoading && <Progress label={l10n.t('Loading options')} />}
      <input
        ref={filterRef}
        dir="auto"
        class={isFilterVisible ? 'input picker-filter' : 'picker-filter visually-hidden'}
        type="text"
        role="combobox"
        aria-label={onSearch ? l10n.t('Search: {0}', label) : l10n.t('Filter: {0}', label)}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={activeIndex >= 0 ? optionId(activeIndex) : undefined}
        placeholder={onSearch ? l10n.t('Search by name or identifier') : l10n.t('Filter')}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div
        id={id}
        role="listbox"
        class="options"
        aria-label={label}
        aria-multiselectable={isMultiple}
        aria-busy={isLoading || isCreating}
        onScroll={onScroll}
      >
        {options.slice(0, drawnCount).map((choice, index) => (
          <Option
            key={choice.id}
            choice={choice}
            id={optionId(index)}
            index={index}
            total={options.length}
            isActive={index === activeIndex}
            isSelected={choice.id === '' ? selectedIds.length === 0 : selectedIds.includes(choice.id)}
            onPick={() => pick(choice.id)}
          />
        ))}
      </div>
      <p class={options.length === 0 || problem ? 'picker-empty' : 'visually-hidden'} role="status">
        {problem ?? statusMessage}
      </p>
    </div>
  );
}

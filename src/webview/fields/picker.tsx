// The popup list of every choice control: filtered by typing, navigated with the arrow keys.
import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../pages/protocol/fields.ts';
import { formatCount } from '../../std/displayLanguage.ts';
import { plural } from '../../std/plural.ts';
import { includesTyped } from '../../std/searchText.ts';
import { Icon, Progress } from '../button.tsx';
import { ChoiceIcon } from './choiceIcon.tsx';
import './input.css';
import './picker.css';

/** With at most this many choices, the filter is hidden until something is typed. */
const SEEN_AT_ONCE = 8;

interface PickerProps {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  /** The choices are loading: nothing is offered yet, and typed text filters them later. */
  readonly isLoading?: boolean;
  readonly selected: readonly string[];
  readonly multiple: boolean;
  /** Whether to offer "None", which picks the empty string. */
  readonly offersNone: boolean;
  /** Searches on the server. Without it, the choices are filtered in the page. */
  readonly onSearch?: (text: string) => void;
  /**
   * The choices still belong to an earlier text. Enter waits for the new ones, unless the user has moved to one of
   * these.
   */
  readonly isSearching?: boolean;
  /** Shown instead of an empty list. */
  readonly emptyText: string;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}

function matches(choice: Choice, text: string): boolean {
  return includesTyped(`${choice.label} ${choice.detail ?? ''}`, text);
}

/** Opens the list downwards, or upwards when there is not enough space below. Checked again when the choices arrive. */
function useDirection(isLoading: boolean): {
  readonly box: { readonly current: HTMLDivElement | null };
  readonly isUp: boolean;
} {
  const box = useRef<HTMLDivElement>(null);
  const [isUp, setUp] = useState(false);
  useLayoutEffect(() => {
    const place = box.current?.getBoundingClientRect();
    if (place && place.bottom > window.innerHeight && place.top > place.height + 60) setUp(true);
  }, [isLoading]);
  return { box, isUp };
}

/** Closes on a press outside or when the focus leaves. */
function useCloseOutside(box: { readonly current: HTMLElement | null }, onClose: () => void): void {
  useEffect(() => {
    const closeOutside = (event: Event) => {
      const owner = box.current?.parentElement;
      if (owner && event.target instanceof Node && !owner.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [box, onClose]);
}

function Option({ choice, id, isActive, isSelected, onPick }: OptionProps): VNode {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isActive]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      class={`option${isActive ? ' is-active' : ''}`}
      aria-selected={isSelected}
      data-choice={choice.id}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      <span class="option-check">{isSelected && <Icon name="check" />}</span>
      <ChoiceIcon choice={choice} />
      <span class={choice.id === '' ? 'option-label is-none' : 'option-label'}>{choice.label}</span>
      {choice.detail !== undefined && <span class="option-detail">{choice.detail}</span>}
    </div>
  );
}

interface OptionProps {
  readonly choice: Choice;
  readonly id: string;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly onPick: () => void;
}

/** The option that clears the field has the id ''. */
function offeredOf({ choices, offersNone, onSearch }: PickerProps, text: string): readonly Choice[] {
  const matching = onSearch ? choices : choices.filter((one) => matches(one, text));
  return offersNone && text === '' ? [{ id: '', label: l10n.t('None') }, ...matching] : matching;
}

interface Active {
  readonly index: number;
  /** The option that the user sees as active. Undefined while that is the first match of the typed text. */
  readonly id: string | undefined;
}

/**
 * Holds the option that Enter would take: at first, and when the choices arrive, the current value. It stays active
 * when newer choices replace the list. When the newer results of a search do not contain it, the first one is active,
 * so that Enter takes what was searched for.
 */
function useActiveOption(
  offered: readonly Choice[],
  selected: readonly string[],
  isElsewhere: boolean,
  isSearch: boolean,
) {
  const atFirst = Math.max(
    0,
    offered.findIndex((one) => selected.includes(one.id)),
  );
  const first: Active = { index: atFirst, id: offered[atFirst]?.id };
  const [moved, setMoved] = useState<Active | undefined>(isElsewhere ? undefined : first);
  useEffect(() => {
    if (!isElsewhere) setMoved((before) => before ?? first);
  }, [isElsewhere, first.index, first.id]);
  const { index, id } = moved ?? (isElsewhere ? { index: 0, id: undefined } : first);
  const same = id === undefined ? -1 : offered.findIndex((one) => one.id === id);
  return {
    present: same === -1 ? Math.min(isSearch ? 0 : index, offered.length - 1) : same,
    hasMoved: same !== -1,
    moveTo: (to: number) => setMoved({ index: to, id: offered[to]?.id }),
    moveToFirst: () => setMoved({ index: 0, id: undefined }),
  };
}

/** Returns the list's status for a screen reader: loading, loaded or empty. */
function useEmptyMessage({ isLoading = false, emptyText }: PickerProps, count: number): string {
  const waited = useRef(false);
  waited.current ||= isLoading;
  if (isLoading) return l10n.t('Loading options…');
  if (count === 0) return emptyText;
  if (!waited.current) return '';
  return plural(count, {
    one: l10n.t('{0} option', formatCount(count)),
    other: l10n.t('{0} options', formatCount(count)),
  });
}

/** Lets Enter during a search pick the first result when the search has ended. `cancel` revokes that. */
function useEnter({ isSearching = false, onPick }: PickerProps, offered: readonly Choice[]) {
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    if (isSearching || !isEntered) return;
    setEntered(false);
    const [first] = offered;
    if (first !== undefined) onPick(first.id);
  }, [isSearching, isEntered]);
  return { wait: () => setEntered(true), cancel: () => setEntered(false) };
}

/** Takes the focus when it opens. The component that opened it restores the focus. */
export function Picker(props: PickerProps): VNode {
  const { id, label, isLoading = false, isSearching = false, selected, multiple, onSearch, onPick, onClose } = props;
  const [text, setText] = useState('');
  const offered = isLoading ? [] : offeredOf(props, text);
  const isSearch = onSearch !== undefined;
  const { present, hasMoved, moveTo, moveToFirst } = useActiveOption(
    offered,
    selected,
    isLoading || isSearch || text !== '',
    isSearch,
  );
  const emptyMessage = useEmptyMessage(props, offered.length);
  const filter = useRef<HTMLInputElement>(null);
  const { wait, cancel } = useEnter(props, offered);
  const { box, isUp } = useDirection(isLoading);
  useCloseOutside(box, onClose);
  useEffect(() => filter.current?.focus(), []);
  const optionId = (index: number) => `${id}-option-${index}`;

  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const move = { ArrowDown: present + 1, ArrowUp: present - 1, PageDown: present + 8, PageUp: present - 8 }[
      event.key
    ];
    const choice = offered[present];
    if (move !== undefined && offered.length > 0) {
      cancel();
      moveTo(Math.max(0, Math.min(offered.length - 1, move)));
    } else if (event.key === 'Enter' && isSearching && !hasMoved) wait();
    else if (event.key === 'Enter' && choice) onPick(choice.id);
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  const type = (typed: string) => {
    setText(typed);
    cancel();
    moveToFirst();
    onSearch?.(typed);
  };
  const isFilterSeen = onSearch !== undefined || (!isLoading && props.choices.length > SEEN_AT_ONCE) || text !== '';

  return (
    <div ref={box} class={`picker${isUp ? ' is-up' : ''}`}>
      {isLoading && <Progress label={l10n.t('Loading options')} />}
      <input
        ref={filter}
        class={isFilterSeen ? 'input picker-filter' : 'picker-filter visually-hidden'}
        type="text"
        role="combobox"
        aria-label={onSearch ? l10n.t('Search: {0}', label) : l10n.t('Filter: {0}', label)}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? optionId(present) : undefined}
        placeholder={onSearch ? l10n.t('Search by name or identifier') : l10n.t('Filter')}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div
        id={id}
        role="listbox"
        class="options"
        aria-label={label}
        aria-multiselectable={multiple}
        aria-busy={isLoading}
      >
        {offered.map((choice, index) => (
          <Option
            key={choice.id}
            choice={choice}
            id={optionId(index)}
            isActive={index === present}
            isSelected={choice.id === '' ? selected.length === 0 : selected.includes(choice.id)}
            onPick={() => onPick(choice.id)}
          />
        ))}
      </div>
      <p class={offered.length === 0 ? 'picker-empty' : 'visually-hidden'} role="status">
        {emptyMessage}
      </p>
    </div>
  );
}

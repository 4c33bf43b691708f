// Owns the one popup that choosing happens in: a list that is filtered by typing and walked by arrow keys.
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../editor/words.ts';
import { Icon } from '../button.tsx';
import { ChoiceIcon } from './choiceIcon.tsx';

/** With no more choices than this the filter stays out of sight until something is typed. */
const SEEN_AT_ONCE = 8;

/** Shown where nothing can be chosen as well. */
const NONE: Choice = { id: '', label: 'None' };

interface PickerProps {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly selected: readonly string[];
  readonly multiple: boolean;
  /** Offers "None", which picks the empty string. */
  readonly offersNone: boolean;
  /** Given when typing searches elsewhere; otherwise the choices are filtered here. */
  readonly onSearch?: (text: string) => void;
  /** Shown in place of an empty list. */
  readonly emptyText: string;
  readonly onPick: (id: string) => void;
  readonly onClose: () => void;
}

function matches(choice: Choice, text: string): boolean {
  return `${choice.label} ${choice.detail ?? ''}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Opens downwards, or upwards when there is no room below. */
function useDirection(): { readonly box: { readonly current: HTMLDivElement | null }; readonly isUp: boolean } {
  const box = useRef<HTMLDivElement>(null);
  const [isUp, setUp] = useState(false);
  useLayoutEffect(() => {
    const place = box.current?.getBoundingClientRect();
    if (place && place.bottom > window.innerHeight && place.top > place.height + 60) setUp(true);
  }, []);
  return { box, isUp };
}

/** A press anywhere else closes; so does the focus leaving. */
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

/** Takes the focus when it opens; whoever opened it gives the focus back. */
export function Picker(props: PickerProps): VNode {
  const { id, label, choices, selected, multiple, offersNone, onSearch, emptyText, onPick, onClose } = props;
  const [text, setText] = useState('');
  const offered = [...(offersNone && text === '' ? [NONE] : []), ...(onSearch ? choices : choices.filter((one) => matches(one, text)))];
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      offered.findIndex((one) => selected.includes(one.id)),
    ),
  );
  const filter = useRef<HTMLInputElement>(null);
  const { box, isUp } = useDirection();
  useCloseOutside(box, onClose);
  useEffect(() => filter.current?.focus(), []);
  const present = Math.min(active, offered.length - 1);
  const optionId = (index: number) => `${id}-option-${index}`;

  const press = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const move = { ArrowDown: present + 1, ArrowUp: present - 1, PageDown: present + 8, PageUp: present - 8 }[event.key];
    const choice = offered[present];
    if (move !== undefined) setActive(Math.max(0, Math.min(offered.length - 1, move)));
    else if (event.key === 'Enter' && choice) onPick(choice.id);
    else if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  const type = (typed: string) => {
    setText(typed);
    setActive(0);
    onSearch?.(typed);
  };
  const isFilterSeen = onSearch !== undefined || choices.length > SEEN_AT_ONCE || text !== '';

  return (
    <div ref={box} class={`picker${isUp ? ' is-up' : ''}`}>
      <input
        ref={filter}
        class={isFilterSeen ? 'input picker-filter' : 'picker-filter visually-hidden'}
        type="text"
        role="combobox"
        aria-label={onSearch ? `Search: ${label}` : `Filter: ${label}`}
        aria-expanded="true"
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={offered.length > 0 ? optionId(present) : undefined}
        placeholder={onSearch ? 'Search by title or identifier' : 'Filter'}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div id={id} role="listbox" class="options" aria-label={label} aria-multiselectable={multiple}>
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
      {offered.length === 0 && (
        <p class="picker-empty" role="status">
          {emptyText}
        </p>
      )}
    </div>
  );
}

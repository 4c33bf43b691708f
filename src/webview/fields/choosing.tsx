// Owns the controls that choose: one of a list, several of a list, or a work item found by searching.
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Choice, Pending } from '../../editor/words/fields.ts';
import { Icon, IconButton } from '../button.tsx';
import { ChoiceIcon } from './choiceIcon.tsx';
import { Picker } from './picker.tsx';
import './input.css';
import './choosing.css';

/** Milliseconds of quiet before a search is asked. */
const SEARCH_QUIET = 200;

/** What every choosing control needs to know of its field. */
export interface Choosing {
  readonly id: string;
  readonly label: string;
  /** While `pending` only what is set, as far as it has a name. */
  readonly choices: readonly Choice[];
  readonly pending: Pending | undefined;
  /** Asks for the whole list of choices. */
  readonly onWant: () => void;
  readonly optional: boolean;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

interface OpenerProps extends Choosing {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly button: { readonly current: HTMLButtonElement | null };
  readonly children: ComponentChildren;
}

function Opener({ id, label, describedBy, invalid, isOpen, onToggle, button, children }: OpenerProps): VNode {
  return (
    <button
      ref={button}
      id={id}
      type="button"
      class="input opener"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      aria-controls={`${id}-list`}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      data-autofocus
      onClick={onToggle}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        if (!isOpen) onToggle();
      }}
    >
      <span class="opener-value">{children}</span>
      <Icon name="chevron-down" />
    </button>
  );
}

/** Open or closed, and the focus back at the opener when it closes from within. What there is to choose from is asked for when it opens. */
function useOpening({ pending, onWant }: Partial<Pick<Choosing, 'pending' | 'onWant'>> = {}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    button,
    isOpen,
    toggle: () => {
      if (!isOpen && (pending === 'unread' || pending === 'failed')) onWant?.();
      setOpen(!isOpen);
    },
    close: () => {
      setOpen(false);
      const isWithin = button.current?.parentElement?.contains(document.activeElement) ?? false;
      if (isWithin) button.current?.focus();
    },
  };
}

function ShownChoice({ choice, fallback }: { readonly choice: Choice | undefined; readonly fallback: string }): VNode {
  if (!choice) return <span class="dimmed">{fallback}</span>;
  return (
    <>
      <ChoiceIcon choice={choice} />
      <span class="choice-label">{choice.label}</span>
    </>
  );
}

function isLoading(pending: Pending | undefined): boolean {
  return pending === 'unread' || pending === 'reading';
}

function emptyText(choices: readonly Choice[], pending: Pending | undefined): string {
  if (pending === 'failed') return 'The choices could not be read';
  return choices.length === 0 ? 'There are none' : 'Nothing matches';
}

/** One of the choices. */
export function ChoiceControl(props: Choosing & { readonly value: string | null; readonly onPick: (id: string | null) => void }): VNode {
  const { id, label, choices, pending, optional, value, onPick } = props;
  const { button, isOpen, toggle, close } = useOpening(props);
  const present = choices.find((choice) => choice.id === value);
  const fallback = value === null || value === '' ? 'None' : isLoading(pending) ? 'Loading…' : 'No longer offered';
  return (
    <div class="choosing">
      <Opener {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <ShownChoice choice={present} fallback={fallback} />
      </Opener>
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={choices}
          isLoading={isLoading(pending)}
          selected={value === null ? [] : [value]}
          multiple={false}
          offersNone={optional}
          emptyText={emptyText(choices, pending)}
          onPick={(picked) => {
            onPick(picked === '' ? null : picked);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

interface ChipsProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly choices: readonly Choice[];
  readonly pending?: Pending | undefined;
  readonly onChange: (ids: readonly string[]) => void;
}

/** What is chosen, each to be taken out. */
function Chips({ label, value, choices, pending, onChange }: ChipsProps): VNode | null {
  if (value.length === 0) return null;
  const shown = value.map((one) => choices.find((choice) => choice.id === one) ?? { id: one, label: isLoading(pending) ? '…' : 'Unknown' });
  return (
    <ul class="chips" aria-label={`${label}, chosen`}>
      {shown.map((choice) => (
        <li key={choice.id} class="chip">
          <ChoiceIcon choice={choice} />
          <span class="choice-label">{choice.label}</span>
          <IconButton icon="close" title={`Remove ${choice.label}`} onClick={() => onChange(value.filter((one) => one !== choice.id))} />
        </li>
      ))}
    </ul>
  );
}

/** Any of the choices. An id without a choice is kept and shown as such. */
export function ChoicesControl(
  props: Choosing & { readonly value: readonly string[]; readonly onChange: (ids: readonly string[]) => void },
): VNode {
  const { id, label, choices, pending, value, onChange } = props;
  const { button, isOpen, toggle, close } = useOpening(props);
  const without = (gone: string) => value.filter((one) => one !== gone);
  return (
    <div class="choosing">
      <Chips label={label} value={value} choices={choices} pending={pending} onChange={onChange} />
      <Opener {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <span class="dimmed">{value.length === 0 ? 'None' : 'Add or remove…'}</span>
      </Opener>
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={choices}
          isLoading={isLoading(pending)}
          selected={value}
          multiple
          offersNone={false}
          emptyText={emptyText(choices, pending)}
          onPick={(picked) => onChange(value.includes(picked) ? without(picked) : [...value, picked])}
          onClose={close}
        />
      )}
    </div>
  );
}

export interface ItemSearch {
  readonly find: (text: string) => Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }>;
  readonly open: () => void;
}

/** Searches a moment after typing; an answer that comes after a later question is dropped. */
function useSearch(find: ItemSearch['find']) {
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [said, setSaid] = useState('Type to search');
  const asked = useRef({ timer: 0, number: 0 });
  useEffect(() => () => window.clearTimeout(asked.current.timer), []);
  const ask = async (text: string, number: number) => {
    const { choices, problem } = await find(text);
    if (number !== asked.current.number) return;
    setFound(choices);
    setSaid(problem ?? 'No work item matches');
  };
  const search = (text: string) => {
    window.clearTimeout(asked.current.timer);
    asked.current.number += 1;
    const { number } = asked.current;
    setSaid(text.trim() === '' ? 'Type to search' : 'Searching…');
    if (text.trim() === '') setFound([]);
    else asked.current.timer = window.setTimeout(() => void ask(text.trim(), number), SEARCH_QUIET);
  };
  return { found, said, search };
}

/** A work item found by typing. */
export function ItemControl(
  props: Choosing & { readonly value: string | null; readonly search: ItemSearch; readonly onPick: (id: string | null) => void },
): VNode {
  const { id, label, choices, optional, value, search, onPick } = props;
  const { button, isOpen, toggle, close } = useOpening();
  const { found, said, search: type } = useSearch(search.find);
  const [picked, setPicked] = useState<Choice | undefined>(undefined);
  const known = [...choices, ...found, ...(picked ? [picked] : [])];
  const present = known.find((choice) => choice.id === value);
  return (
    <div class="choosing item-control">
      <Opener {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <ShownChoice choice={present} fallback={value === null ? 'None' : 'A work item that cannot be read'} />
      </Opener>
      {value !== null && <IconButton icon="link-external" title={`Open ${label.toLowerCase()}`} onClick={search.open} />}
      {value !== null && optional && <IconButton icon="close" title={`Clear ${label.toLowerCase()}`} onClick={() => onPick(null)} />}
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={found}
          selected={value === null ? [] : [value]}
          multiple={false}
          offersNone={false}
          onSearch={type}
          emptyText={said}
          onPick={(chosen) => {
            setPicked(found.find((choice) => choice.id === chosen));
            onPick(chosen);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Work items found by typing, any number of them. */
export function ItemsControl(
  props: Choosing & {
    readonly value: readonly string[];
    readonly search: ItemSearch;
    readonly onChange: (ids: readonly string[]) => void;
  },
): VNode {
  const { id, label, choices, value, search, onChange } = props;
  const { button, isOpen, toggle, close } = useOpening();
  const { found, said, search: type } = useSearch(search.find);
  const known = [...choices, ...found];
  return (
    <div class="choosing">
      <Chips label={label} value={value} choices={known} onChange={onChange} />
      <Opener {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <span class="dimmed">{value.length === 0 ? 'None' : 'Add or remove…'}</span>
      </Opener>
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={found}
          selected={value}
          multiple
          offersNone={false}
          onSearch={type}
          emptyText={said}
          onPick={(picked) => onChange(value.includes(picked) ? value.filter((one) => one !== picked) : [...value, picked])}
          onClose={close}
        />
      )}
    </div>
  );
}

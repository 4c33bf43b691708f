// Controls that choose one or several work items by searching.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../pages/protocol/fields.ts';
import { IconButton } from '../button.tsx';
import { Chips } from './chips.tsx';
import { type ChoiceListProps, Opener, ShownChoice, useOpening } from './opener.tsx';
import { Picker } from './picker.tsx';

/** Milliseconds without typing before a search request is sent. */
const SEARCH_QUIET = 200;

export interface ItemSearchList {
  readonly find: (
    text: string,
  ) => Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }>;
  readonly open: () => void;
}

/** Searches after a pause in typing. Drops the answer to an outdated search. */
function useSearch(find: ItemSearchList['find']) {
  const [found, setFound] = useState<readonly Choice[]>([]);
  const [emptyText, setEmptyText] = useState(() => l10n.t('Type to search'));
  const [isSearching, setSearching] = useState(false);
  const asked = useRef({ timer: 0, number: 0 });
  useEffect(() => () => window.clearTimeout(asked.current.timer), []);
  const ask = async (text: string, number: number) => {
    const { choices, problem } = await find(text);
    if (number !== asked.current.number) return;
    setFound(choices);
    setSearching(false);
    setEmptyText(problem ?? l10n.t('No matching work items'));
  };
  const search = (text: string) => {
    window.clearTimeout(asked.current.timer);
    asked.current.number += 1;
    const { number } = asked.current;
    const isAsked = text.trim() !== '';
    setSearching(isAsked);
    setEmptyText(isAsked ? l10n.t('Searching…') : l10n.t('Type to search'));
    if (!isAsked) setFound([]);
    else asked.current.timer = window.setTimeout(() => void ask(text.trim(), number), SEARCH_QUIET);
  };
  return { found, emptyText, isSearching, search };
}

/** Chooses one work item by searching. */
export function ItemControl(
  props: ChoiceListProps & {
    readonly value: string | null;
    readonly search: ItemSearchList;
    readonly onPick: (id: string | null) => void;
  },
): VNode {
  const { id, label, choices, optional, value, search, onPick } = props;
  const { button, isOpen, toggle, close } = useOpening();
  const { found, emptyText, isSearching, search: type } = useSearch(search.find);
  const [picked, setPicked] = useState<Choice | undefined>(undefined);
  const known = [...choices, ...found, ...(picked ? [picked] : [])];
  const present = known.find((choice) => choice.id === value);
  return (
    <div class="choosing item-control">
      <Opener {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <ShownChoice choice={present} fallback={value === null ? l10n.t('None') : l10n.t('Work item not available')} />
      </Opener>
      {value !== null && <IconButton icon="link-external" title={l10n.t('Open {0}', label)} onClick={search.open} />}
      {value !== null && optional && (
        <IconButton icon="close" title={l10n.t('Clear {0}', label)} onClick={() => onPick(null)} />
      )}
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={found}
          selected={value === null ? [] : [value]}
          multiple={false}
          offersNone={false}
          onSearch={type}
          isSearching={isSearching}
          emptyText={emptyText}
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

/** Chooses any number of work items by searching. */
export function ItemsControl(
  props: ChoiceListProps & {
    readonly value: readonly string[];
    readonly search: ItemSearchList;
    readonly onChange: (ids: readonly string[]) => void;
  },
): VNode {
  const { id, label, choices, value, search, onChange } = props;
  const { button, isOpen, toggle, close } = useOpening();
  const { found, emptyText, isSearching, search: type } = useSearch(search.find);
  const known = [...choices, ...found];
  return (
    <div class="choosing">
      <Chips label={label} value={value} choices={known} onChange={onChange} />
      <Opener {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <span class="dimmed">{value.length === 0 ? l10n.t('None') : l10n.t('Add or remove…')}</span>
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
          isSearching={isSearching}
          emptyText={emptyText}
          onPick={(picked) =>
            onChange(value.includes(picked) ? value.filter((one) => one !== picked) : [...value, picked])
          }
          onClose={close}
        />
      )}
    </div>
  );
}

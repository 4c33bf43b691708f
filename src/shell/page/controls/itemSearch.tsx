// Controls that choose one or several work items by searching.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../../items/form/fieldProtocol.ts';
import { IconButton } from '../button.tsx';
import { Chips } from './chips.tsx';
import { ChoiceButton, ChoiceLabel, type ChoiceListProps, useOpenState } from './choiceButton.tsx';
import { Picker } from './picker.tsx';

/** The pause in typing after which a search request is sent, in milliseconds. */
const SEARCH_DELAY_MS = 200;

export interface ItemSearch {
  readonly findChoices: (
    text: string,
  ) => Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }>;
  readonly openItem: () => void;
}

/** Searches after a pause in typing. Ignores the results of an outdated search. */
function useSearch(find: ItemSearch['findChoices']) {
  const [results, setResults] = useState<readonly Choice[]>([]);
  const [emptyText, setEmptyText] = useState(() => l10n.t('Type to search'));
  const [isSearching, setSearching] = useState(false);
  const lastSearch = useRef({ timer: 0, number: 0 });
  useEffect(() => () => window.clearTimeout(lastSearch.current.timer), []);
  const runSearch = async (text: string, number: number) => {
    const { choices, problem } = await find(text);
    if (number !== lastSearch.current.number) return;
    setResults(choices);
    setSearching(false);
    setEmptyText(problem ?? l10n.t('No matching work items'));
  };
  const search = (text: string) => {
    window.clearTimeout(lastSearch.current.timer);
    lastSearch.current.number += 1;
    const { number } = lastSearch.current;
    const hasText = text.trim() !== '';
    setSearching(hasText);
    setEmptyText(hasText ? l10n.t('Searching…') : l10n.t('Type to search'));
    if (!hasText) setResults([]);
    else lastSearch.current.timer = window.setTimeout(() => void runSearch(text.trim(), number), SEARCH_DELAY_MS);
  };
  return { results, emptyText, isSearching, search };
}

/** A control to choose one work item by searching. */
export function ItemControl(
  props: ChoiceListProps & {
    readonly value: string | null;
    readonly search: ItemSearch;
    readonly onPick: (id: string | null) => void;
  },
): VNode {
  const { id, label, choices, isOptional, value, search, onPick } = props;
  const { button, isOpen, toggle, close } = useOpenState();
  const { results, emptyText, isSearching, search: onSearch } = useSearch(search.findChoices);
  const [pickedChoice, setPickedChoice] = useState<Choice | undefined>(undefined);
  const knownChoices = [...choices, ...results, ...(pickedChoice ? [pickedChoice] : [])];
  const selectedChoice = knownChoices.find((choice) => choice.id === value);
  return (
    <div class="choosing item-control">
      <ChoiceButton {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <ChoiceLabel
          choice={selectedChoice}
          fallback={value === null ? l10n.t('None') : l10n.t('Work item not available')}
        />
      </ChoiceButton>
      {value !== null && (
        <IconButton icon="link-external" title={l10n.t('Open {0}', label)} onClick={search.openItem} />
      )}
      {value !== null && isOptional && (
        <IconButton icon="close" title={l10n.t('Clear {0}', label)} onClick={() => onPick(null)} />
      )}
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={results}
          selectedIds={value === null ? [] : [value]}
          isMultiple={false}
          hasNoneOption={false}
          onSearch={onSearch}
          isSearching={isSearching}
          emptyText={emptyText}
          onPick={(pickedId) => {
            setPickedChoice(results.find((choice) => choice.id === pickedId));
            onPick(pickedId);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A control to choose any number of work items by searching. */
export function ItemsControl(
  props: ChoiceListProps & {
    readonly value: readonly string[];
    readonly search: ItemSearch;
    readonly onChange: (ids: readonly string[]) => void;
  },
): VNode {
  const { id, label, choices, value, search, onChange } = props;
  const { button, isOpen, toggle, close } = useOpenState();
  const { results, emptyText, isSearching, search: onSearch } = useSearch(search.findChoices);
  const knownChoices = [...choices, ...results];
  return (
    <div class="choosing">
      <Chips label={label} value={value} choices={knownChoices} onChange={onChange} />
      <ChoiceButton {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <span class="dimmed">{value.length === 0 ? l10n.t('None') : l10n.t('Add or remove…')}</span>
      </ChoiceButton>
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={results}
          selectedIds={value}
          isMultiple
          hasNoneOption={false}
          onSearch={onSearch}
          isSearching={isSearching}
          emptyText={emptyText}
          onPick={(pickedId) =>
            onChange(value.includes(pickedId) ? value.filter((other) => other !== pickedId) : [...value, pickedId])
          }
          onClose={close}
        />
      )}
    </div>
  );
}

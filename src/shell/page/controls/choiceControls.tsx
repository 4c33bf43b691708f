// Controls that choose one or several values from a list.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Choice, UnloadedListStatus } from '../../../items/form/fieldProtocol.ts';
import { ChosenValues } from './chips.tsx';
import { ChoiceButton, ChoiceLabel, type ChoiceListProps, isLoading, useOpenState } from './choiceButton.tsx';
import { Picker } from './picker.tsx';

/**
 * Creates a value from the text. `newChoiceId` is an id from `newChoices`, and says what is created. Resolves with the
 * choice for the value, or with the reason why it was not created.
 */
export type CreateChoice = (
  newChoiceId: string,
  text: string,
) => Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }>;

function emptyText(choices: readonly Choice[], pending: UnloadedListStatus | undefined): string {
  if (pending === 'failed') return l10n.t('The options could not be loaded.');
  return choices.length === 0 ? l10n.t('No options') : l10n.t('No matches');
}

/** Returns the text for a value that is not among the choices. */
export function fallbackText(
  value: string | null,
  pending: UnloadedListStatus | undefined,
  placeholder?: string,
): string {
  if (value === null || value === '') return placeholder ?? l10n.t('None');
  return isLoading(pending) ? l10n.t('Loading…') : l10n.t('No longer available');
}

/** What the user can create from a text that matches no choice; `{0}` in a label stands for the text. */
interface CreationProps {
  readonly newChoices?: readonly Choice[] | undefined;
  readonly createChoice: CreateChoice;
}

/** Returns a function with which a picker creates a value and then selects it. */
function createThenPick(createChoice: CreateChoice, pick: (id: string) => void) {
  return async (newChoiceId: string, text: string): Promise<string | undefined> => {
    const {
      choices: [created],
      problem,
    } = await createChoice(newChoiceId, text);
    if (created !== undefined) pick(created.id);
    return problem;
  };
}

/** A control to choose one value. */
export function ChoiceControl(
  props: ChoiceListProps &
    CreationProps & {
      /** Whether the list is sorted by name instead of in the order of the choices. */
      readonly sortsChoices: boolean;
      readonly value: string | null;
      /** Shown in place of “None” while there is no value: the value that the server sets. */
      readonly placeholder?: string | undefined;
      readonly onPick: (id: string | null) => void;
    },
): VNode {
  const {
    id,
    label,
    choices,
    sortsChoices,
    pending,
    isOptional,
    value,
    placeholder,
    onPick,
    newChoices,
    createChoice,
  } = props;
  const { button, isOpen, toggle, close } = useOpenState(props);
  // Without a value, the placeholder may name the value that the server will set.
  const shownChoice = choices.find(({ id: choiceId, label: choiceLabel }) =>
    value === null ? choiceLabel === placeholder : choiceId === value,
  );
  const pick = (pickedId: string): void => {
    onPick(pickedId === '' ? null : pickedId);
    close();
  };
  return (
    <div class="choosing">
      <ChoiceButton {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <ChoiceLabel choice={shownChoice} fallback={fallbackText(value, pending, placeholder)} />
      </ChoiceButton>
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={choices}
          isLoading={isLoading(pending)}
          selectedIds={value === null ? [] : [value]}
          isMultiple={false}
          sortsChoices={sortsChoices}
          hasNoneOption={isOptional}
          noneLabel={placeholder === undefined ? undefined : l10n.t('Default')}
          emptyText={emptyText(choices, pending)}
          newChoices={newChoices}
          onCreate={createThenPick(createChoice, pick)}
          onPick={pick}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A control to choose any number of values. A value that is not among the choices stays and is shown as unknown. */
export function ChoicesControl(
  props: ChoiceListProps &
    CreationProps & {
      readonly value: readonly string[];
      readonly onChange: (ids: readonly string[]) => void;
    },
): VNode {
  const { id, label, choices, pending, value, onChange, newChoices, createChoice } = props;
  // A ref, because the value may change while a choice is created. The new choice is then added to the current value.
  const latestProps = useRef({ value, onChange });
  latestProps.current = { value, onChange };
  const { button, isOpen, toggle, close } = useOpenState(props);
  const valueWithout = (removed: string) => value.filter((other) => other !== removed);
  return (
    <div class="choosing">
      <ChoiceButton {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <ChosenValues value={value} choices={choices} pending={pending} />
      </ChoiceButton>
      {isOpen && (
        <Picker
          id={`${id}-list`}
          label={label}
          choices={choices}
          isLoading={isLoading(pending)}
          selectedIds={value}
          isMultiple
          hasNoneOption={false}
          emptyText={emptyText(choices, pending)}
          newChoices={newChoices}
          onCreate={createThenPick(createChoice, (created) =>
            latestProps.current.onChange([...latestProps.current.value, created]),
          )}
          onPick={(pickedId) => onChange(value.includes(pickedId) ? valueWithout(pickedId) : [...value, pickedId])}
          onClose={close}
        />
      )}
    </div>
  );
}

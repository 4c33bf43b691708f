// Controls that choose one or several values from a list.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Choice, PendingChoice } from '../../pages/protocol/fields.ts';
import { ChosenValues } from './chips.tsx';
import { ChoiceButton, ChoiceLabel, type ChoiceListProps, isLoading, useOpening } from './choiceButton.tsx';
import { Picker } from './picker.tsx';

/** Creates a value. Resolves with it among the choices, or with the reason why it was not created. */
export type CreateChoice = (
  text: string,
) => Promise<{ readonly choices: readonly Choice[]; readonly problem: string | undefined }>;

function emptyText(choices: readonly Choice[], pending: PendingChoice | undefined): string {
  if (pending === 'failed') return l10n.t('The options could not be loaded');
  return choices.length === 0 ? l10n.t('No options') : l10n.t('No matches');
}

/** Returns the text for a value that is not among the choices. */
export function fallbackText(value: string | null, pending: PendingChoice | undefined): string {
  if (value === null || value === '') return l10n.t('None');
  return isLoading(pending) ? l10n.t('Loading…') : l10n.t('No longer available');
}

/** A control to choose one value. */
export function ChoiceControl(
  props: ChoiceListProps & { readonly value: string | null; readonly onPick: (id: string | null) => void },
): VNode {
  const { id, label, choices, pending, optional, value, onPick } = props;
  const { button, isOpen, toggle, close } = useOpening(props);
  const selectedChoice = choices.find((choice) => choice.id === value);
  return (
    <div class="choosing">
      <ChoiceButton {...props} button={button} isOpen={isOpen} onToggle={toggle}>
        <ChoiceLabel choice={selectedChoice} fallback={fallbackText(value, pending)} />
      </ChoiceButton>
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
          onPick={(pickedId) => {
            onPick(pickedId === '' ? null : pickedId);
            close();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** A control to choose any number of values. A value that is not among the choices is kept and shown as unknown. */
export function ChoicesControl(
  props: ChoiceListProps & {
    readonly value: readonly string[];
    readonly onChange: (ids: readonly string[]) => void;
    readonly onCreate?: CreateChoice | undefined;
  },
): VNode {
  const { id, label, choices, pending, value, onChange, onCreate } = props;
  // The user may change the value while a choice is created.
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  const create = async (text: string, createChoice: CreateChoice): Promise<string | undefined> => {
    const {
      choices: [created],
      problem,
    } = await createChoice(text);
    if (created !== undefined) latest.current.onChange([...latest.current.value, created.id]);
    return problem;
  };
  const { button, isOpen, toggle, close } = useOpening(props);
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
          selected={value}
          multiple
          offersNone={false}
          emptyText={emptyText(choices, pending)}
          onCreate={onCreate && ((text) => create(text, onCreate))}
          onPick={(pickedId) => onChange(value.includes(pickedId) ? valueWithout(pickedId) : [...value, pickedId])}
          onClose={close}
        />
      )}
    </div>
  );
}

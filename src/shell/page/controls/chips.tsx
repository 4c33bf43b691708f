// The chosen values of a field as chips.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Choice, UnloadedListStatus } from '../../../items/form/fieldProtocol.ts';
import { IconButton } from '../button.tsx';
import { isLoading } from './choiceButton.tsx';
import { ChoiceIcon } from './choiceIcon.tsx';
import './choosing.css';

interface ValuesProps {
  readonly value: readonly string[];
  readonly choices: readonly Choice[];
  readonly pending?: UnloadedListStatus | undefined;
}

/** Returns the choices of the chosen values. A value that is not among the choices is shown as loading or unknown. */
function chosenChoices({ value, choices, pending }: ValuesProps): readonly Choice[] {
  return value.map(
    (id) => choices.find((choice) => choice.id === id) ?? { id, label: isLoading(pending) ? '…' : l10n.t('Unknown') },
  );
}

/** The chosen values as chips without buttons, for a control that is a button itself. */
export function ChosenValues(props: ValuesProps): VNode {
  if (props.value.length === 0) return <span class="dimmed">{l10n.t('None')}</span>;
  return (
    <span class="chips">
      {chosenChoices(props).map((choice, index) => (
        <span key={choice.id} class="chip">
          <ChoiceIcon choice={choice} />
          <span class="choice-label" dir="auto">
            {choice.label}
          </span>
          {index < props.value.length - 1 && <span class="visually-hidden">, </span>}
        </span>
      ))}
    </span>
  );
}

/** The chosen values as chips, each with a button to remove it. */
export function Chips({
  label,
  onChange,
  ...props
}: ValuesProps & { readonly label: string; readonly onChange: (ids: readonly string[]) => void }): VNode | null {
  const { value } = props;
  if (value.length === 0) return null;
  return (
    <ul class="chips" aria-label={l10n.t('Selected: {0}', label)}>
      {chosenChoices(props).map((choice) => (
        <li key={choice.id} class="chip">
          <ChoiceIcon choice={choice} />
          <span class="choice-label" dir="auto">
            {choice.label}
          </span>
          <IconButton
            icon="close"
            title={l10n.t('Remove {0}', choice.label)}
            onClick={() => onChange(value.filter((id) => id !== choice.id))}
          />
        </li>
      ))}
    </ul>
  );
}

// The chosen values of a field as chips, each with a button to remove it.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { Choice, PendingChoice } from '../../pages/protocol/fields.ts';
import { IconButton } from '../button.tsx';
import { ChoiceIcon } from './choiceIcon.tsx';
import { isLoading } from './opener.tsx';
import './choosing.css';

interface ChipsProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly choices: readonly Choice[];
  readonly pending?: PendingChoice | undefined;
  readonly onChange: (ids: readonly string[]) => void;
}

/** The chips of the chosen values. A value that is not among the choices is kept and shown as unknown. */
export function Chips({ label, value, choices, pending, onChange }: ChipsProps): VNode | null {
  if (value.length === 0) return null;
  const chosen = value.map(
    (id) => choices.find((choice) => choice.id === id) ?? { id, label: isLoading(pending) ? '…' : l10n.t('Unknown') },
  );
  return (
    <ul class="chips" aria-label={l10n.t('Selected: {0}', label)}>
      {chosen.map((choice) => (
        <li key={choice.id} class="chip">
          <ChoiceIcon choice={choice} />
          <span class="choice-label">{choice.label}</span>
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

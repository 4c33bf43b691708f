// The line of chips below the title of a narrow page: the most important values, and a button for all other fields.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { FieldName, FieldValue, FieldView } from '../../../../items/form/fieldProtocol.ts';
import { ChoiceIcon } from '../../../../shell/page/controls/choiceIcon.tsx';
import { dateText, deadlineStatusOf } from '../../../../shell/page/controls/dateText.ts';
import { labelWithShortcut } from '../../../../shell/page/keys/shortcuts.ts';
import { type PageState, valueOf } from '../../../../shell/page/model/pageStore.ts';
import { useNow } from '../../../../shell/page/time.tsx';
import { todayAt } from '../../../../std/calendarDay.ts';
import { formatCount } from '../../../../std/displayLanguage.ts';
import { plural } from '../../../../std/plural.ts';

/** The number of users whose initials, or of labels whose colors, a chip shows before their names. */
const MAX_ICONS = 3;

/** Returns whether a narrow page shows chips for the fields instead of the column of properties. */
export function hasChips(fields: readonly FieldView[]): boolean {
  return fields.filter(({ shortcut }) => shortcut !== undefined).length > 1;
}

/** Returns the content of a field's chip, or undefined if the field has no value. `now` is in milliseconds. */
function chipContent(field: FieldView, value: FieldValue, now: number): VNode | undefined {
  if (field.kind === 'date') {
    if (typeof value !== 'string') return undefined;
    const deadlineStatus = field.isDeadline === true ? deadlineStatusOf(value, todayAt(now)) : undefined;
    return (
      <span class={deadlineStatus === undefined ? 'choice-label' : `choice-label is-${deadlineStatus}`}>
        {dateText(value, todayAt(now), field.isDeadline === true)}
      </span>
    );
  }
  const ids = Array.isArray(value) ? value : [value];
  const chosenChoices = (field.choices ?? []).filter(({ id }) => id !== 'none' && ids.includes(id));
  const [first] = chosenChoices;
  if (first === undefined) return undefined;
  return (
    <>
      {chosenChoices.slice(0, field.kind === 'choices' ? MAX_ICONS : 1).map((choice) => (
        <ChoiceIcon key={choice.id} choice={choice} />
      ))}
      <span class="choice-label" dir="auto">
        {chosenChoices.map(({ label }) => label).join(', ')}
      </span>
    </>
  );
}

/** Returns the name of the field, with what the server will choose, for example its default state. */
function emptyChipContent({ label, placeholder }: FieldView): VNode {
  return (
    <span class="choice-label dimmed">
      {placeholder === undefined ? label : l10n.t('{0}: {1}', label, placeholder)}
    </span>
  );
}

/** Returns the label of the button that shows all fields. `count` is the number of those that have no chip. */
function moreFieldsText(count: number): string {
  if (count === 0) return l10n.t('All fields');
  const formattedCount = formatCount(count);
  return plural(count, {
    one: l10n.t('+{0} more field', formattedCount),
    other: l10n.t('+{0} more fields', formattedCount),
  });
}

interface FieldChipsProps {
  readonly state: PageState;
  /** The fields that have a row in the column of properties. */
  readonly fields: readonly FieldView[];
  /** The number of rows in the column, with those of the cycle and the modules. */
  readonly rowCount: number;
  readonly isExpanded: boolean;
  /** Shows the column of properties, and opens the field in it. */
  readonly onOpen: (name: FieldName) => void;
  readonly onToggle: () => void;
}

/**
 * The line of chips. A field without a value has a chip only while the record is new; the button at the end of the line
 * shows it in the column of properties.
 */
export function FieldChips({ state, fields, rowCount, isExpanded, onOpen, onToggle }: FieldChipsProps): VNode {
  const now = useNow();
  const isNew = state.model?.isNew === true;
  const chips = fields.flatMap((field) => {
    if (field.shortcut === undefined) return [];
    const content = chipContent(field, valueOf(state, field.name), now);
    return content === undefined && !isNew ? [] : [{ field, content }];
  });
  return (
    <section class="field-chips chips" aria-label={l10n.t('Fields')}>
      {chips.map(({ field, content }) => (
        <button
          key={field.name}
          type="button"
          class="chip"
          title={labelWithShortcut(field)}
          data-chip={field.name}
          onClick={() => onOpen(field.name)}
        >
          {content === undefined ? (
            emptyChipContent(field)
          ) : (
            <>
              <span class="visually-hidden">{field.label}: </span>
              {content}
            </>
          )}
        </button>
      ))}
      <button
        type="button"
        class="chip"
        title={isExpanded ? l10n.t('Hide Fields') : l10n.t('Show All Fields')}
        aria-expanded={isExpanded}
        data-testid="all-fields"
        onClick={onToggle}
      >
        {moreFieldsText(rowCount - chips.length)}
      </button>
    </section>
  );
}

// The column of properties: one row for each field, and the names of the empty fields that can be added.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, TargetedFocusEvent, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FieldName, FieldValue, FieldView } from '../../../../items/form/fieldProtocol.ts';
import { useRunAfterClick } from '../../../../shell/page/keys/useRunAfterClick.ts';
import { memo } from '../../../../shell/page/memo.ts';
import { type PageState, type PageStore, valueOf } from '../../../../shell/page/model/pageStore.ts';
import type { CycleOrModuleRow } from '../../../../shell/protocol/cycleAndModules.ts';
import { CycleOrModuleField } from './cycleOrModuleField.tsx';
import { controlId, FieldControl, FieldFrame } from './field.tsx';
import { FieldChips, hasChips } from './fieldChips.tsx';
import { type FieldProps, fieldProps } from './fieldProps.ts';
import './properties.css';

/** Returns whether a field is shown in the main column instead of the narrow column of properties. */
export function isInMainColumn(kind: FieldView['kind']): boolean {
  return kind === 'richText' || kind === 'plainText' || kind === 'lines' || kind === 'json';
}

interface FormFieldProps extends FieldProps {
  /** Whether only screen readers read the label. */
  readonly hidesLabel?: boolean;
  /** Whether a narrow page shows the field although the column is collapsed. */
  readonly isShownAlone?: boolean;
}

/** A field of any kind except rich text. */
export const FormField = memo((props: FormFieldProps): VNode => {
  const { page, field, value, isLocalEdit, hidesLabel = false, isShownAlone } = props;
  const search = {
    findChoices: (text: string) => page.findItemChoices(field.name, text),
    openItem: () => page.runAction('openParent'),
  };
  return (
    <FieldFrame
      field={field}
      isTouched={field.touched || (isLocalEdit && field.isSavedAutomatically !== true)}
      onRevert={(name) => page.revert(name)}
      hidesLabel={hidesLabel}
      isShownAlone={isShownAlone}
    >
      <FieldControl
        field={field}
        value={value}
        search={search}
        onEdit={(name, value, typed) => page.edit(name, value, typed)}
        onRequestChoices={(name) => page.requestChoices(name)}
        onCreateChoice={(newChoiceId, text) => page.createChoice(field.name, newChoiceId, text)}
      />
    </FieldFrame>
  );
});

/**
 * Returns whether only a button with the name of the field is shown, which adds the field. This applies to empty
 * secondary fields.
 */
export function isShownAsAddButton(state: PageState, { name, isSecondary, touched, problem }: FieldView): boolean {
  return (
    isSecondary === true &&
    !touched &&
    problem === undefined &&
    !state.addedFields.includes(name) &&
    isEmpty(valueOf(state, name)) &&
    !state.editedValues.has(name)
  );
}

function isEmpty(value: FieldValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

interface PropertiesProps {
  readonly page: PageStore;
  readonly state: PageState;
  /** All fields of the record; the first is the title of the page. */
  readonly fields: readonly FieldView[];
  readonly groups: readonly CycleOrModuleRow[] | undefined;
  /** The content below the fields. */
  readonly children?: ComponentChildren;
}

/**
 * Focuses the control of the field that the user opens, and opens its list. Returns the name of this field until the
 * focus leaves the column, and the handler for that.
 */
function useOpenedField(openedField: PageState['openedField']) {
  const handledField = useRef(openedField);
  const [shownName, setShownName] = useState<FieldName | undefined>(undefined);
  const runAfterClick = useRunAfterClick();
  useLayoutEffect(() => {
    if (openedField === undefined || handledField.current === openedField) return;
    // The control can get the focus only after the field is shown.
    if (shownName !== openedField.name) return setShownName(openedField.name);
    handledField.current = openedField;
    const control = document.getElementById(controlId(openedField.name));
    control?.focus();
    if (control instanceof HTMLButtonElement) control.click();
  }, [openedField, shownName]);
  const onFocusOut = ({ currentTarget }: TargetedFocusEvent<HTMLElement>): void => {
    // Waits for the next frame, because a list that closes moves the focus to its button.
    const update = () =>
      requestAnimationFrame(() => currentTarget.contains(document.activeElement) || setShownName(undefined));
    runAfterClick(update);
  };
  return { shownName, onFocusOut };
}

/**
 * The column scrolls by itself below the header. A narrow page shows chips instead of the column. A chip shows only its
 * field, until the focus leaves the field. An empty secondary field is only a button with its name. When the user selects the button, the field is shown,
 * and its list opens.
 */
export function Properties({ page, state, fields, groups = [], children }: PropertiesProps): VNode | null {
  const [isExpanded, setExpanded] = useState(false);
  const { shownName, onFocusOut } = useOpenedField(state.openedField);
  const properties = fields.slice(1).filter(({ kind }) => !isInMainColumn(kind));
  if (properties.length === 0) return null;
  // Empty read-only fields are left out, because the user could not enter a value.
  const addableFields = fields.slice(1).filter((field) => field.readOnly !== true && isShownAsAddButton(state, field));
  const shownProperties = properties.filter((field) => !isShownAsAddButton(state, field));
  const isCollapsible = hasChips(properties);
  return (
    <>
      {isCollapsible && (
        <FieldChips
          state={state}
          fields={shownProperties}
          rowCount={shownProperties.length + groups.length}
          isExpanded={isExpanded}
          onOpen={(name) => page.openField(name)}
          onToggle={() => setExpanded(!isExpanded)}
        />
      )}
      <aside
        class={`properties${isCollapsible && !isExpanded ? ' is-collapsed' : ''}`}
        aria-label={l10n.t('Properties')}
        onFocusOut={onFocusOut}
      >
        {shownProperties.map((field) => (
          <FormField key={field.name} {...fieldProps(page, state, field)} isShownAlone={field.name === shownName} />
        ))}
        {groups.map((group) => (
          <CycleOrModuleField key={group.action} page={page} group={group} />
        ))}
        {addableFields.length > 0 && (
          <div class="folded-fields" role="group" aria-label={l10n.t('Add Field')}>
            <span class="codicon codicon-add" aria-hidden="true" />
            {addableFields.map(({ name, label }) => (
              <button
                key={name}
                type="button"
                class="folded-field"
                title={l10n.t('Add {0}', label)}
                data-add-field={name}
                onClick={() => page.addField(name)}
              >
                {label}
              </button>
            ))}
          </div>
        )}
        {children}
      </aside>
    </>
  );
}

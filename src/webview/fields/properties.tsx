// The column of properties: one row for each field, and the names of the empty fields that can be added.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CycleOrModuleRow } from '../../pages/protocol/cycleAndModules.ts';
import type { FieldValue, FieldView } from '../../pages/protocol/fields.ts';
import { useRunAfterClick } from '../keys/useRunAfterClick.ts';
import { memo } from '../memo.ts';
import { type PageState, type PageStore, valueOf } from '../pageStore.ts';
import { CycleOrModuleField } from './cycleOrModuleField.tsx';
import { controlId, FieldControl, FieldFrame } from './field.tsx';
import { FieldChips, hasChips } from './fieldChips.tsx';
import { type FieldProps, fieldProps } from './fieldProps.ts';
import './properties.css';

/** Returns whether a field is shown in the main column instead of the narrow column of properties. */
export function isInMainColumn(kind: FieldView['kind']): boolean {
  return kind === 'richText' || kind === 'plainText' || kind === 'lines' || kind === 'json';
}

/** A field of any kind except rich text. `hidesLabel`: whether only screen readers read the label. */
export const FormField = memo((props: FieldProps & { readonly hidesLabel?: boolean }): VNode => {
  const { page, field, value, isLocalEdit, hidesLabel = false } = props;
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
 * Calls `onClosed` when the list of the control closes or, if the control is an input, when the focus leaves the field.
 * Returns a function that stops this.
 */
function watchClosing(control: HTMLElement, onClosed: () => void): () => void {
  const field = control.closest('.field') ?? control;
  const observer = new MutationObserver(() => control.getAttribute('aria-expanded') === 'false' && onClosed());
  observer.observe(control, { attributeFilter: ['aria-expanded'] });
  const onFocusOut = (event: Event): void => {
    if (!(control instanceof HTMLInputElement) || !document.hasFocus()) return;
    const next = event instanceof FocusEvent ? event.relatedTarget : null;
    if (!(next instanceof Node && field.contains(next))) onClosed();
  };
  field.addEventListener('focusout', onFocusOut);
  return () => {
    observer.disconnect();
    field.removeEventListener('focusout', onFocusOut);
  };
}

/**
 * Focuses the control of the field that the user opens, and opens its list. If the column of properties is collapsed,
 * expands it until the list closes, unless the user continues with another field. The focus then returns to the chip.
 */
function useOpenedField(
  openedField: PageState['openedField'],
  isExpanded: boolean,
  setExpanded: (isExpanded: boolean) => void,
): void {
  const handledField = useRef(openedField);
  const isTemporary = useRef(false);
  const stopWatching = useRef<(() => void) | undefined>(undefined);
  const runAfterClick = useRunAfterClick();
  useLayoutEffect(() => {
    if (openedField === undefined || handledField.current === openedField) return;
    if (!isExpanded) {
      // The control can get the focus only after the column is shown.
      isTemporary.current = true;
      setExpanded(true);
      return;
    }
    handledField.current = openedField;
    const { name } = openedField;
    const control = document.getElementById(controlId(name));
    if (control === null) return;
    const collapse = (): void => {
      const { activeElement } = document;
      const isInField = control.closest('.field')?.contains(activeElement) === true;
      const isInColumn = control.closest('.properties')?.contains(activeElement) === true;
      if (control.getAttribute('aria-expanded') === 'true' || (isInColumn && !isInField)) return;
      stopWatching.current?.();
      setExpanded(false);
      const chips = document.querySelector('.field-chips');
      const chip = chips?.querySelector<HTMLElement>(`[data-chip=${name}]`);
      if (isInField) (chip ?? chips?.querySelector<HTMLElement>('[data-testid=all-fields]'))?.focus();
    };
    stopWatching.current?.();
    control.focus();
    if (control instanceof HTMLButtonElement) control.click();
    // The list closes before a mouse button counts as pressed, but the next frame begins later.
    if (isTemporary.current)
      stopWatching.current = watchClosing(control, () => requestAnimationFrame(() => runAfterClick(collapse)));
    isTemporary.current = false;
  }, [openedField, isExpanded]);
  useLayoutEffect(() => () => stopWatching.current?.(), []);
}

/**
 * The column scrolls by itself below the header. A narrow page shows chips instead of the column, until the user opens
 * a chip. An empty secondary field is only a button with its name. When the user selects the button, the field is shown,
 * and its list opens.
 */
export function Properties({ page, state, fields, groups = [], children }: PropertiesProps): VNode | null {
  const [isExpanded, setExpanded] = useState(false);
  useOpenedField(state.openedField, isExpanded, setExpanded);
  const properties = fields.slice(1).filter(({ kind }) => !isInMainColumn(kind));
  if (properties.length === 0) return null;
  // Empty read-only fields are left out, because the user could not enter a value.
  const addableFields = fields.slice(1).filter((field) => field.readOnly !== true && isShownAsAddButton(state, field));
  const shownProperties = properties.filter((field) => !isShownAsAddButton(state, field));
  const isCollapsible = state.model?.isNew === false && hasChips(properties);
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
      >
        {shownProperties.map((field) => (
          <FormField key={field.name} {...fieldProps(page, state, field)} />
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

// The top of the page: the record's identifier, its name, and the actions for the whole record.
import * as l10n from '@vscode/l10n';
import type { TargetedKeyboardEvent, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RecordAction } from '../../../items/form/recordProtocol.ts';
import { Button } from '../../../shell/page/button.tsx';
import { shortcutName } from '../../../shell/page/keys/keys.ts';
import { isShortcut } from '../../../shell/page/keys/shortcuts.ts';
import { memo } from '../../../shell/page/memo.ts';
import { type PageState, type PageStore, valueOf } from '../../../shell/page/model/pageStore.ts';
import { RateLimitMessage } from '../../../shell/page/rateLimit.tsx';
import { Time } from '../../../shell/page/time.tsx';
import type { PageModel } from '../../../shell/protocol/messages.ts';
import { formatList } from '../../../std/formatText.ts';
import { controlId, describedBy, FieldFrame } from './fields/field.tsx';
import { type FieldProps, fieldProps } from './fields/fieldProps.ts';
import { ActionButton } from './itemActions.tsx';
import { useDelayedFlag } from './useDelayedFlag.ts';
import './header.css';

interface HeaderProps {
  readonly page: PageStore;
  readonly state: PageState;
  readonly model: PageModel;
}

/**
 * The actions that have no button at the end of the header: the line above the title contains the parent and Start Work, and the title
 * bar of the tab contains Open in Browser.
 */
type OtherAction = 'openInBrowser' | 'openParent' | 'startWork' | 'finishWork';

/** The icon, label and title of each button. The title is that of the command which it runs, as in package.json. */
const ACTIONS: Readonly<
  Record<
    Exclude<RecordAction, OtherAction>,
    { readonly icon: string; readonly label: () => string; readonly title: () => string }
  >
> = {
  newWorkItem: { icon: 'add', label: () => l10n.t('Work Item…'), title: () => l10n.t('Create Work Item…') },
  newRequest: { icon: 'add', label: () => l10n.t('Request…'), title: () => l10n.t('Create Customer Request…') },
  addEpics: { icon: 'layers', label: () => l10n.t('Epics…'), title: () => l10n.t('Add Epics to Initiative…') },
  addProjects: {
    icon: 'project',
    label: () => l10n.t('Projects…'),
    title: () => l10n.t('Add Projects to Initiative…'),
  },
  setLabels: { icon: 'tag', label: () => l10n.t('Labels…'), title: () => l10n.t('Set Initiative Labels…') },
  addMembers: {
    icon: 'person-add',
    label: () => l10n.t('Members…'),
    title: () => l10n.t('Add Members to Teamspace…'),
  },
  addTeamspaceProjects: {
    icon: 'project',
    label: () => l10n.t('Projects…'),
    title: () => l10n.t('Add Projects to Teamspace…'),
  },
  showOverview: { icon: 'graph', label: () => l10n.t('Overview'), title: () => l10n.t('Show Overview') },
};

/** Milliseconds before Cancel appears. Most saves finish earlier. */
const SHOW_CANCEL_DELAY_MS = 1000;

function RecordActions({ page, model }: Pick<HeaderProps, 'page' | 'model'>): VNode | null {
  if (model.isNew) return null;
  return (
    <>
      {model.actions.map((action) => {
        if (!(action in ACTIONS)) return null;
        const { icon, label, title } = ACTIONS[action as keyof typeof ACTIONS];
        return (
          <ActionButton
            key={action}
            icon={icon}
            label={label()}
            title={title()}
            onClick={() => page.runAction(action)}
            testId={action}
          />
        );
      })}
    </>
  );
}

/** Returns the edited fields that are not saved, except those that are being saved without Save. */
function unsavedFields({ model, state }: Pick<HeaderProps, 'model' | 'state'>): PageModel['fields'] {
  return model.fields.filter(({ name, touched, isSaving, isSavedAutomatically }) =>
    touched
      ? isSaving !== true || isSavedAutomatically !== true
      : state.editedValues.has(name) && isSavedAutomatically !== true,
  );
}

/** The buttons that save, discard or cancel. For an existing record, Save and Discard need unsaved fields. */
function SaveActions({ page, state, model }: HeaderProps): VNode | null {
  const unsaved = unsavedFields({ model, state });
  const showsCancel = useDelayedFlag(model.saving || state.pendingRequests.has('save'), SHOW_CANCEL_DELAY_MS);
  // A field that is saved as soon as its value is chosen does not disable Save for the other fields.
  const isSaving =
    state.pendingRequests.has('save') ||
    (model.saving && (model.isNew || unsaved.some((field) => field.isSaving === true)));
  const [title] = model.fields;
  const hasTitle = title === undefined || String(valueOf(state, title.name) ?? '').trim() !== '';
  const hasConflict = model.conflicts.length > 0;
  const isVisible = model.isNew || unsaved.length > 0;
  useFocusAfterSave(isVisible || showsCancel);
  const cancel = () => {
    // The Cancel button is about to be removed, so the focus moves to Save.
    document.querySelector<HTMLElement>('[data-testid=save]')?.focus();
    page.cancelSave();
  };
  const { saveLabel, savingLabel, saveTooltip } = model.isNew
    ? {
        saveLabel: l10n.t('Create'),
        savingLabel: l10n.t('Creating…'),
        saveTooltip: l10n.t('Create ({0})', shortcutName('Enter')),
      }
    : {
        saveLabel: l10n.t('Save'),
        savingLabel: l10n.t('Saving…'),
        saveTooltip: l10n.t('Save ({0})', shortcutName('S')),
      };
  return (
    <>
      {!model.isNew && unsaved.length > 0 && !isSaving && (
        <span class="unsaved" data-testid="unsaved">
          {l10n.t('Unsaved: {0}', formatList(unsaved.map(({ label }) => label)))}
        </span>
      )}
      {showsCancel && (
        <Button isSecondary onClick={cancel} testId="cancel-save" title={l10n.t('Stop Waiting for the Server')}>
          {l10n.t('Cancel')}
        </Button>
      )}
      {unsaved.length > 0 && (
        <Button isSecondary disabled={isSaving} onClick={() => page.revert()} testId="revert">
          {model.isNew ? l10n.t('Discard Draft') : l10n.t('Discard')}
        </Button>
      )}
      {model.newItem !== undefined && (
        <Button
          isSecondary
          disabled={isSaving || !hasTitle}
          onClick={() => void page.request('save', { another: true })}
          testId="create-another"
          title={l10n.t('Create and Start Another')}
        >
          {l10n.t('Create Another')}
        </Button>
      )}
      {isVisible && model.deletion === undefined && (
        <Button
          disabled={isSaving || hasConflict || (model.isNew && !hasTitle)}
          onClick={() => void page.request('save')}
          testId="save"
          title={hasConflict ? l10n.t('First choose the version to keep') : saveTooltip}
        >
          {isSaving ? savingLabel : saveLabel}
        </Button>
      )}
    </>
  );
}

/** Moves the focus to the heading of the page when a save removes the button that has the focus. */
function useFocusAfterSave(isVisible: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isVisible && hadFocus.current) document.querySelector<HTMLElement>('.identifier')?.focus();
    const rememberFocus = (): void => {
      hadFocus.current = document.activeElement?.closest('.actions') !== null;
    };
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, [isVisible]);
}

function Actions(props: HeaderProps): VNode {
  return (
    <div class="actions" role="toolbar" aria-label={l10n.t('Actions')}>
      <RecordActions {...props} />
      <SaveActions {...props} />
    </div>
  );
}

/** The first field: the record's name. It wraps to several lines, but contains no line breaks. Enter saves it. */
const RecordName = memo(({ page, field, value, isLocalEdit }: FieldProps): VNode => {
  const { name } = field;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    if (!isShortcut(event, 'saveTitle') || event.isComposing) return;
    event.preventDefault();
    if (page.state.model?.isNew !== true && field.readOnly !== true) void page.saveFields([name]);
  };
  return (
    <FieldFrame
      field={field}
      isTouched={field.touched || isLocalEdit}
      onRevert={(reverted) => page.revert(reverted)}
      isTitle
    >
      <textarea
        id={controlId(name)}
        class="name-input"
        rows={1}
        dir="auto"
        value={String(value ?? '')}
        placeholder={field.label}
        readOnly={field.readOnly === true}
        aria-label={field.label}
        aria-describedby={describedBy(field)}
        aria-invalid={field.problem !== undefined}
        aria-required={!field.optional}
        data-autofocus
        onKeyDown={onKeyDown}
        onInput={(event) => page.edit(name, event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' '), true)}
      />
    </FieldFrame>
  );
});

/** The button that starts work on the work item, or finishes it. */
function WorkButton({ page, model }: Pick<HeaderProps, 'page' | 'model'>): VNode | null {
  const action = model.actions.find((one) => one === 'startWork' || one === 'finishWork');
  if (action === undefined) return null;
  return (
    <Button isSecondary onClick={() => page.runAction(action)} testId={action}>
      {action === 'startWork' ? l10n.t('Start Work') : l10n.t('Finish Work')}
    </Button>
  );
}

/** The project and the parent of the record, above its title. */
function Breadcrumb({ page, state, model }: HeaderProps): VNode {
  const parent = model.fields.find(({ name, kind }) => kind === 'item' && (name === 'parent' || name === 'parent_id'));
  const id = parent === undefined ? null : valueOf(state, parent.name);
  const parentChoice = parent?.choices?.find((choice) => choice.id === id);
  return (
    <>
      <h1 class="identifier" tabIndex={-1}>
        {model.identifier}
      </h1>
      <WorkButton page={page} model={model} />
      <span class="visually-hidden">{l10n.t('Press ? to show the keyboard shortcuts of this page.')}</span>
      {model.placeName !== '' && (
        <span class="project" dir="auto">
          {model.placeName}
        </span>
      )}
      {parentChoice !== undefined && parent?.touched === false && (
        <>
          <span class="codicon codicon-chevron-right" aria-hidden="true" />
          <button
            type="button"
            class="parent-link"
            dir="auto"
            title={l10n.t('Open {0}', parent.label)}
            data-testid="open-parent"
            onClick={() => page.runAction('openParent')}
          >
            {[parentChoice.detail ?? [], parentChoice.label].flat().join(' ')}
          </button>
        </>
      )}
    </>
  );
}

function Timestamps({ model }: Pick<HeaderProps, 'model'>): VNode {
  const { createdAt, createdBy, updatedAt, readOnlyReason } = model;
  return (
    <p class="history">
      {readOnlyReason !== undefined && <span data-testid="read-only">{readOnlyReason}</span>}
      {createdAt !== undefined && (
        <span>
          <Time
            at={createdAt}
            formatText={(time) =>
              createdBy === undefined ? l10n.t('Created {0}', time) : l10n.t('Created {0} by {1}', time, createdBy)
            }
          />
        </span>
      )}
      {updatedAt !== undefined && (
        <span>
          <Time at={updatedAt} formatText={(time) => l10n.t('Updated {0}', time)} />
        </span>
      )}
    </p>
  );
}

/** The header of the page. It stays visible while the content below it scrolls. */
export function Header(props: HeaderProps): VNode {
  const { page, model, state } = props;
  const [name] = model.fields;
  const isWaiting = model.saving || state.pendingRequests.has('save') || state.pendingRequests.has('reload');
  return (
    <header class="header">
      <div class="header-top">
        <Breadcrumb {...props} />
        <Actions {...props} />
        {isWaiting && <RateLimitMessage until={model.waitingUntil} />}
      </div>
      {name && <RecordName {...fieldProps(page, state, name)} />}
      <Timestamps {...props} />
    </header>
  );
}

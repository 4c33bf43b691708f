// The top of the page: the record's identifier, its name, and the actions for the whole record.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { EditorModel } from '../pages/protocol/messages.ts';
import type { RecordAction } from '../pages/protocol/record.ts';
import { Button, IconButton } from './button.tsx';
import { Time } from './comments/time.tsx';
import { controlId, describedBy, FieldFrame } from './fields/field.tsx';
import { type FieldProps, fieldProps } from './fields/fieldProps.ts';
import { memo } from './memo.ts';
import type { PageState, PageStore } from './pageStore.ts';
import { RateLimitMessage } from './rateLimit.tsx';
import { useDelayed } from './useDelayed.ts';
import './header.css';

interface HeaderProps {
  readonly page: PageStore;
  readonly state: PageState;
  readonly model: EditorModel;
  readonly now: () => number;
}

/** The icon of each button, and the title of the command that the button runs. */
const ACTIONS: Readonly<
  Record<Exclude<RecordAction, 'openParent'>, { readonly icon: string; readonly title: () => string }>
> = {
  copyIdentifier: { icon: 'copy', title: () => l10n.t('Copy Identifier') },
  copyLink: { icon: 'link', title: () => l10n.t('Copy Link') },
  startWork: { icon: 'play', title: () => l10n.t('Start Work…') },
  openInBrowser: { icon: 'link-external', title: () => l10n.t('Open in Browser') },
  newWorkItem: { icon: 'add', title: () => l10n.t('Create Work Item…') },
  newRequest: { icon: 'add', title: () => l10n.t('Create Customer Request…') },
  addEpics: { icon: 'milestone', title: () => l10n.t('Add Epics to Initiative…') },
  addProjects: { icon: 'project', title: () => l10n.t('Add Projects to Initiative…') },
  setLabels: { icon: 'tag', title: () => l10n.t('Set Initiative Labels…') },
  addMembers: { icon: 'organization', title: () => l10n.t('Add Members to Teamspace…') },
  addTeamspaceProjects: { icon: 'project', title: () => l10n.t('Add Projects to Teamspace…') },
};

/** Milliseconds before Cancel appears. Most saves finish earlier. */
const CANCEL_AFTER_MS = 1000;

function RecordActions({ page, state, model }: Omit<HeaderProps, 'now'>): VNode | null {
  if (model.isNew) return null;
  return (
    <>
      {model.actions.map((action) => {
        if (action === 'openParent') return null;
        const { icon, title } = ACTIONS[action];
        return (
          <IconButton key={action} icon={icon} title={title()} onClick={() => page.runAction(action)} testId={action} />
        );
      })}
      <IconButton
        icon="refresh"
        title={l10n.t('Refresh')}
        disabled={state.pendingRequests.has('reload')}
        onClick={() => void page.request('reload')}
      />
      <span class="actions-line" />
    </>
  );
}

function Actions(props: Omit<HeaderProps, 'now'>): VNode {
  const { page, state, model } = props;
  const isUnsent = model.unsent || state.ownValues.size > 0;
  const isSaving = model.saving || state.pendingRequests.has('save');
  const showsCancel = useDelayed(isSaving, CANCEL_AFTER_MS);
  const cancel = () => {
    // This button is about to be removed.
    document.querySelector<HTMLElement>('[data-testid=save]')?.focus();
    page.cancelSave();
  };
  const { done, undone: redoable } = state.history;
  const { saveLabel, savingLabel, saveTooltip } = model.isNew
    ? { saveLabel: l10n.t('Create'), savingLabel: l10n.t('Creating…'), saveTooltip: l10n.t('Create (Ctrl+S)') }
    : { saveLabel: l10n.t('Save'), savingLabel: l10n.t('Saving…'), saveTooltip: l10n.t('Save (Ctrl+S)') };
  return (
    <div class="actions" role="toolbar" aria-label={l10n.t('Actions')}>
      <IconButton
        icon="discard"
        title={l10n.t('Undo')}
        disabled={done.length === 0}
        onClick={() => page.undo()}
        testId="undo"
      />
      <IconButton
        icon="redo"
        title={l10n.t('Redo')}
        disabled={redoable.length === 0}
        onClick={() => page.redo()}
        testId="redo"
      />
      <span class="actions-line" />
      <RecordActions {...props} />
      {showsCancel && (
        <Button secondary onClick={cancel} testId="cancel-save" title={l10n.t('Stop Waiting for the Server')}>
          {l10n.t('Cancel')}
        </Button>
      )}
      <Button
        secondary
        disabled={!isUnsent || isSaving}
        onClick={() => page.revert()}
        testId="revert"
        title={l10n.t('Discard All Changes')}
      >
        {l10n.t('Revert')}
      </Button>
      <Button
        disabled={(!isUnsent && !model.isNew) || isSaving}
        onClick={() => void page.request('save')}
        testId="save"
        title={saveTooltip}
      >
        {isSaving ? savingLabel : saveLabel}
      </Button>
    </div>
  );
}

/** The first field: the record's name. */
const Name = memo(({ page, field, value, isOwn }: FieldProps): VNode => {
  const { name } = field;
  return (
    <FieldFrame
      field={field}
      touched={field.touched || isOwn}
      onRevert={(reverted) => page.revert(reverted)}
      hidesLabel
    >
      <input
        id={controlId(name)}
        class="name-input"
        type="text"
        value={String(value ?? '')}
        placeholder={field.label}
        aria-label={field.label}
        aria-describedby={describedBy(field)}
        aria-invalid={field.problem !== undefined}
        aria-required={!field.optional}
        data-autofocus
        onInput={(event) => page.edit(name, event.currentTarget.value, true)}
      />
    </FieldFrame>
  );
});

function Timestamps({ model, now }: Pick<HeaderProps, 'model' | 'now'>): VNode {
  const { createdAt, createdBy, updatedAt } = model;
  return (
    <p class="history">
      {createdAt !== undefined && (
        <span>
          <Time
            at={createdAt}
            now={now}
            textOf={(time) =>
              createdBy === undefined ? l10n.t('Created {0}', time) : l10n.t('Created {0} by {1}', time, createdBy)
            }
          />
        </span>
      )}
      {updatedAt !== undefined && (
        <span>
          <Time at={updatedAt} now={now} textOf={(time) => l10n.t('Updated {0}', time)} />
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
        <h1 class="identifier">{model.identifier}</h1>
        <span class="project">{model.placeName}</span>
        <Actions {...props} />
        {isWaiting && <RateLimitMessage until={model.waitingUntil} />}
      </div>
      {name && <Name {...fieldProps(page, state, name)} />}
      <Timestamps {...props} />
    </header>
  );
}

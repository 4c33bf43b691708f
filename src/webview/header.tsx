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

const ACTIONS: Readonly<Record<Exclude<RecordAction, 'openParent'>, readonly [icon: string, title: string]>> = {
  copyIdentifier: ['copy', 'Copy identifier'],
  copyLink: ['link', 'Copy link'],
  startWork: ['play', 'Start work'],
  openInBrowser: ['link-external', 'Open in browser'],
  newWorkItem: ['add', 'New work item'],
  newRequest: ['add', 'New request'],
  addEpics: ['milestone', 'Epics of this initiative'],
  addProjects: ['project', 'Projects of this initiative'],
  setLabels: ['tag', 'Labels of this initiative'],
  addMembers: ['organization', 'Members of this teamspace'],
  addTeamspaceProjects: ['project', 'Projects of this teamspace'],
};

/** Milliseconds before Cancel appears. Most saves finish earlier. */
const CANCEL_AFTER_MS = 1000;

function OwnActions({ page, state, model }: Omit<HeaderProps, 'now'>): VNode | null {
  if (model.isNew) return null;
  return (
    <>
      {model.actions.map((action) => {
        if (action === 'openParent') return null;
        const [icon, title] = ACTIONS[action];
        return <IconButton key={action} icon={icon} title={title} onClick={() => page.act(action)} testId={action} />;
      })}
      <IconButton
        icon="refresh"
        title={l10n.t('Read again')}
        disabled={state.asking.has('reload')}
        onClick={() => void page.request('reload')}
      />
      <span class="actions-line" />
    </>
  );
}

function Actions(props: Omit<HeaderProps, 'now'>): VNode {
  const { page, state, model } = props;
  const isUnsent = model.unsent || state.own.size > 0;
  const isSaving = model.saving || state.asking.has('save');
  const isLong = useDelayed(isSaving, CANCEL_AFTER_MS);
  const cancel = () => {
    // This button is about to be removed.
    document.querySelector<HTMLElement>('[data-testid=save]')?.focus();
    page.cancelSave();
  };
  const { done, undone } = state.history;
  const [save, saving] = model.isNew ? [l10n.t('Create'), l10n.t('Creating…')] : [l10n.t('Save'), l10n.t('Saving…')];
  return (
    <div class="actions" role="toolbar" aria-label={l10n.t('Actions of this {0}', model.noun)}>
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
        disabled={undone.length === 0}
        onClick={() => page.redo()}
        testId="redo"
      />
      <span class="actions-line" />
      <OwnActions {...props} />
      {isLong && (
        <Button secondary onClick={cancel} testId="cancel-save" title={l10n.t('Stop waiting for the server')}>
          {l10n.t('Cancel')}
        </Button>
      )}
      <Button
        secondary
        disabled={!isUnsent || isSaving}
        onClick={() => page.revert()}
        testId="revert"
        title={l10n.t('Give up all changes')}
      >
        {l10n.t('Revert')}
      </Button>
      <Button
        disabled={(!isUnsent && !model.isNew) || isSaving}
        onClick={() => void page.request('save')}
        testId="save"
        title={`${save} (Ctrl+S)`}
      >
        {isSaving ? saving : save}
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

function History({ model, now }: Pick<HeaderProps, 'model' | 'now'>): VNode {
  const { createdAt, createdBy, updatedAt } = model;
  return (
    <p class="history">
      {createdAt !== undefined && (
        <span>
          {l10n.t('Created ')}
          <Time at={createdAt} now={now} />
          {createdBy !== undefined && l10n.t(' by {0}', createdBy)}
        </span>
      )}
      {updatedAt !== undefined && (
        <span>
          {l10n.t('Updated ')}
          <Time at={updatedAt} now={now} />
        </span>
      )}
    </p>
  );
}

/** Stays visible with the banners while the rest scrolls. */
export function Header(props: HeaderProps): VNode {
  const { page, model, state } = props;
  const [name] = model.fields;
  const isWaiting = model.saving || state.asking.has('save') || state.asking.has('reload');
  return (
    <header class="header">
      <div class="header-top">
        <h1 class="identifier">{model.identifier}</h1>
        <span class="project">{model.placeName}</span>
        <Actions {...props} />
        {isWaiting && <RateLimitMessage until={model.waitingUntil} />}
      </div>
      {name && <Name {...fieldProps(page, state, name)} />}
      <History {...props} />
    </header>
  );
}

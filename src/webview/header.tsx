// Owns the top of the page: which item this is, its name, and what can be done with the whole of it.
import type { VNode } from 'preact';
import type { EditorModel } from '../editor/words.ts';
import { Button, IconButton } from './button.tsx';
import { Moment } from './comments/moment.tsx';
import { controlId, describedBy, FieldFrame } from './fields/field.tsx';
import { type Page, type PageState, valueOf } from './page.ts';

interface HeaderProps {
  readonly page: Page;
  readonly state: PageState;
  readonly model: EditorModel;
  readonly now: () => number;
}

function Actions({ page, state, model }: Omit<HeaderProps, 'now'>): VNode {
  const isUnsent = model.unsent || state.own.size > 0;
  const isSaving = model.saving || state.asking.has('save');
  const { done, undone } = state.history;
  return (
    <div class="actions" role="toolbar" aria-label="Work item">
      <IconButton icon="discard" title="Undo" disabled={done.length === 0} onClick={() => page.undo()} testId="undo" />
      <IconButton icon="redo" title="Redo" disabled={undone.length === 0} onClick={() => page.redo()} testId="redo" />
      <span class="actions-line" />
      <IconButton icon="copy" title="Copy identifier" onClick={() => page.act('copyIdentifier')} />
      <IconButton icon="link" title="Copy link" onClick={() => page.act('copyLink')} />
      <IconButton icon="link-external" title="Open in browser" onClick={() => page.act('openInBrowser')} />
      <IconButton icon="refresh" title="Read again" disabled={state.asking.has('reload')} onClick={() => void page.request('reload')} />
      <span class="actions-line" />
      <Button secondary disabled={!isUnsent || isSaving} onClick={() => page.revert()} testId="revert" title="Give up all changes">
        Revert
      </Button>
      <Button disabled={!isUnsent || isSaving} onClick={() => void page.request('save')} testId="save" title="Save (Ctrl+S)">
        {isSaving ? 'Saving…' : 'Save'}
      </Button>
    </div>
  );
}

function Name({ page, state, model }: Omit<HeaderProps, 'now'>): VNode | null {
  const field = model.fields.find(({ name }) => name === 'name');
  if (!field) return null;
  return (
    <FieldFrame field={field} touched={field.touched || state.own.has('name')} onRevert={(name) => page.revert(name)} hidesLabel>
      <input
        id={controlId('name')}
        class="name-input"
        type="text"
        value={String(valueOf(state, 'name') ?? '')}
        placeholder="Name"
        aria-label={field.label}
        aria-describedby={describedBy(field)}
        aria-invalid={field.problem !== undefined}
        aria-required="true"
        data-autofocus
        onInput={(event) => page.edit('name', event.currentTarget.value, true)}
      />
    </FieldFrame>
  );
}

function History({ model, now }: Pick<HeaderProps, 'model' | 'now'>): VNode {
  const { createdAt, createdBy, updatedAt } = model;
  return (
    <p class="history">
      {createdAt !== undefined && (
        <span>
          Created <Moment at={createdAt} now={now} />
          {createdBy !== undefined && ` by ${createdBy}`}
        </span>
      )}
      {updatedAt !== undefined && (
        <span>
          Updated <Moment at={updatedAt} now={now} />
        </span>
      )}
    </p>
  );
}

/** Stays in sight, with the banners, while the rest scrolls. */
export function Header(props: HeaderProps): VNode {
  const { model } = props;
  return (
    <header class="header">
      <div class="header-top">
        <span class="identifier">{model.identifier}</span>
        <span class="project">{model.projectName}</span>
        <Actions {...props} />
      </div>
      <Name {...props} />
      <History {...props} />
    </header>
  );
}

// Owns the page as a whole: what is shown in each status, where things stand, and the keys that belong to all of it.
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EditorModel, FieldView } from '../editor/words.ts';
import { Banners } from './banners.tsx';
import { Button, Icon, Progress } from './button.tsx';
import { Comments } from './comments/comments.tsx';
import { Composer } from './comments/composer.tsx';
import { controlId, describedBy, FieldControl, FieldFrame } from './fields/field.tsx';
import { Header } from './header.tsx';
import { listenToKeys } from './keys.ts';
import { composed, type Page, type PageState, valueOf } from './page.ts';
import { RichText } from './richText/richText.tsx';

interface PartProps {
  readonly page: Page;
  readonly state: PageState;
  readonly model: EditorModel;
}

function Properties({ page, state, model }: PartProps): VNode {
  const fields = model.fields.filter(({ name, kind }) => name !== 'name' && kind !== 'richText');
  const search = { find: (text: string) => page.findParent(text), open: () => page.act('openParent') };
  return (
    <aside class="properties" aria-label="Properties">
      {fields.map((field) => (
        <FieldFrame
          key={field.name}
          field={field}
          touched={field.touched || state.own.has(field.name)}
          onRevert={(name) => page.revert(name)}
        >
          <FieldControl
            field={field}
            value={valueOf(state, field.name)}
            search={search}
            onEdit={(name, value, typed) => page.edit(name, value, typed)}
          />
        </FieldFrame>
      ))}
    </aside>
  );
}

function LongText({ page, state, model, field }: PartProps & { readonly field: FieldView }): VNode {
  return (
    <FieldFrame field={field} touched={field.touched || state.own.has(field.name)} onRevert={(name) => page.revert(name)}>
      <RichText
        id={controlId(field.name)}
        label={field.label}
        placeholder={`Write a ${field.label.toLowerCase()}`}
        html={String(valueOf(state, field.name) ?? '')}
        people={model.people}
        describedBy={describedBy(field)}
        onChange={(html) => page.edit(field.name, html, true)}
        onOpenLink={(href) => page.openLink(href)}
      />
    </FieldFrame>
  );
}

function Discussion({ page, state, model, now }: PartProps & { readonly now: () => number }): VNode {
  const { html, access } = composed(state);
  return (
    <section class="discussion" aria-labelledby="comments-title">
      <h2 id="comments-title">Comments</h2>
      <Comments
        comments={model.comments}
        people={model.people}
        now={now}
        fetching={state.asking.has('moreComments')}
        onMore={() => void page.request('moreComments')}
        onReload={() => void page.request('reload')}
        onOpenLink={(href) => page.openLink(href)}
      />
      <Composer
        html={html}
        access={access}
        sending={model.composer.sending || state.asking.has('sendComment')}
        problem={model.composer.problem}
        people={model.people}
        onCompose={(next, reach) => page.compose(next, reach)}
        onSend={() => void page.request('sendComment')}
        onOpenLink={(href) => page.openLink(href)}
      />
    </section>
  );
}

function Failure({ page, model }: Omit<PartProps, 'state'>): VNode {
  return (
    <main class="failure">
      <Icon name="error" />
      <div role="alert">
        <h1>{model.identifier === '' ? 'This work item could not be read' : `${model.identifier} could not be read`}</h1>
        <p>{model.problem?.message}</p>
      </div>
      {model.problem?.retry && (
        <Button onClick={() => void page.request('reload')} testId="retry">
          Retry
        </Button>
      )}
    </main>
  );
}

function Loading({ identifier }: { readonly identifier: string }): VNode {
  return (
    <main class="loading" aria-busy="true" data-testid="loading">
      <Progress label={`Loading ${identifier || 'the work item'}`} />
      <div class="header">
        <span class="identifier">{identifier || 'Loading…'}</span>
        <span class="bone bone-title" />
      </div>
      <span class="bone" />
      <span class="bone" />
      <span class="bone bone-short" />
    </main>
  );
}

function useFocus(focus: PageState['focus']): void {
  useEffect(() => {
    if (!focus) return;
    const place = focus.where === 'composer' ? '[data-testid=composer]' : `[data-field=${focus.where}]`;
    document.querySelector<HTMLElement>(`${place} [data-autofocus]`)?.focus();
  }, [focus]);
}

/** Shows whatever the page knows, as it changes. `now` is in milliseconds. */
export function App({ page, now }: { readonly page: Page; readonly now: () => number }): VNode {
  const [state, setState] = useState(page.state);
  useEffect(() => {
    const stop = page.subscribe(() => setState(page.state));
    setState(page.state);
    return stop;
  }, [page]);
  useEffect(() => listenToKeys(page), [page]);
  const { model } = state;
  useFocus(model?.status === 'ready' ? state.focus : undefined);
  if (!model || model.status === 'loading') return <Loading identifier={model?.identifier ?? ''} />;
  if (model.status === 'failed') return <Failure page={page} model={model} />;
  const longTexts = model.fields.filter(({ kind }) => kind === 'richText');
  return (
    <div class="page">
      {model.saving && <Progress label="Saving" />}
      <div class="top">
        <Header page={page} state={state} model={model} now={now} />
        <Banners problem={model.problem} notice={model.notice} refusal={state.refusal} onRetry={() => void page.request('reload')} />
      </div>
      <div class="columns">
        <main class="main">
          {longTexts.map((field) => (
            <LongText key={field.name} page={page} state={state} model={model} field={field} />
          ))}
          <Discussion page={page} state={state} model={model} now={now} />
        </main>
        <Properties page={page} state={state} model={model} />
      </div>
    </div>
  );
}

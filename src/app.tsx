// The root component: the page's content in each status, its layout, and its key bindings.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Attachments } from './features/attachments/page/attachments.tsx';
import { Code } from './features/codeSection/page/code.tsx';
import { useIsWidePage } from './features/codeSection/page/useIsWidePage.ts';
import { PendingComment } from './features/comments/page/comments.tsx';
import { Composer } from './features/comments/page/composer.tsx';
import { Timeline, TimelineHead } from './features/comments/page/timeline.tsx';
import { Links, showsLinks } from './features/links/page/links.tsx';
import { Banners, ProblemBanner } from './features/recordPage/page/banners.tsx';
import { FieldConflict, showConflict } from './features/recordPage/page/fields/conflicts.tsx';
import { controlId, describedBy, FieldFrame } from './features/recordPage/page/fields/field.tsx';
import { type FieldProps, fieldProps } from './features/recordPage/page/fields/fieldProps.ts';
import {
  FormField,
  isInMainColumn,
  isShownAsAddButton,
  Properties,
} from './features/recordPage/page/fields/properties.tsx';
import { Header } from './features/recordPage/page/header.tsx';
import { ItemActions } from './features/recordPage/page/itemActions.tsx';
import { NewItemSuggestions } from './features/recordPage/page/newItemSuggestions.tsx';
import { PageProvider } from './features/recordPage/page/pageProvider.tsx';
import { useAnnouncement } from './features/recordPage/page/useAnnouncement.ts';
import { useTopHeight } from './features/recordPage/page/useTopHeight.ts';
import { Relations, showsRelations } from './features/relations/page/relations.tsx';
import { ContentSections } from './features/subItems/page/contents.tsx';
import { SubItemSection } from './features/subItems/page/subItemSection.tsx';
import { useSubItemInput } from './features/subItems/page/useSubItemInput.ts';
import type { PageProblem } from './items/form/recordProtocol.ts';
import { Button, Icon, Progress } from './shell/page/button.tsx';
import { keepFocus } from './shell/page/keys/keepFocus.ts';
import { listenToKeys } from './shell/page/keys/keys.ts';
import { memo } from './shell/page/memo.ts';
import { composerContent, type PageState, type PageStore, valueOf } from './shell/page/model/pageStore.ts';
import { RateLimitMessage } from './shell/page/rateLimit.tsx';
import { RichText } from './shell/page/richText/richText.tsx';
import { ShortcutsDialog } from './shell/page/shortcutsDialog.tsx';
import { useStoreState } from './shell/page/useStoreState.ts';
import type { PageModel } from './shell/protocol/messages.ts';
import './app.css';

interface PageModelProps {
  readonly page: PageStore;
  readonly state: PageState;
  readonly model: PageModel;
}

type LongTextProps = FieldProps &
  Pick<PageModel, 'people'> & {
    /**
     * Whether the label is hidden, except from screen readers. It is hidden if the main column contains no other text
     * field.
     */
    readonly hidesLabel: boolean;
  };

const LongText = memo(
  ({ page, field, value, isLocalEdit, people, hidesLabel }: LongTextProps): VNode => (
    <FieldFrame
      field={field}
      isTouched={field.touched || isLocalEdit}
      onRevert={(name) => page.revert(name)}
      hidesLabel={hidesLabel}
    >
      <RichText
        id={controlId(field.name)}
        label={field.label}
        placeholder={l10n.t('Write a description')}
        readingPlaceholder={field.readOnly === true ? l10n.t('No description.') : l10n.t('Add a description…')}
        startsInReadMode
        readOnly={field.readOnly === true}
        html={String(value ?? '')}
        people={people}
        describedBy={describedBy(field)}
        invalid={field.problem !== undefined}
        onChange={(html) => page.edit(field.name, html, true)}
        onOpenLink={(href) => page.openLink(href)}
      />
    </FieldFrame>
  ),
);

interface MemoComposerProps {
  readonly page: PageStore;
  readonly composer: PageModel['composer'];
  readonly html: string;
  readonly access: PageModel['composer']['access'];
  readonly isSending: boolean;
  readonly isForbidden: boolean;
  readonly people: PageModel['people'];
}

const MemoComposer = memo(
  ({ page, composer, html, access, isSending, isForbidden, people }: MemoComposerProps): VNode => (
    <Composer
      html={html}
      access={access}
      isSending={composer.sending || isSending}
      isLocked={composer.locked === true}
      isForbidden={isForbidden}
      problem={composer.problem}
      wait={composer.wait}
      people={people}
      onCompose={(next, nextAccess) => page.compose(next, nextAccess)}
      onSend={() => void page.request('sendComment')}
      onQueueChange={(wait) => void page.sendRequest({ type: 'waitToSend', wait })}
      onOpenLink={(href) => page.openLink(href)}
    />
  ),
);

/** Shown in place of a text that is being loaded or could not be loaded. */
function UnloadedText({ page, model }: Omit<PageModelProps, 'state'>): VNode | null {
  const { unloadedText, problem } = model;
  if (unloadedText === undefined) return null;
  return (
    <section aria-label={unloadedText.label} aria-busy={problem === undefined} data-testid="unloaded-text">
      {problem === undefined ? (
        <>
          <RateLimitMessage until={model.waitingUntil} />
          <span class="bone" />
          <span class="bone bone-short" />
        </>
      ) : (
        <div role="status">
          <ProblemBanner page={page} model={model} />
        </div>
      )}
    </section>
  );
}

function Discussion({ page, state, model }: PageModelProps): VNode {
  return (
    <section class="discussion" aria-labelledby="activity-title" data-testid="activity">
      <TimelineHead page={page} areChangesShown={model.discussion?.activity.isShown} />
      <Timeline
        page={page}
        comments={model.comments}
        commentDrafts={model.discussion?.comments}
        activity={model.discussion?.activity}
        people={model.people}
        isFetching={state.pendingRequests.has('moreComments')}
        waitingUntil={model.waitingUntil}
      />
      {model.composer.pending && (
        <PendingComment
          page={page}
          {...model.composer.pending}
          waitingUntil={model.waitingUntil}
          people={model.people}
        />
      )}
    </section>
  );
}

function LoadFailure({ page, model }: Omit<PageModelProps, 'state'>): VNode {
  const { identifier } = model;
  return (
    <main class="failure">
      <Icon name={model.problem?.account === undefined ? 'error' : 'account'} />
      <div role="alert">
        <h1>{failureTitle(identifier, model.problem)}</h1>
        <p>{model.problem?.message}</p>
      </div>
      {model.problem?.account && (
        <Button onClick={() => page.runAction('switchAccount')} testId="switch-account">
          {model.problem.account.button}
        </Button>
      )}
      {model.problem?.signIn && (
        <Button onClick={() => page.runAction('signInAgain')} testId="sign-in">
          {l10n.t('Sign In Again…')}
        </Button>
      )}
      {model.problem?.retry && (
        <Button isSecondary={model.problem.signIn === true} onClick={() => void page.request('reload')} testId="retry">
          {l10n.t('Retry')}
        </Button>
      )}
    </main>
  );
}

function failureTitle(identifier: string, problem: PageProblem | undefined): string {
  if (problem?.account !== undefined) return problem.account.title;
  return identifier === '' ? l10n.t('This page could not be loaded') : l10n.t('{0} could not be loaded', identifier);
}

function Loading({ model }: { readonly model: PageModel | undefined }): VNode {
  const identifier = model?.identifier ?? '';
  return (
    <main class="loading" aria-busy="true" data-testid="loading">
      <Progress label={identifier === '' ? l10n.t('Loading') : l10n.t('Loading {0}', identifier)} />
      <div class="header">
        <span class="identifier">{identifier || l10n.t('Loading…')}</span>
        <span class="bone bone-title" />
      </div>
      <div role="status">
        <RateLimitMessage until={model?.waitingUntil} />
      </div>
      <span class="bone" />
      <span class="bone" />
      <span class="bone bone-short" />
    </main>
  );
}

/**
 * Focuses the control that the host names, or the conflict of its field. While the focus is outside of the page, for
 * example in the Command Palette, this hook waits until the page gets the focus.
 */
function useRequestedFocus(focus: PageState['focus']): void {
  useEffect(() => {
    if (!focus) return undefined;
    const container = focus.where === 'composer' ? '[data-testid=composer]' : `[data-field=${focus.where}]`;
    const focusControl = (): void => {
      // A user who was faster than the host has opened a list, which would close.
      if (document.querySelector('[role=listbox]') !== null) return;
      if (!showConflict(focus.where)) document.querySelector<HTMLElement>(`${container} [data-autofocus]`)?.focus();
    };
    if (document.hasFocus()) {
      focusControl();
      return undefined;
    }
    window.addEventListener('focus', focusControl, { once: true });
    return () => window.removeEventListener('focus', focusControl);
  }, [focus]);
}

/** Milliseconds for which a comment is highlighted. */
const HIGHLIGHT_MS = 3000;

/** Focuses and highlights the comment that the host names, as soon as the comment is loaded. */
function useFocusOnComment({ commentToShow, model }: PageState): void {
  const handledComment = useRef<PageState['commentToShow']>(undefined);
  useEffect(() => {
    if (!commentToShow || handledComment.current === commentToShow) return;
    const comments = [...document.querySelectorAll<HTMLElement>('[data-comment]')];
    const comment = comments.find(({ dataset }) => dataset['comment'] === commentToShow.id);
    if (!comment) return;
    handledComment.current = commentToShow;
    comment.tabIndex = -1;
    comment.scrollIntoView({ block: 'center' });
    comment.focus({ preventScroll: true });
    comment.classList.add('is-marked');
    setTimeout(() => comment.classList.remove('is-marked'), HIGHLIGHT_MS);
  }, [commentToShow, model?.comments, model?.status]);
}

interface WorkItemSectionsProps extends PageModelProps {
  readonly children: ComponentChildren;
}

/** What belongs to a work item, from its sub-items to its comments. `children` follow the buttons that add to it. */
function WorkItemSections({ page, state, model, children }: WorkItemSectionsProps): VNode {
  const { discussion } = model;
  const subItemInput = useSubItemInput(model.subItems);
  const isReadOnly = model.readOnlyReason !== undefined;
  const isCommentingForbidden = model.isCommentingForbidden === true;
  return (
    <>
      <ItemActions
        page={page}
        attachments={discussion?.attachments}
        offersRelations={!showsRelations(discussion?.relations) && discussion?.relations.isUnsupported !== true}
        offersLinks={!showsLinks(discussion?.links)}
        isReadOnly={isReadOnly}
        isCommentingForbidden={isCommentingForbidden}
        onAddSubItem={subItemInput.openIfHidden}
      />
      {children}
      <SubItemSection page={page} subItems={model.subItems} input={subItemInput} isReadOnly={isReadOnly} />
      <Relations page={page} relations={discussion?.relations} isReadOnly={isReadOnly} />
      <Links page={page} links={discussion?.links} isReadOnly={isReadOnly} />
      <Attachments
        page={page}
        attachments={discussion?.attachments}
        description={String(valueOf(state, 'description_html') ?? '')}
        isReadOnly={isReadOnly}
      />
      <Discussion page={page} state={state} model={model} />
      <MemoComposer
        page={page}
        composer={model.composer}
        html={composerContent(state).html}
        access={composerContent(state).access}
        isSending={state.pendingRequests.has('sendComment')}
        isForbidden={isCommentingForbidden}
        people={model.people}
      />
    </>
  );
}

function PageContent({ page }: { readonly page: PageStore }): VNode {
  const state = useStoreState(page);
  useEffect(() => listenToKeys(page), [page]);
  useEffect(keepFocus, []);
  const { model } = state;
  useRequestedFocus(model?.status === 'ready' ? state.focus : undefined);
  useFocusOnComment(state);
  const announcement = useAnnouncement(state, page.now);
  const topRef = useTopHeight();
  const isWidePage = useIsWidePage();
  if (!model || model.status === 'loading') return <Loading model={model} />;
  if (model.status === 'failed') return <LoadFailure page={page} model={model} />;
  const mainColumnFields = model.fields
    .slice(1)
    .filter((field) => isInMainColumn(field.kind) && !isShownAsAddButton(state, field));
  const codeSection = model.hasComments && (
    <Code page={page} identifier={model.identifier} code={model.discussion?.code} isInSideColumn={isWidePage} />
  );
  return (
    <div class="page">
      {model.saving && <Progress label={l10n.t('Saving')} />}
      {state.showsShortcuts && <ShortcutsDialog onClose={() => page.showShortcuts(false)} />}
      <div class="top" ref={topRef}>
        <Header page={page} state={state} model={model} />
        <Banners page={page} state={state} model={model} announcement={announcement} />
      </div>
      {model.fields[0] && <FieldConflict name={model.fields[0].name} />}
      <div class="columns">
        <Properties page={page} state={state} fields={model.fields} groups={model.groups}>
          {isWidePage && codeSection}
        </Properties>
        <main class="main">
          <UnloadedText page={page} model={model} />
          {mainColumnFields.map((field) =>
            field.kind === 'richText' ? (
              <LongText
                key={field.name}
                {...fieldProps(page, state, field)}
                people={model.people}
                hidesLabel={mainColumnFields.length === 1}
              />
            ) : (
              <FormField
                key={field.name}
                {...fieldProps(page, state, field)}
                hidesLabel={field.name === 'description' && mainColumnFields.length === 1}
              />
            ),
          )}
          <ContentSections page={page} contents={model.contents} />
          <NewItemSuggestions page={page} newItem={model.newItem} />
          {model.hasComments && (
            <WorkItemSections page={page} state={state} model={model}>
              {!isWidePage && codeSection}
            </WorkItemSections>
          )}
        </main>
      </div>
    </div>
  );
}

/** Renders the page, and renders it again whenever its state changes. */
export function App({ page }: { readonly page: PageStore }): VNode {
  return (
    <PageProvider page={page}>
      <PageContent page={page} />
    </PageProvider>
  );
}

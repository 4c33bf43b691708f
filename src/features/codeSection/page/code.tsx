// The Code section of a work item's page. In the column beside the text, it is initially open if linked code was found.
// Otherwise it is collapsed, because opening it searches git and files.
import * as l10n from '@vscode/l10n';
import '../../../shell/page/sections/sections.css';
import './code.css';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button, Icon, IconButton, Progress } from '../../../shell/page/button.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { Time } from '../../../shell/page/time.tsx';
import type { CodeList, CodeRow, CodeView } from '../../../shell/protocol/code.ts';
import { formatCount } from '../../../std/displayLanguage.ts';

interface CodeProps {
  readonly page: PageStore;
  readonly identifier: string;
  readonly code: CodeView | undefined;
  /** Whether the section is in the narrow column beside the text: headings without a button are then hidden. */
  readonly isInSideColumn: boolean;
}

interface CodeListSectionProps extends Pick<CodeProps, 'page' | 'isInSideColumn'> {
  readonly name: Exclude<keyof CodeView, 'isOpen' | 'count'>;
  readonly title: string;
  readonly icon: string;
  readonly list: CodeList;
  readonly children?: ComponentChildren;
}

function Label({ row: { label, marked }, isCode }: { readonly row: CodeRow; readonly isCode: boolean }): VNode {
  const [start, end] = marked ?? [0, 0];
  return (
    <span class={`code-row-label${isCode ? ' is-code' : ''}`}>
      {label.slice(0, start)}
      {end > start && <mark>{label.slice(start, end)}</mark>}
      {label.slice(end)}
    </span>
  );
}

/** Renders nothing for an empty list, unless something can be done with it. */
function CodeListSection(props: CodeListSectionProps): VNode | null {
  const { page, isInSideColumn, name, title, icon, list, children } = props;
  const { status, rows, message } = list;
  if (status !== 'loading' && rows.length === 0 && message === undefined && !children) return null;
  return (
    <section class="code-part" aria-labelledby={`code-${name}`} data-testid={`code-${name}`}>
      {status === 'loading' && <Progress label={l10n.t('Loading: {0}', title)} />}
      <div class={isInSideColumn && !children ? 'visually-hidden' : 'code-part-head'}>
        <h3 id={`code-${name}`}>{title}</h3>
        {children}
      </div>
      <p class="dimmed code-message" role="status">
        {message}
      </p>
      <ul class="code-rows" aria-labelledby={`code-${name}`} aria-busy={status === 'loading'}>
        {rows.map((row) => (
          <li key={row.id}>
            <button
              type="button"
              class="code-row"
              title={[row.label, row.detail ?? []].flat().join('\n')}
              onClick={() => void page.requestOrShowError({ type: 'openCode', id: row.id })}
            >
              <Icon name={icon} />
              <Label row={row} isCode={name === 'mentions' || name === 'places'} />
              {row.badge !== undefined && <span class="badge">{row.badge}</span>}
              {(row.detail !== undefined || row.at !== undefined) && (
                <span class="dimmed code-row-detail">
                  {row.detail}
                  {row.at !== undefined && (
                    <>
                      {' · '}
                      <Time at={row.at} />
                    </>
                  )}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns whether all lists are loaded and empty. A list with a message counts as not empty, except `mentions`. */
function hasNoRows({ offers, places, branches, commits, mentions }: CodeView): boolean {
  const isEmpty = ({ status, rows }: CodeList): boolean => status === 'ready' && rows.length === 0;
  return (
    [offers, places, branches, commits].every((list) => isEmpty(list) && list.message === undefined) &&
    isEmpty(mentions)
  );
}

/** The hint that is shown instead of the lists while no code is linked to the work item. */
function NoLinkedCode({ page, identifier }: Pick<CodeProps, 'page' | 'identifier'>): VNode {
  return (
    <p class="dimmed code-nothing" role="status">
      {l10n.t(
        'No code is linked yet. Comment with selected code, or write {0} in a branch name, a commit message or a file.',
        identifier,
      )}
      <IconButton
        icon="refresh"
        title={l10n.t('Search Again')}
        onClick={() => void page.requestOrShowError({ type: 'showCode' })}
      />
    </p>
  );
}

/** The Code section. It loads its lists each time the user opens it. */
export const Code = memo(({ page, identifier, code, isInSideColumn }: CodeProps): VNode | null => {
  const readsKnownCode = code !== undefined && code.isOpen === undefined;
  useEffect(() => {
    if (readsKnownCode) void page.sendRequest({ type: 'readKnownCode' });
  }, [page, readsKnownCode]);
  if (!code) return null;
  const isExpanded = code.isOpen ?? (isInSideColumn && code.count > 0);
  const onToggle = (event: Event) => {
    const isOpen = event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open;
    // Rendering an open section also fires a toggle event, which is not an action of the user.
    if (isOpen !== isExpanded) void page.requestOrShowError({ type: isOpen ? 'showCode' : 'hideCode' });
  };
  return (
    <details class="code-section" data-testid="code" open={isExpanded} onToggle={onToggle}>
      <summary class="section-toggle">
        <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} />
        <h2>{l10n.t('Code')}</h2>
        {code.count > 0 && <span class="section-count"> {formatCount(code.count)}</span>}
      </summary>
      {hasNoRows(code) ? (
        <NoLinkedCode page={page} identifier={identifier} />
      ) : (
        <CodeLists {...{ page, code, isInSideColumn }} />
      )}
    </details>
  );
});

/** The lists of linked code. */
function CodeLists({
  page,
  code,
  isInSideColumn,
}: { readonly code: CodeView } & Omit<CodeProps, 'identifier' | 'code'>): VNode {
  const { offers, places, branches, commits, mentions } = code;
  const isSearching = mentions.status === 'loading';
  const sharedProps = { page, isInSideColumn };
  // Without git, the lists of branches and commits have the same message, so it is shown only once.
  const hidesCommits = commits.rows.length === 0 && commits.message === branches.message;
  return (
    <>
      <CodeListSection
        {...sharedProps}
        name="offers"
        title={l10n.t('Link What Was Pushed')}
        icon="link"
        list={offers}
      />
      <CodeListSection {...sharedProps} name="branches" title={l10n.t('Branches')} icon="git-branch" list={branches} />
      {!hidesCommits && (
        <CodeListSection {...sharedProps} name="commits" title={l10n.t('Commits')} icon="git-commit" list={commits} />
      )}
      <CodeListSection {...sharedProps} name="places" title={l10n.t('Linked code')} icon="comment" list={places} />
      <CodeListSection
        {...sharedProps}
        name="mentions"
        title={l10n.t('Mentions in the files of this window')}
        icon="references"
        list={mentions}
      >
        {isSearching ? (
          <Button
            isSecondary
            onClick={() => void page.sendRequest({ type: 'cancelMentions' })}
            testId="cancel-mentions"
          >
            {l10n.t('Cancel')}
          </Button>
        ) : mentions.status === 'notLoaded' ? (
          <IconButton
            icon="search"
            title={l10n.t('Search Files')}
            onClick={() => void page.requestOrShowError({ type: 'showCode' })}
            testId="search-mentions"
          />
        ) : (
          <IconButton
            icon="refresh"
            title={l10n.t('Search Again')}
            onClick={() => void page.requestOrShowError({ type: 'searchMentions' })}
          />
        )}
        {mentions.more === true && (
          <Button
            isSecondary
            onClick={() => void page.requestOrShowError({ type: 'listMentions' })}
            testId="list-mentions"
          >
            {l10n.t('Show All')}
          </Button>
        )}
      </CodeListSection>
    </>
  );
}

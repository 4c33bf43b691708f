// What a record contains: one section with rows for each list, for example the work items of a cycle.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { FoldableSection } from '../../../shell/page/sections/foldableSection.tsx';
import type { ContentsView } from '../../../shell/protocol/contents.ts';
import { formatCount } from '../../../std/displayLanguage.ts';
import { ItemButton } from './itemButton.tsx';
import './subItems.css';

function Contents({
  page,
  view,
  name,
}: {
  readonly page: PageStore;
  readonly view: ContentsView;
  readonly name: string;
}): VNode {
  const { title, status, problem, rows, hidden = 0, completed } = view;
  const total = rows.length + hidden;
  const progress = completed === undefined ? undefined : l10n.t('{0} of {1} completed', completed, total);
  return (
    <FoldableSection
      page={page}
      name={name}
      title={title}
      count={status === 'ready' || total > 0 ? formatCount(total) : ''}
      problem={problem}
      onRetry={() => void page.request('reload')}
    >
      {progress && (
        <p class="content-progress dimmed">
          <progress value={completed} max={total} aria-label={progress} /> {progress}
        </p>
      )}
      <ul class="code-rows" aria-labelledby={`${name}-title`}>
        {rows.map(({ key, ...row }) => (
          <li key={key} class="sub-item">
            <ItemButton
              item={row}
              onOpen={() => void page.requestOrShowError({ type: 'openContent', key })}
              testId="open-content"
            />
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="dimmed">{l10n.t('… and {0} more', formatCount(hidden))}</p>}
      {total === 0 && status !== 'failed' && (
        <p class="dimmed">{status === 'ready' ? l10n.t('None') : l10n.t('Loading…')}</p>
      )}
    </FoldableSection>
  );
}

/** The sections with what the record contains. */
export const ContentSections = memo(
  ({ page, contents }: { readonly page: PageStore; readonly contents: readonly ContentsView[] | undefined }): VNode => (
    <>
      {contents?.map((view, index) => (
        <Contents key={index} page={page} view={view} name={`contents-${index}`} />
      ))}
    </>
  ),
);

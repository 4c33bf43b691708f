// A section of a work item's page that the user can fold.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PageProblem } from '../../../items/form/recordProtocol.ts';
import { Button, Icon } from '../button.tsx';
import type { PageStore } from '../model/pageStore.ts';
import './sections.css';

interface FoldableSectionProps {
  readonly page: PageStore;
  /** The name of the section in the page's state, in ids and in tests. */
  readonly name: string;
  readonly title: string;
  /** The text after the title. */
  readonly count: string;
  readonly countTitle?: string;
  /** Buttons beside the title. */
  readonly tools?: ComponentChildren;
  /** The reason why the content could not be loaded. */
  readonly problem?: PageProblem | undefined;
  readonly onRetry?: () => void;
  /** Whether the section contains something that must not be hidden, for example an input. */
  readonly isForcedOpen?: boolean;
  readonly children: ComponentChildren;
}

/** The section is open, unless the user has folded it on this page. */
export function FoldableSection(props: FoldableSectionProps): VNode {
  const { page, name, title, count, countTitle, tools, problem, onRetry, isForcedOpen, children } = props;
  const [isFolded, setFolded] = useState(page.state.foldedSections.includes(name));
  const isOpen = isForcedOpen === true || problem !== undefined || !isFolded;
  const toggle = () => {
    setFolded(isOpen);
    page.setFolded(name, isOpen);
  };
  return (
    <section class={name} aria-labelledby={`${name}-title`} data-testid={name}>
      <div class="section-head">
        <h2 id={`${name}-title`}>
          <button type="button" class="section-toggle" aria-expanded={isOpen} onClick={toggle}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            {title}{' '}
            <span class="section-count" title={countTitle}>
              {count}
            </span>
          </button>
        </h2>
        {tools}
      </div>
      {problem && onRetry && (
        <div class="banner banner-warning" role="status">
          <Icon name="warning" />
          <span class="banner-text">{problem.message}</span>
          <Button isSecondary onClick={onRetry}>
            {l10n.t('Retry')}
          </Button>
        </div>
      )}
      {isOpen && children}
    </section>
  );
}

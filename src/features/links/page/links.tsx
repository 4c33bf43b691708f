// The Links section of a work item's page: links to web pages, with the numbers of pull requests and the hashes of
// commits.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button, Icon, IconButton } from '../../../shell/page/button.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { LinkedRow, LinkedSection, useFocusAfterRemoval } from '../../../shell/page/sections/sectionParts.tsx';
import type { LinkRow, LinksView } from '../../../shell/protocol/linked.ts';

interface LinksProps {
  readonly page: PageStore;
  readonly links: LinksView | undefined;
  readonly isReadOnly: boolean;
}

/** Whether the section is shown. Otherwise, a button in the row of actions adds the first link. */
export function showsLinks(links: LinksView | undefined): boolean {
  return links !== undefined && (links.items.length > 0 || links.problem !== undefined);
}

// The icon font contains only the icons whose names occur in the code of the pages, so the names are not computed.
const ICONS: Readonly<Record<LinkRow['kind'], string>> = {
  pullRequest: 'git-pull-request',
  commit: 'git-commit',
  page: 'link',
};

const PULL_REQUEST_ICONS: Readonly<Record<NonNullable<LinkRow['pullRequest']>['state'], string>> = {
  open: 'git-pull-request',
  draft: 'git-pull-request-draft',
  merged: 'git-merge',
  closed: 'git-pull-request-closed',
};

function LinkContent({ link }: { readonly link: LinkRow }): VNode {
  const { kind, title, reference, address, pullRequest } = link;
  return (
    <>
      <Icon name={pullRequest === undefined ? ICONS[kind] : PULL_REQUEST_ICONS[pullRequest.state]} />
      <span class="code-row-label" dir="auto">
        {title}
      </span>
      {reference !== undefined && <span class="linked-reference">{reference}</span>}
      {pullRequest !== undefined && (
        <span
          class={`badge pull-request-state${pullRequest.hasFailingChecks ? ' is-failing' : ''}`}
          title={l10n.t('As of {0}', pullRequest.asOf)}
        >
          {pullRequest.text}
        </span>
      )}
      {address !== undefined && <span class="dimmed code-row-detail">{address}</span>}
    </>
  );
}

/** The link itself. A URL that is not HTTP or HTTPS is only text. */
function LinkAddress({ page, link }: { readonly page: PageStore; readonly link: LinkRow }): VNode {
  const { href } = link;
  if (href === undefined)
    return (
      <span class="code-row linked-text">
        <LinkContent link={link} />
      </span>
    );
  // VS Code opens a link itself if the click event reaches the document. To prevent that, the event is stopped here,
  // and the extension host opens the link.
  const onClick = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (event.button <= 1) page.openLink(href);
  };
  return (
    <a class="code-row" href={href} title={href} onClick={onClick} onAuxClick={onClick}>
      <LinkContent link={link} />
    </a>
  );
}

export const Links = memo(({ page, links, isReadOnly }: LinksProps): VNode | null => {
  const ids = links?.items.map(({ id }) => id) ?? [];
  useFocusAfterRemoval(ids, 'add-link');
  if (!links || !showsLinks(links)) return null;
  const { items, problem, more } = links;
  return (
    <LinkedSection
      page={page}
      name="links"
      title={l10n.t('Links')}
      count={more || items.length === 0 ? undefined : items.length}
      problem={problem}
      addTitle={l10n.t('Add Link…')}
      onAdd={isReadOnly ? undefined : () => page.runAction('addLink')}
      addTestId="add-link"
    >
      <ul class="code-rows" aria-labelledby="links-title">
        {items.map((link) => (
          <LinkedRow key={link.id} page={page} id={link.id}>
            {(run) => (
              <>
                <LinkAddress page={page} link={link} />
                {!isReadOnly && (
                  <>
                    <IconButton
                      icon="edit"
                      title={l10n.t('Edit the link {0}', link.title)}
                      onClick={() => run('editLink')}
                      testId="edit-link"
                    />
                    <IconButton
                      icon="close"
                      title={l10n.t('Remove the link {0}', link.title)}
                      onClick={() => run('removeLink')}
                      testId="remove-link"
                    />
                  </>
                )}
              </>
            )}
          </LinkedRow>
        ))}
      </ul>
      {more && (
        <Button isSecondary onClick={() => void page.sendRequest({ type: 'moreLinks' })}>
          {l10n.t('Load More Links')}
        </Button>
      )}
    </LinkedSection>
  );
});

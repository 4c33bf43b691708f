// The activity of a work item on its page; collapsed until the user opens it.
import * as l10n from '@vscode/l10n';
import './timeline.css';
import type { VNode } from 'preact';
import type { ActivityView } from '../../pages/protocol/item.ts';
import { Button, Icon, Progress } from '../button.tsx';
import { Time } from '../comments/time.tsx';
import { memo } from '../memo.ts';
import type { PageStore } from '../pageStore.ts';

interface TimelineProps {
  readonly page: PageStore;
  readonly activity: ActivityView | undefined;
  readonly now: () => number;
}

/** The Activity section. It loads the activity each time the user opens it. */
export const Timeline = memo(({ page, activity, now }: TimelineProps): VNode | null => {
  if (!activity) return null;
  const { status, problem, items, more } = activity;
  const onToggle = (event: Event) => {
    const isOpen = event.currentTarget instanceof HTMLDetailsElement && event.currentTarget.open;
    if (isOpen) void page.sendRequest({ type: 'showActivity' });
  };
  return (
    <details class="timeline" data-testid="activity" onToggle={onToggle}>
      <summary>
        <h2>{l10n.t('Activity')}</h2>
      </summary>
      {status === 'loading' && <Progress label={l10n.t('Loading activity')} />}
      {problem && (
        <div class="banner banner-warning" role="status">
          <Icon name="warning" />
          <span class="banner-text">{problem.message}</span>
          <Button
            secondary
            onClick={() => void page.sendRequest({ type: items.length === 0 ? 'showActivity' : 'moreActivity' })}
          >
            {l10n.t('Retry')}
          </Button>
        </div>
      )}
      {status === 'ready' && items.length === 0 && <p class="dimmed">{l10n.t('No activity.')}</p>}
      <ol class="timeline-list" aria-label={l10n.t('Activity, newest first')} aria-busy={status === 'loading'}>
        {items.map(({ id, who, what, at }) => (
          <li key={id} class="deed">
            <span class="deed-who">{who}</span> {what}
            {at !== undefined && (
              <span class="dimmed">
                {' · '}
                <Time at={at} now={now} />
              </span>
            )}
          </li>
        ))}
      </ol>
      {more && (
        <Button secondary onClick={() => void page.sendRequest({ type: 'moreActivity' })} testId="more-activity">
          {l10n.t('Load More')}
        </Button>
      )}
    </details>
  );
});

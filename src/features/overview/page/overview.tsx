// The overview page: its title, how much of the data is loaded, and its charts.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Button, Icon, Progress } from '../../../shell/page/button.tsx';
import type { BarFilter, MessageFromOverview, OverviewModel } from '../../../shell/protocol/overview.ts';
import { Bars } from './bars.tsx';
import { loadedCountText } from './counts.ts';
import { BurnDownChart, WeeksChart } from './lineCharts.tsx';
import { Totals } from './totals.tsx';

interface OverviewProps {
  readonly model: OverviewModel;
  readonly send: (message: MessageFromOverview) => void;
}

const KIND_LABELS: Readonly<Record<OverviewModel['kind'], () => string>> = {
  project: () => l10n.t('Project'),
  cycle: () => l10n.t('Cycle'),
  initiative: () => l10n.t('Initiative'),
};

/** The root component. `model` is undefined until the first model arrives from the host. */
export function OverviewApp({
  model,
  send,
}: {
  readonly model: OverviewModel | undefined;
  readonly send: OverviewProps['send'];
}): VNode {
  if (model === undefined || model.status === 'loading') return <Loading name={model?.name ?? ''} />;
  if (model.status === 'otherAccount' || model.status === 'failed') return <Failure model={model} send={send} />;
  return (
    <div class="overview">
      <header>
        <p class="overview-kind">{KIND_LABELS[model.kind]()}</p>
        <h1 tabIndex={-1}>{model.name}</h1>
        <p class="dimmed">{model.about}</p>
      </header>
      <LoadedDataStatus model={model} send={send} />
      {model.read === 0 ? <NoData model={model} /> : <Charts model={model} send={send} />}
    </div>
  );
}

function Loading({ name }: { readonly name: string }): VNode {
  return (
    <main class="overview" aria-busy="true">
      <Progress label={name === '' ? l10n.t('Loading the overview') : l10n.t('Loading {0}', name)} />
      <span class="bone bone-title" />
      <span class="bone" />
      <span class="bone bone-short" />
    </main>
  );
}

function Failure({ model, send }: OverviewProps): VNode {
  const { message, account, signIn, retry } = model.problem ?? {};
  return (
    <main class="failure">
      <Icon name={account === undefined ? 'error' : 'account'} />
      <div role="alert">
        <h1>{account?.title ?? l10n.t('The overview could not be loaded')}</h1>
        <p>{message}</p>
      </div>
      {account && (
        <Button onClick={() => send({ type: 'switchAccount' })} testId="switch-account">
          {account.button}
        </Button>
      )}
      {signIn && <Button onClick={() => send({ type: 'signIn' })}>{l10n.t('Sign In Again…')}</Button>}
      {retry && <Button onClick={() => send({ type: 'retry' })}>{l10n.t('Retry')}</Button>}
    </main>
  );
}

/** Shows how many work items the charts are based on, and a button that loads the remaining work items. */
function LoadedDataStatus({ model, send }: OverviewProps): VNode {
  const { read, total, rest, reading, problem } = model;
  return (
    <section class="known" aria-label={l10n.t('Data')}>
      <p role="status" data-testid="known">
        {loadedCountText(read, total)}
      </p>
      {reading && (
        <div class="known-reading">
          <progress aria-label={l10n.t('Loading the remaining work items')} value={reading.done} max={reading.of} />
          <Button isSecondary onClick={() => send({ type: 'cancel' })}>
            {l10n.t('Cancel')}
          </Button>
        </div>
      )}
      {!reading && rest && (
        <Button isSecondary onClick={() => send({ type: 'readRest' })} testId="rest">
          {l10n.t('Load All')}
        </Button>
      )}
      <div role="alert">
        {problem && (
          <p class="known-problem">
            <Icon name="warning" /> {l10n.t('The remaining work items could not be loaded.')} {problem.message}
          </p>
        )}
        {problem?.signIn && <Button onClick={() => send({ type: 'signIn' })}>{l10n.t('Sign In Again…')}</Button>}
      </div>
    </section>
  );
}

function NoData({ model }: { readonly model: OverviewModel }): VNode {
  const message =
    model.rest === undefined
      ? l10n.t('There are no work items yet.')
      : l10n.t('The work items are not known yet. Load all to show the charts.');
  return (
    <main>
      <p class="nothing">{message}</p>
    </main>
  );
}

function Charts({ model: { charts }, send }: OverviewProps): VNode {
  const showItems = (filter: BarFilter): void => send({ type: 'showItems', ...filter });
  return (
    <main class="charts">
      <Totals counts={charts.totals} onShow={showItems} />
      {charts.burnDown && <BurnDownChart days={charts.burnDown} />}
      {charts.weeks.length > 0 && <WeeksChart weeks={charts.weeks} />}
      <Bars
        name="state"
        title={l10n.t('By state')}
        labelHeader={l10n.t('State')}
        bars={charts.states}
        onShow={showItems}
      />
      <Bars
        name="priority"
        title={l10n.t('By priority')}
        labelHeader={l10n.t('Priority')}
        bars={charts.priorities}
        onShow={showItems}
      />
      <Bars
        name="assignee"
        title={l10n.t('By assignee')}
        labelHeader={l10n.t('Assignee')}
        bars={charts.people}
        onShow={showItems}
        note={l10n.t('A work item with several assignees is counted once for each assignee.')}
      />
    </main>
  );
}

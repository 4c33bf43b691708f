// The overview page: its title, how complete its data is, and its charts.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { FromOverview, OverviewModel } from '../../pages/protocol/overview.ts';
import { Button, Icon, Progress } from '../button.tsx';
import { Bars } from './bars.tsx';
import { countItems } from './counts.ts';
import { BurnDown, Weeks } from './lines.tsx';
import { Totals } from './totals.tsx';

interface OverviewProps {
  readonly model: OverviewModel;
  readonly say: (message: FromOverview) => void;
}

const KINDS: Readonly<Record<OverviewModel['kind'], string>> = {
  project: 'Project',
  cycle: 'Cycle',
  initiative: 'Initiative',
};

/** Displays the model; undefined until the first one arrives. */
export function OverviewApp({
  model,
  say,
}: {
  readonly model: OverviewModel | undefined;
  readonly say: OverviewProps['say'];
}): VNode {
  if (model === undefined || model.status === 'loading') return <Loading name={model?.name ?? ''} />;
  if (model.status === 'signedOut' || model.status === 'failed') return <Failure model={model} say={say} />;
  return (
    <div class="overview">
      <header>
        <p class="overview-kind">{KINDS[model.kind]}</p>
        <h1>{model.name}</h1>
        <p class="dimmed">{model.about}</p>
      </header>
      <Known model={model} say={say} />
      {model.read === 0 ? <Nothing model={model} /> : <Pictures model={model} />}
    </div>
  );
}

function Loading({ name }: { readonly name: string }): VNode {
  return (
    <main class="overview" aria-busy="true">
      <Progress label={`Loading ${name || l10n.t('the overview')}`} />
      <span class="bone bone-title" />
      <span class="bone" />
      <span class="bone bone-short" />
    </main>
  );
}

function Failure({ model, say }: OverviewProps): VNode {
  const isSignedOut = model.status === 'signedOut';
  return (
    <main class="failure">
      <Icon name="error" />
      <div role="alert">
        <h1>{isSignedOut ? l10n.t('You are signed out') : l10n.t('The overview could not be read')}</h1>
        <p>{isSignedOut ? l10n.t('Sign in to see this overview.') : model.problem?.message}</p>
      </div>
      {isSignedOut && <Button onClick={() => say({ say: 'signIn' })}>{l10n.t('Sign In')}</Button>}
      {!isSignedOut && model.problem?.signIn && (
        <Button onClick={() => say({ say: 'signIn' })}>{l10n.t('Sign In Again…')}</Button>
      )}
      {!isSignedOut && model.problem?.retry && <Button onClick={() => say({ say: 'retry' })}>{l10n.t('Retry')}</Button>}
    </main>
  );
}

/** How much data the charts are based on, and the button that loads the rest. */
function Known({ model, say }: OverviewProps): VNode {
  const { read, total, rest, reading, problem } = model;
  const from =
    total === undefined || total === read
      ? countItems(read)
      : l10n.t('{0} of {1}', read.toLocaleString('en-US'), countItems(total));
  const requests =
    rest &&
    `${rest.atLeast ? l10n.t('at least ') : ''}${rest.requests} ${rest.requests === 1 ? 'request' : 'requests'}`;
  return (
    <section class="known" aria-label={l10n.t('What is known')}>
      <p data-testid="known">
        {l10n.t('Drawn from ')}
        {from}.
      </p>
      {reading && (
        <div class="known-reading">
          <progress aria-label={l10n.t('Reading the rest')} value={reading.done} max={reading.of} />
          <span role="status">
            {reading.done}
            {l10n.t(' of ')}
            {reading.of}
            {l10n.t(' requests')}
          </span>
          <Button secondary onClick={() => say({ say: 'cancel' })}>
            {l10n.t('Cancel')}
          </Button>
        </div>
      )}
      {!reading && rest && (
        <Button secondary onClick={() => say({ say: 'readRest' })} testId="rest">
          {l10n.t('Read the Rest (')}
          {requests})
        </Button>
      )}
      <div role="alert">
        {problem && (
          <p class="known-problem">
            <Icon name="warning" />
            {l10n.t(' The rest could not be read. ')}
            {problem.message}
          </p>
        )}
        {problem?.signIn && <Button onClick={() => say({ say: 'signIn' })}>{l10n.t('Sign In Again…')}</Button>}
      </div>
    </section>
  );
}

function Nothing({ model }: { readonly model: OverviewModel }): VNode {
  const words =
    model.rest === undefined
      ? l10n.t('There are no work items in this {0} yet, so there is nothing to draw.', model.kind)
      : l10n.t('None of its work items have been read yet, so there is nothing to draw. Read the rest to see them.');
  return (
    <main>
      <p class="nothing">{words}</p>
    </main>
  );
}

function Pictures({ model: { charts } }: { readonly model: OverviewModel }): VNode {
  return (
    <main class="charts">
      <Totals counts={charts.totals} />
      {charts.burnDown && <BurnDown days={charts.burnDown} />}
      {charts.weeks.length > 0 && <Weeks weeks={charts.weeks} />}
      <Bars title={l10n.t('By state')} of={l10n.t('State')} bars={charts.states} />
      <Bars title={l10n.t('By priority')} of={l10n.t('Priority')} bars={charts.priorities} />
      <Bars
        title={l10n.t('By assignee')}
        of={l10n.t('Assignee')}
        bars={charts.people}
        note={l10n.t('A work item of several people counts for each of them.')}
      />
    </main>
  );
}

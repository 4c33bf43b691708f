// The overview page: its title, how complete its data is, and its charts.
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
      <Progress label={`Loading ${name || 'the overview'}`} />
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
        <h1>{isSignedOut ? 'You are signed out' : 'The overview could not be read'}</h1>
        <p>{isSignedOut ? 'Sign in to see this overview.' : model.problem?.message}</p>
      </div>
      {isSignedOut && <Button onClick={() => say({ say: 'signIn' })}>Sign In</Button>}
      {!isSignedOut && model.problem?.signIn && <Button onClick={() => say({ say: 'signIn' })}>Sign In Again…</Button>}
      {!isSignedOut && model.problem?.retry && <Button onClick={() => say({ say: 'retry' })}>Retry</Button>}
    </main>
  );
}

/** How much data the charts are based on, and the button that loads the rest. */
function Known({ model, say }: OverviewProps): VNode {
  const { read, total, rest, reading, problem } = model;
  const from =
    total === undefined || total === read
      ? countItems(read)
      : `${read.toLocaleString('en-US')} of ${countItems(total)}`;
  const requests =
    rest && `${rest.atLeast ? 'at least ' : ''}${rest.requests} ${rest.requests === 1 ? 'request' : 'requests'}`;
  return (
    <section class="known" aria-label="What is known">
      <p data-testid="known">Drawn from {from}.</p>
      {reading && (
        <div class="known-reading">
          <progress aria-label="Reading the rest" value={reading.done} max={reading.of} />
          <span role="status">
            {reading.done} of {reading.of} requests
          </span>
          <Button secondary onClick={() => say({ say: 'cancel' })}>
            Cancel
          </Button>
        </div>
      )}
      {!reading && rest && (
        <Button secondary onClick={() => say({ say: 'readRest' })} testId="rest">
          Read the Rest ({requests})
        </Button>
      )}
      <div role="alert">
        {problem && (
          <p class="known-problem">
            <Icon name="warning" /> The rest could not be read. {problem.message}
          </p>
        )}
        {problem?.signIn && <Button onClick={() => say({ say: 'signIn' })}>Sign In Again…</Button>}
      </div>
    </section>
  );
}

function Nothing({ model }: { readonly model: OverviewModel }): VNode {
  const words =
    model.rest === undefined
      ? `There are no work items in this ${model.kind} yet, so there is nothing to draw.`
      : 'None of its work items have been read yet, so there is nothing to draw. Read the rest to see them.';
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
      <Bars title="By state" of="State" bars={charts.states} />
      <Bars title="By priority" of="Priority" bars={charts.priorities} />
      <Bars
        title="By assignee"
        of="Assignee"
        bars={charts.people}
        note="A work item of several people counts for each of them."
      />
    </main>
  );
}

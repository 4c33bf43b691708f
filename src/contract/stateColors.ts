// The theme colors of states, which package.json contributes.
import type { StateGroup } from './resources/state.ts';

/**
 * The id of the theme color for each group of states. The trees use it as a `ThemeColor`; VS Code passes it to the pages
 * as a CSS variable, for example `--vscode-contrail-stateStartedForeground`.
 */
export const STATE_COLORS: Readonly<Record<StateGroup, string>> = {
  backlog: 'contrail.stateBacklogForeground',
  unstarted: 'contrail.stateUnstartedForeground',
  started: 'contrail.stateStartedForeground',
  completed: 'contrail.stateCompletedForeground',
  cancelled: 'contrail.stateCancelledForeground',
};

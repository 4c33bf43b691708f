// The commands for grouping, order and filter of the views.
import type { Sessions } from '../../core/session/session.ts';
import { NO_FILTER } from '../../items/filter/filter.ts';
import { loadedFilterNames } from '../../items/filter/loadedFilterNames.ts';
import { applyTypedText } from '../../items/query/typedFilter.ts';
import { signedIn } from '../../shell/commands/command.ts';
import { COMMANDS, VIEWS } from '../../shell/commands/contributions.ts';
import type { Prompts } from '../../shell/prompts/prompts.ts';
import { askGrouping, askInitiativeGrouping, askSortOrder, type ViewsWithChoices } from './askViewChoices.ts';
import { askFilter } from './filterPicker.ts';

export interface FilterDeps {
  readonly prompts: Prompts;
  readonly sessions: Pick<Sessions, 'current'>;
  readonly views: ViewsWithChoices;
}

export function createFilters(deps: FilterDeps) {
  return {
    commands: {
      [COMMANDS.groupBy]: signedIn(async () => {
        const session = deps.sessions.current;
        if (session !== undefined) await askGrouping(deps.prompts, deps.views, session);
      }),
      [COMMANDS.groupInitiatives]: signedIn(() => askInitiativeGrouping(deps.prompts, deps.views)),
      [COMMANDS.sortBy]: signedIn(() => askSortOrder(deps.prompts, deps.views)),
      [COMMANDS.filter]: signedIn((target) => filter(deps, target)),
      [COMMANDS.clearFilter]: signedIn(() => deps.views.choose({ filter: NO_FILTER })),
    },
  };
}

/** `target` is the text of a filter, for example `is:overdue`, if a walkthrough or a keybinding passes one. */
async function filter({ prompts, views, sessions }: FilterDeps, target: unknown): Promise<void> {
  const { current } = sessions;
  if (current === undefined) return;
  if (typeof target !== 'string') return askFilter(prompts, views, current);
  const names = loadedFilterNames(current.store, current.me);
  await views.choose(applyTypedText({ ...views.choices, filter: NO_FILTER }, target, names).query);
  await prompts.runCommand(`${VIEWS.projects}.focus`);
}

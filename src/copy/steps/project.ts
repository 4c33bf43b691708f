// Creates the project, turns on its modules and cycles, and adds its members.

import { faultOf, isForbidden, isUnsupported } from '../../client/apiError.ts';
import { STATUS } from '../../contract/status.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { zoneNamed } from '../../std/dates/zonedDay.ts';
import { externalFields, hasExternalId, isCopyOf } from './external.ts';
import type { StepRunner } from './stepRunner.ts';

/** Resolves with the id of the project on the target; with undefined if the target rejects the project. */
export function createProject(run: StepRunner): Promise<string | undefined> {
  const { target, options } = run;
  const { source, project } = run.plan;
  return run.perform(
    { kind: 'project', id: source.id, name: project.name },
    {
      write: async () => {
        const body = {
          ...project,
          description: source.description,
          ...(source.timezone && zoneNamed(source.timezone) !== undefined ? { timezone: source.timezone } : {}),
          ...externalFields(source.id),
        };
        return (await target.call.createProject({ body }, options)).id;
      },
      find: async () => {
        const projects = await readAllPages((query) => target.call.listProjects({ query }, options));
        // No project had this name or identifier when the copy was planned, so a namesake comes from an earlier
        // attempt.
        const copiedProject = projects.find((one) => isCopyOf(one, source.id) && one.identifier === project.identifier);
        const hasSameName = (one: (typeof projects)[number]): boolean =>
          !hasExternalId(one) && one.name === project.name && one.identifier === project.identifier;
        return (copiedProject ?? projects.find(hasSameName))?.id;
      },
    },
  );
}

/** Turns on modules and cycles if the source has some, because they may be off in a new project. */
export async function turnOnFeatures(run: StepRunner, project_id: string): Promise<void> {
  const { modules, cycles, id, name } = run.plan.source;
  const body = {
    ...(modules.length > 0 ? { module_view: true } : {}),
    ...(cycles.length > 0 ? { cycle_view: true } : {}),
  };
  if (Object.keys(body).length === 0) return;
  await run.perform(
    { kind: 'features', id, name },
    {
      write: async () => {
        await run.target.call.updateProject({ project_id, body }, run.options);
        return '';
      },
    },
  );
}

const MEMBER_ROLE = 15;

/**
 * Adds the members, and resolves with the ids of the users who can be assigned on the target, by their ids in the
 * source. Servers drop other assignees without an error.
 */
export async function addMembers(run: StepRunner, project_id: string): Promise<ReadonlyMap<string, string>> {
  const { target, options } = run;
  const { members, users, source } = run.plan;
  const nameOf = (userId: string): string => source.users.find(({ id }) => users[id] === userId)?.name ?? userId;
  for (const member of members) {
    await run.perform(
      { kind: 'member', id: member, name: nameOf(member) },
      {
        mayFailWith: isForbidden,
        write: async () => {
          try {
            await target.call.addProjectMember({ project_id, body: { member, role: MEMBER_ROLE } }, options);
          } catch (thrown) {
            const fault = faultOf(thrown);
            if (fault.kind !== 'rejected' || fault.status !== STATUS.conflict) throw thrown;
          }
          return '';
        },
      },
    );
  }
  const memberIds = await memberIdsOf(run, project_id);
  return new Map(Object.entries(users).filter(([, id]) => memberIds.has(id)));
}

/**
 * Resolves with the ids of the project's members; if the user may not list the members, with the ids of the user and of
 * the added members.
 */
async function memberIdsOf(run: StepRunner, project_id: string): Promise<ReadonlySet<string>> {
  const { members, users, source } = run.plan;
  try {
    const { results } = await run.target.call.listProjectMembers({ project_id }, run.options);
    return new Set(results.map(({ id }) => id));
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (!isForbidden(fault) && !isUnsupported(fault)) throw thrown;
    const addedIds = members.filter((member) => run.targetId('member', member) !== undefined);
    return new Set([users[source.user] ?? '', ...addedIds]);
  }
}

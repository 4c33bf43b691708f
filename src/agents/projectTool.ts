// Lists projects, or the states, labels, members, cycles and modules of a project, for a language model.
import { faultOf, isUnsupportedInProject } from '../client/apiError.ts';
import { findProject, joinedProjects } from './findItem.ts';
import { type NameKind, readNames } from './projectNames.ts';
import { countWithNoun, resultPage } from './resultPages.ts';
import type { ToolContext } from './toolContext.ts';
import { quoteName, UNTRUSTED_TEXT_NOTE } from './untrustedText.ts';

const KIND_TITLES: readonly (readonly [NameKind, string])[] = [
  ['state', 'States'],
  ['label', 'Labels'],
  ['member', 'Members'],
  ['cycle', 'Cycles'],
  ['module', 'Modules'],
];

/** Resolves with the list of projects as text or, if the input names a project, with the names in that project. */
export async function listProjects(
  access: ToolContext,
  { project: name, page = 1 }: { readonly project?: string | undefined; readonly page?: number | undefined },
): Promise<string> {
  const nextPageText = (next: number): string => `For more, repeat the call with "page": ${next}.`;
  if (name === undefined) {
    const projects = await joinedProjects(access);
    const rows = projects.map(
      ({ identifier, name: projectName }) => `- ${quoteName(identifier)} ${quoteName(projectName)}`,
    );
    return resultPage(
      [`${countWithNoun(projects.length, 'project')}. ${UNTRUSTED_TEXT_NOTE}`],
      rows,
      page,
      nextPageText,
    );
  }
  const project = await findProject(access, name);
  const lines: string[] = [];
  for (const [kind, title] of KIND_TITLES)
    for (const line of await kindLines(access, kind, title, project.id)) lines.push(line);
  return resultPage(
    [`Project ${quoteName(project.identifier)} ${quoteName(project.name)}. ${UNTRUSTED_TEXT_NOTE}`],
    lines,
    page,
    nextPageText,
  );
}

async function kindLines(
  access: ToolContext,
  kind: NameKind,
  title: string,
  project: string,
): Promise<readonly string[]> {
  try {
    const records = await readNames(access, kind, project);
    const names = records.map(
      ({ names: [first = ''], id }) => quoteName(first) + nameSuffix(access, kind, project, id),
    );
    return names.length === 0 ? [`${title}: none`] : [`${title}:`, ...names.map((one) => `- ${one}`)];
  } catch (error) {
    if (isUnsupportedInProject(faultOf(error))) return [`${title}: none`];
    throw error;
  }
}

/** Returns the text after a name: the group of a state, a note if the member is the user, otherwise ''. */
function nameSuffix({ session: { store, me } }: ToolContext, kind: NameKind, project: string, id: string): string {
  if (kind === 'member') return id === me.id ? ' (the user)' : '';
  const group = kind === 'state' ? store.state(project, id)?.group : undefined;
  return group && /^[a-z]{1,20}$/.test(group) ? ` (${group})` : '';
}

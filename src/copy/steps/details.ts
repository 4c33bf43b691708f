// Copies the relations, links and comments of work items.

import { ACCESS_LEVELS } from '../../contract/resources/comment.ts';
import { newLink } from '../../contract/resources/link.ts';
import { readAllPages } from '../../core/cache/lists/readAllPages.ts';
import { rewriteReferences, withAuthor } from '../references.ts';
import { groupRelations } from '../relations.ts';
import type { SourceComment, SourceItem, SourceLink } from '../source.ts';
import { copiedFileIds } from './attachments.ts';
import { externalFields, isCopyOf } from './external.ts';
import type { StepRunner } from './stepRunner.ts';

interface ItemPath {
  readonly project_id: string;
  readonly work_item_id: string;
}

/** Copies the relations between work items of the project. Servers add the reverse relation to the other work item. */
export async function copyRelations(run: StepRunner, project_id: string): Promise<void> {
  const { target, options, plan } = run;
  const nameOf = (id: string): string => plan.source.items.find((item) => item.id === id)?.name ?? id;
  for (const { item, type, others } of groupRelations(plan.source.items).groups) {
    const work_item_id = run.targetId('workItem', item);
    const issues = others.flatMap((id) => run.targetId('workItem', id) ?? []);
    if (work_item_id === undefined || issues.length === 0) continue;
    const path = { project_id, work_item_id };
    // The id of the step contains the number of work items, so that the step runs again after more of the work items
    // were copied.
    await run.perform(
      { kind: 'relation', id: `${item}/${type}/${issues.length}`, name: nameOf(item) },
      {
        write: async () => {
          await target.call.createRelation({ ...path, body: { relation_type: type, issues } }, options);
          return '';
        },
        find: async () => {
          const existingRelations = (await target.call.listRelations(path, options))[type] ?? [];
          const ids = new Set(existingRelations.map((one) => (typeof one === 'string' ? one : one.issue_id)));
          return issues.every((id) => ids.has(id)) ? '' : undefined;
        },
      },
    );
  }
}

/** Calls `copy` for each record of each copied work item, and skips the records of work items that are not copied. */
async function forEachRecord<T extends { readonly id: string }>(
  run: StepRunner,
  project_id: string,
  kind: 'link' | 'comment',
  recordsOf: (item: SourceItem) => readonly T[],
  copy: (path: ItemPath, record: T, item: SourceItem) => Promise<unknown>,
): Promise<void> {
  for (const item of run.plan.source.items) {
    const work_item_id = run.targetId('workItem', item.id);
    for (const record of recordsOf(item)) {
      if (work_item_id === undefined) run.skip({ kind, id: record.id, name: item.name }, 'itemNotCopied');
      else await copy({ project_id, work_item_id }, record, item);
    }
  }
}

/** Copies the links. Links have no external id: the URL is unique within a work item. */
export function copyLinks(run: StepRunner, project_id: string): Promise<void> {
  const { target, options } = run;
  return forEachRecord<SourceLink>(
    run,
    project_id,
    'link',
    ({ links }) => links,
    async (path, { id, url, title }) => {
      const step = { kind: 'link', id, name: title || url } as const;
      const body = { url, ...(title === '' ? {} : { title }) };
      if (!newLink.safeParse(body).success) {
        run.skip(step, 'invalid');
        return;
      }
      await run.perform(step, {
        write: async () => (await target.call.createLink({ ...path, body }, options)).id,
        find: async () => {
          const links = await readAllPages((query) => target.call.listLinks({ ...path, query }, options));
          return links.find((link) => link.url === url)?.id;
        },
      });
    },
  );
}

/** Copies the comments, the oldest of each work item first. */
export function copyComments(run: StepRunner, project_id: string): Promise<void> {
  const { target, options } = run;
  return forEachRecord<SourceComment>(
    run,
    project_id,
    'comment',
    ({ comments }) => comments,
    async (path, comment, item) => {
      const access = ACCESS_LEVELS.find((known) => known === comment.access);
      const body = {
        comment_html: commentHtml(run, comment, item),
        ...(access === undefined ? {} : { access }),
        ...externalFields(comment.id),
      };
      await run.perform(
        { kind: 'comment', id: comment.id, name: item.name },
        {
          write: async () => (await target.call.createComment({ ...path, body }, options)).id,
          find: async () => {
            const comments = await readAllPages((query) => target.call.listComments({ ...path, query }, options));
            return comments.find((one) => isCopyOf(one, comment.id))?.id;
          },
        },
      );
    },
  );
}

function commentHtml(run: StepRunner, { html, author, createdAt }: SourceComment, item: SourceItem): string {
  const { source, users } = run.plan;
  const rewrittenHtml = rewriteReferences(html, new Map(Object.entries(users)), copiedFileIds(run, item)).html;
  if (author === null || author === source.user) return rewrittenHtml;
  return withAuthor(rewrittenHtml, source.users.find(({ id }) => id === author)?.name ?? author, createdAt);
}

// Schemas of a work item's link to a web page.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { id, isoTimestamp } from '../schema/wire.ts';

export const link = z.looseObject({
  id,
  title: z.string().nullish(),
  url: z.string(),
  created_at: isoTimestamp.nullish(),
});

export type WorkItemLink = z.output<typeof link>;

const url = z.url({
  protocol: /^https?$/,
  error: () => l10n.t('Use a web address that starts with https:// or http://.'),
});

export const newLink = z.strictObject({ url, title: z.string().optional() });
export const linkChanges = z.strictObject({ url: url.optional(), title: z.string().optional() });

/** Returns the title of the link, or its URL if it has no title. */
export function linkName({ title, url }: Pick<WorkItemLink, 'title' | 'url'>): string {
  const trimmedTitle = title?.trim() ?? '';
  return trimmedTitle === '' ? url : trimmedTitle;
}

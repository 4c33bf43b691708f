// Schemas of a work item's attachment (specification §2, Work item attachment) and of its upload.
import * as l10n from '@vscode/l10n';
import * as z from 'zod';
import { id, isoTimestamp, numeric, optionalReference } from '../schema/wire.ts';

export const attachment = z.looseObject({
  id,
  attributes: z
    .looseObject({ name: z.string().nullish(), type: z.string().nullish(), size: numeric.nullish() })
    .nullish(),
  /** The key of the file in the object store, not a URL. */
  asset: z.string().nullish(),
  /** In bytes. */
  size: numeric.nullish(),
  is_uploaded: z.boolean().nullish(),
  created_by: optionalReference.optional(),
  created_at: isoTimestamp.nullish(),
});
export type Attachment = z.output<typeof attachment>;

export const newAttachment = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, { error: () => l10n.t('A file needs a name.') }),
  /** MIME type. */
  type: z.string().min(1, { error: () => l10n.t('A file needs a type.') }),
  /** In bytes. */
  size: z
    .number()
    .int()
    .positive({ error: () => l10n.t("An empty file can't be attached.") }),
  external_source: z.string().optional(),
  external_id: z.string().optional(),
});

/**
 * The URL and the form fields for the upload of the file. The form must contain all `fields` in this order, and the
 * part `file` at the end.
 */
export const uploadCredentials = z.looseObject({
  upload_data: z.looseObject({ url: z.string(), fields: z.record(z.string(), z.string()) }),
  asset_id: id,
  attachment: attachment.nullish(),
  asset_url: z.string().nullish(),
});
export type UploadCredentials = z.output<typeof uploadCredentials>;

export const uploadCompletion = z.strictObject({ is_uploaded: z.boolean().optional() });

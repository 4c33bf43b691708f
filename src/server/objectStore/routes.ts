// Defines the routes of the object store: form uploads and downloads. Errors are sent as XML.
import type { Hono } from 'hono';
import type { BlankEnv, Env } from 'hono/types';
import { MAX_BODY_BYTES } from '../../contract/schema/limits.ts';
import { STATUS } from '../../contract/status.ts';
import { readBytes } from '../middleware/body.ts';
import { OBJECTS_PATH, type ObjectStore, ObjectStoreError } from './objects.ts';

/** The size that a form may have in addition to its file: fields, boundaries, headers. */
const MAX_FORM_OVERHEAD_BYTES = 64 * 1024;

// Content types that a browser may display. Types that can contain a script are excluded.
const INLINE_TYPES = /^(?:image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain$)/;

/**
 * Registers the routes of the object store. They need no API key and have no rate limit, so they must be registered
 * before the middleware of the API.
 */
export function mountObjectStore<E extends Env = BlankEnv>(app: Hono<E>, objects: ObjectStore): void {
  app.post(OBJECTS_PATH, (context) =>
    respondWithXmlErrors(async () => {
      await objects.storeUpload(await readForm(context.req.raw));
      return new Response(null, { status: STATUS.noContent });
    }),
  );
  app.get(`${OBJECTS_PATH}/*`, (context) =>
    respondWithXmlErrors(() => {
      const { pathname, searchParams } = new URL(context.req.url);
      const { type, bytes } = objects.readWithSignature(
        pathname,
        searchParams.get('Expires') ?? undefined,
        searchParams.get('Signature') ?? undefined,
      );
      const name = pathname.slice(pathname.lastIndexOf('/') + 1).replace(/^[0-9a-f]+-/, '');
      const headers = {
        'Content-Type': type,
        'Content-Disposition': `${INLINE_TYPES.test(type) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
        'Content-Security-Policy': 'sandbox',
        'X-Content-Type-Options': 'nosniff',
      };
      return Promise.resolve(new Response(bytes, { headers }));
    }),
  );
}

async function readForm(request: Request): Promise<FormData> {
  const bytes = await readBytes(request, MAX_BODY_BYTES + MAX_FORM_OVERHEAD_BYTES);
  if (bytes === undefined)
    throw new ObjectStoreError(
      STATUS.badRequest,
      'EntityTooLarge',
      'Your proposed upload exceeds the maximum allowed size',
    );
  const type = request.headers.get('Content-Type') ?? '';
  return new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch((error: unknown) => {
    if (!(error instanceof TypeError)) throw error;
    throw new ObjectStoreError(
      STATUS.badRequest,
      'MalformedPOSTRequest',
      'The body of your POST request is not well-formed multipart/form-data.',
    );
  });
}

async function respondWithXmlErrors(handle: () => Promise<Response>): Promise<Response> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${error.code}</Code><Message>${escapeXml(error.message)}</Message></Error>`;
    return new Response(text, { status: error.status, headers: { 'Content-Type': 'application/xml' } });
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

// Owns the question where a picture of a text comes from. Pure.

/**
 * `asset`: a file of the service, fetched by the host. `outside`: somebody else's, fetched only when the reader says
 * so. `inline`: in the text itself.
 */
export type PictureSource =
  | { readonly kind: 'asset'; readonly id: string }
  | { readonly kind: 'outside'; readonly href: string; readonly host: string }
  | { readonly kind: 'inline'; readonly href: string }
  | { readonly kind: 'none' };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** How the web client addresses a file of the service by its id. */
const ASSET_PATH = /^\/api\/assets\/v2\/(?:[^?#]*\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
/** Pictures that carry no script; an SVG is a document and is not shown. */
const INLINE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=\s]+$/i;

/** `src` is as the text has it. */
export function pictureSource(src: string): PictureSource {
  const text = src.trim();
  const id = UUID.test(text) ? text : ASSET_PATH.exec(text)?.[1];
  if (id !== undefined) return { kind: 'asset', id };
  if (INLINE.test(text)) return { kind: 'inline', href: text };
  const href = text.startsWith('//') ? `https:${text}` : text;
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return { kind: 'none' };
  return { kind: 'outside', href, host: new URL(href).host };
}

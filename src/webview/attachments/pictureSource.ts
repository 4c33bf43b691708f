// Determines where a picture of a text comes from. Pure functions.

/**
 * `asset`: a file of the server, fetched by the host. `outside`: a picture from another host, fetched only on the
 * user's request. `inline`: in the text itself. `none`: nothing that can be shown.
 */
export type PictureSource =
  | { readonly kind: 'asset'; readonly id: string }
  | { readonly kind: 'outside'; readonly href: string; readonly host: string }
  | { readonly kind: 'inline'; readonly href: string }
  | { readonly kind: 'none' };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The path of an asset with its id in the web client. */
const ASSET_PATH = /^\/api\/assets\/v2\/(?:[^?#]*\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
/** Image formats that cannot carry scripts. An SVG is a document and is not shown. */
const INLINE = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=\s]+$/i;

/** Returns the source of a picture. `src` is the attribute as in the text. */
export function pictureSource(src: string): PictureSource {
  const text = src.trim();
  const id = UUID.test(text) ? text : ASSET_PATH.exec(text)?.[1];
  if (id !== undefined) return { kind: 'asset', id };
  if (INLINE.test(text)) return { kind: 'inline', href: text };
  const href = text.startsWith('//') ? `https:${text}` : text;
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return { kind: 'none' };
  return { kind: 'outside', href, host: new URL(href).host };
}

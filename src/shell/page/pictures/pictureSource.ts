// Determines where a picture in a text comes from: the Plane server, another server, or the text itself.

/**
 * `asset`: a file on the Plane server, downloaded by the extension host. `external`: a picture from another server,
 * downloaded only if the user asks for it. `inline`: a data URL in the text. `none`: no picture that can be shown.
 */
export type PictureSource =
  | { readonly kind: 'asset'; readonly id: string }
  | { readonly kind: 'external'; readonly href: string; readonly host: string }
  | { readonly kind: 'inline'; readonly href: string }
  | { readonly kind: 'none' };

const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The path under which Plane's web client shows an asset; it ends with the asset's id. */
const ASSET_PATH_PATTERN = /^\/api\/assets\/v2\/(?:[^?#]*\/)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
/** Data URLs of image formats that cannot contain scripts. An SVG can, so it is not shown. */
const INLINE_PICTURE_URL_PATTERN = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=\s]+$/i;

/** Returns the source of a picture. `src` is the attribute's value in the text. */
export function pictureSource(src: string): PictureSource {
  const text = src.trim();
  const id = UUID_PATTERN.test(text) ? text : ASSET_PATH_PATTERN.exec(text)?.[1];
  if (id !== undefined) return { kind: 'asset', id };
  if (INLINE_PICTURE_URL_PATTERN.test(text)) return { kind: 'inline', href: text };
  const href = text.startsWith('//') ? `https:${text}` : text;
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return { kind: 'none' };
  return { kind: 'external', href, host: new URL(href).host };
}

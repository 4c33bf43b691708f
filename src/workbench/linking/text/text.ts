// Owns what is registered where text is read: links, hovers, completion and the state beside a mention.
import { Disposables } from '../../../std/disposable.ts';
import type { Linked } from '../linking.ts';
import { registerDocumentLinks } from './documentLinks.ts';

export function registerText(linked: Linked): Disposables {
  const held = new Disposables();
  held.add(registerDocumentLinks(linked));
  return held;
}

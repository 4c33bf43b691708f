// Shows one picture: loads it only when it becomes visible, and an external one only on request.
import * as l10n from '@vscode/l10n';
import './picture.css';
import type { PictureLoader } from './pictureLoader.ts';
import { pictureSource } from './pictureSource.ts';

export interface PictureText {
  /** As in the text: the id of an asset, or an address. */
  readonly src: string;
  /** The alternative text; may be empty. */
  readonly alt: string;
}

/** How far below the visible area pictures are loaded in advance. */
const AHEAD = '300px';

interface ChipButton {
  readonly words: string;
  /** The accessible name, which also names the picture. */
  readonly label: string;
  readonly press: () => void;
}

function chip(words: string, button?: ChipButton): HTMLElement {
  const element = document.createElement('span');
  element.className = 'picture-chip';
  const icon = document.createElement('span');
  icon.className = 'codicon codicon-file-media';
  icon.setAttribute('aria-hidden', 'true');
  const text = document.createElement('span');
  text.textContent = words;
  element.append(icon, text);
  if (button === undefined) return element;
  const control = document.createElement('button');
  control.type = 'button';
  control.className = 'picture-show';
  control.textContent = button.words;
  control.setAttribute('aria-label', button.label);
  control.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    button.press();
  });
  element.append(control);
  return element;
}

function image(url: string, alt: string): HTMLImageElement {
  const element = document.createElement('img');
  element.className = 'picture';
  element.alt = alt === '' ? l10n.t('Picture') : alt;
  element.draggable = false;
  element.src = url;
  return element;
}

/** Calls `act` once when the element is in or near the visible area. Returns a function that stops observing. */
export function whenVisible(place: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    // The page is in a frame of another origin than the window. There `rootMargin` applies only if `root` is given.
    { root: document, rootMargin: AHEAD },
  );
  observer.observe(place);
  return () => observer.disconnect();
}

/** Fills the element with the picture. Returns a function that stops loading. */
export function showPicture(place: HTMLElement, { src, alt }: PictureText, pictures: PictureLoader): () => void {
  const source = pictureSource(src);
  const called = alt === '' ? l10n.t('Picture') : l10n.t('Picture: {0}', alt);
  let isGone = false;
  const load = async (address: string, outside: boolean): Promise<void> => {
    place.replaceChildren(chip(l10n.t('{0} (loading)', called)));
    const loaded = await pictures.load(address, outside);
    if (isGone) return;
    if ('url' in loaded) {
      place.replaceChildren(image(loaded.url, alt));
      return;
    }
    const words = [called, loaded.problem].join(' · ');
    const label = l10n.t('Retry: {0}', words);
    place.replaceChildren(chip(words, { words: l10n.t('Retry'), label, press: () => void load(address, outside) }));
  };
  const offer = (address: string, outside: boolean, words: string): void => {
    const label = l10n.t('Show: {0}', words);
    place.replaceChildren(chip(words, { words: l10n.t('Show'), label, press: () => void load(address, outside) }));
  };
  let stopWaiting = (): void => undefined;
  switch (source.kind) {
    case 'asset':
      place.replaceChildren(chip(called));
      stopWaiting = whenVisible(place, () =>
        pictures.hasRoom ? void load(source.id, false) : offer(source.id, false, called),
      );
      break;
    case 'outside':
      offer(source.href, true, `${called} (${source.host})`);
      break;
    case 'inline':
      place.replaceChildren(image(source.href, alt));
      break;
    case 'none':
      place.replaceChildren(chip(called));
      break;
  }
  return () => {
    isGone = true;
    stopWaiting();
  };
}

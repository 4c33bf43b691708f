// Owns showing one picture in a place of the page: not before it comes into sight, and one of somebody else's only when
// asked.
import './picture.css';
import type { PictureLoader } from './pictureLoader.ts';
import { pictureSource } from './pictureSource.ts';

export interface PictureText {
  /** As the text has it: an asset's id, or an address. */
  readonly src: string;
  /** What the picture is of; may be empty. */
  readonly alt: string;
}

/** How far below the edge of what is seen pictures are fetched already. */
const AHEAD = '300px';

function chip(words: string, button?: { readonly words: string; readonly press: () => void }): HTMLElement {
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
  control.setAttribute('aria-label', `${button.words}: ${words}`);
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
  element.alt = alt === '' ? 'Picture' : alt;
  element.draggable = false;
  element.src = url;
  return element;
}

/** Calls once when the place has come near to what is seen. Returns how to stop waiting. */
export function whenVisible(place: Element, act: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      act();
    },
    // The page stands in a frame of another origin than the window's: there the margin counts only for a root that is
    // named.
    { root: document, rootMargin: AHEAD },
  );
  observer.observe(place);
  return () => observer.disconnect();
}

/** Fills the place. Returns how to let go of it. */
export function showPicture(place: HTMLElement, { src, alt }: PictureText, pictures: PictureLoader): () => void {
  const source = pictureSource(src);
  const called = alt === '' ? 'Picture' : `Picture: ${alt}`;
  let isGone = false;
  const load = async (address: string, outside: boolean): Promise<void> => {
    place.replaceChildren(chip(`${called} (loading)`));
    const loaded = await pictures.load(address, outside);
    if (isGone) return;
    const again = { words: 'Try Again', press: () => void load(address, outside) };
    place.replaceChildren('url' in loaded ? image(loaded.url, alt) : chip(`${called}. ${loaded.problem}`, again));
  };
  const offer = (address: string, outside: boolean, words: string): void => {
    place.replaceChildren(chip(words, { words: 'Show', press: () => void load(address, outside) }));
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

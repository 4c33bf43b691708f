// Shows one picture. Loads the picture when it becomes visible; an external picture only when the user requests it.
import * as l10n from '@vscode/l10n';
import type { PictureAttributes } from '../../../richText/editor/extensions/pictureNodes.ts';
import './picture.css';
import type { PictureLoader } from './pictureLoader.ts';
import { pictureSource } from './pictureSource.ts';

/** The distance from the visible area at which pictures are loaded in advance. */
const PRELOAD_MARGIN = '300px';

interface PlaceholderButton {
  readonly text: string;
  /** The accessible name of the button. It contains the name of the picture. */
  readonly label: string;
  readonly onClick: () => void;
}

function createPlaceholder(text: string, button?: PlaceholderButton): HTMLElement {
  const element = document.createElement('span');
  element.className = 'picture-chip';
  const icon = document.createElement('span');
  icon.className = 'codicon codicon-file-media';
  icon.setAttribute('aria-hidden', 'true');
  const caption = document.createElement('span');
  caption.textContent = text;
  element.append(icon, caption);
  if (button === undefined) return element;
  const buttonElement = document.createElement('button');
  buttonElement.type = 'button';
  buttonElement.className = 'picture-show';
  buttonElement.textContent = button.text;
  buttonElement.setAttribute('aria-label', button.label);
  buttonElement.addEventListener('click', (event) => {
    event.preventDefault();
    event.stopPropagation();
    button.onClick();
  });
  element.append(buttonElement);
  return element;
}

function createImage(url: string, alt: string): HTMLImageElement {
  const element = document.createElement('img');
  element.className = 'picture';
  element.alt = alt === '' ? l10n.t('Image') : alt;
  element.draggable = false;
  element.src = url;
  return element;
}

/** Calls `onVisible` once when the element is in or near the visible area. Returns a function that stops observing. */
export function observeVisibility(element: Element, onVisible: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      onVisible();
    },
    // In a cross-origin iframe, such as a webview, `rootMargin` has an effect only if `root` is given.
    { root: document, rootMargin: PRELOAD_MARGIN },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Shows the picture, or a placeholder, in the element. Returns a function that stops loading. */
export function showPicture(
  element: HTMLElement,
  { src, alt }: PictureAttributes,
  pictures: PictureLoader,
): () => void {
  const source = pictureSource(src);
  const title = alt === '' ? l10n.t('Image') : l10n.t('Image: {0}', alt);
  let isDisposed = false;
  const load = async (idOrUrl: string, isExternal: boolean): Promise<void> => {
    element.replaceChildren(createPlaceholder(l10n.t('{0} (loading)', title)));
    const result = await pictures.load(idOrUrl, isExternal);
    if (isDisposed) return;
    if ('url' in result) {
      element.replaceChildren(createImage(result.url, alt));
      return;
    }
    const text = [title, result.problem].join(' · ');
    const label = l10n.t('Retry: {0}', text);
    element.replaceChildren(
      createPlaceholder(text, { text: l10n.t('Retry'), label, onClick: () => void load(idOrUrl, isExternal) }),
    );
  };
  const showLoadButton = (idOrUrl: string, isExternal: boolean, text: string): void => {
    const label = l10n.t('Show: {0}', text);
    element.replaceChildren(
      createPlaceholder(text, { text: l10n.t('Show'), label, onClick: () => void load(idOrUrl, isExternal) }),
    );
  };
  let stopObserving = (): void => undefined;
  switch (source.kind) {
    case 'asset':
      element.replaceChildren(createPlaceholder(title));
      stopObserving = observeVisibility(element, () =>
        pictures.canLoadMore ? void load(source.id, false) : showLoadButton(source.id, false, title),
      );
      break;
    case 'external':
      showLoadButton(source.href, true, `${title} (${source.host})`);
      break;
    case 'inline':
      element.replaceChildren(createImage(source.href, alt));
      break;
    case 'none':
      element.replaceChildren(createPlaceholder(title));
      break;
  }
  return () => {
    isDisposed = true;
    stopObserving();
  };
}

// Reads what a part of the window shows as boxes, texts and icons, which can be drawn in the colors of any theme.
import type { Locator } from 'playwright-core';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is drawn at a place, relative to the part of the window. Colors are values of CSS. */
export type DrawnElement =
  | (Area & { readonly kind: 'box'; readonly radius: number; readonly fill: string; readonly stroke: string })
  | (Area & {
      readonly kind: 'text';
      readonly text: string;
      readonly size: number;
      readonly isBold: boolean;
      readonly isCode: boolean;
      readonly color: string;
    })
  | (Area & { readonly kind: 'icon'; readonly character: string; readonly color: string });

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly elements: readonly DrawnElement[];
  /** The values of the color variables of the theme, by name without `--vscode-`. */
  readonly themeColors: Readonly<Record<string, string>>;
}

/** Resolves with what the element shows in the area, which is relative to the element; by default in all of it. */
export function readDrawing(element: Locator, area?: Area): Promise<Drawing> {
  return element.evaluate(readInWindow, area);
}

/** Runs in the web page of VS Code, so it contains all that it calls. */
function readInWindow(root: Element, area: Area | undefined): Drawing {
  const frame = root.getBoundingClientRect();
  const left = frame.left + (area?.x ?? 0);
  const top = frame.top + (area?.y ?? 0);
  const all = new DOMRect(left, top, area?.width ?? frame.width, area?.height ?? frame.height);
  const elements: DrawnElement[] = [];

  const intersect = (one: DOMRect, other: DOMRect): DOMRect => {
    const x = Math.max(one.left, other.left);
    const y = Math.max(one.top, other.top);
    return new DOMRect(x, y, Math.min(one.right, other.right) - x, Math.min(one.bottom, other.bottom) - y);
  };
  const isEmpty = ({ width, height }: DOMRect): boolean => width <= 0 || height <= 0;
  const areaOf = ({ x, y, width, height }: DOMRect): Area => {
    const round = (value: number): number => Math.round(value * 2) / 2;
    return { x: round(x - left), y: round(y - top), width: round(width), height: round(height) };
  };
  const isPainted = (color: string): boolean => color !== 'transparent' && !/^rgba\(.*, 0\)$/.test(color);

  const addBox = (style: CSSStyleDeclaration, rect: DOMRect, clip: DOMRect): void => {
    const visible = intersect(rect, clip);
    if (isEmpty(visible)) return;
    const borderColor = (side: string): string => {
      const color = style.getPropertyValue(`border-${side}-color`);
      return parseFloat(style.getPropertyValue(`border-${side}-width`)) > 0 && isPainted(color) ? color : '';
    };
    const [above, below] = [borderColor('top'), borderColor('bottom')];
    const isFramed = [above, below, borderColor('left'), borderColor('right')].every((color) => color !== '');
    const fill = isPainted(style.backgroundColor) ? style.backgroundColor : '';
    const stroke = isFramed ? above : '';
    if (fill !== '' || stroke !== '') {
      const radius = parseFloat(style.borderTopLeftRadius) || 0;
      elements.push({ kind: 'box', ...areaOf(visible), radius, fill, stroke });
    }
    if (isFramed) return;
    const addLine = (y: number, color: string): void => {
      if (color === '' || y < clip.top || y > clip.bottom) return;
      const line = areaOf(new DOMRect(visible.x, y, visible.width, 1));
      elements.push({ kind: 'box', ...line, radius: 0, fill: color, stroke: '' });
    };
    addLine(rect.top, above);
    addLine(rect.bottom - 1, below);
  };

  const addIcon = (element: Element, rect: DOMRect, clip: DOMRect): void => {
    const style = getComputedStyle(element, '::before');
    const character = /^"(.)"$/u.exec(style.content)?.[1];
    if (character === undefined || !isPainted(style.color)) return;
    const size = parseFloat(style.fontSize);
    const box = new DOMRect(
      rect.x + Math.max(0, (rect.width - size) / 2),
      rect.y + (rect.height - size) / 2,
      size,
      size,
    );
    const visible = intersect(box, clip);
    if (visible.width < size - 1 || visible.height < size - 1) return;
    elements.push({ kind: 'icon', ...areaOf(box), character, color: style.color });
  };

  /** Adds the lines of a text; what is cut off ends with an ellipsis. */
  const addText = (node: Text, style: CSSStyleDeclaration, clip: DOMRect): void => {
    const range = document.createRange();
    let line: { text: string; rect: DOMRect } | undefined;
    const add = (): void => {
      if (line !== undefined && line.text.trim() !== '' && isPainted(style.color))
        elements.push({
          kind: 'text',
          ...areaOf(line.rect),
          text: line.text,
          size: parseFloat(style.fontSize),
          isBold: Number(style.fontWeight) >= 600,
          isCode: /mono|consolas|courier/i.test(style.fontFamily),
          color: style.color,
        });
      line = undefined;
    };
    const text = node.data;
    for (let index = 0; index < text.length; index += 1) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const [rect] = range.getClientRects();
      if (rect === undefined || rect.width === 0) continue;
      if (rect.top < clip.top - rect.height / 8 || rect.bottom > clip.bottom + rect.height / 8) continue;
      if (rect.right > clip.right + 1) {
        if (line !== undefined && !line.text.endsWith('…')) line.text = `${line.text.slice(0, -1).trimEnd()}…`;
        continue;
      }
      if (rect.left < clip.left - 1) continue;
      if (line !== undefined && Math.abs(line.rect.top - rect.top) > 2) add();
      line ??= { text: '', rect: new DOMRect(rect.x, rect.y, 0, rect.height) };
      line.text += text[index] ?? '';
      line.rect = new DOMRect(line.rect.x, line.rect.y, rect.right - line.rect.x, line.rect.height);
    }
    add();
  };

  const visit = (element: Element, outerClip: DOMRect): void => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden' || Number(style.opacity) < 0.1) return;
    const rect = element.getBoundingClientRect();
    const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    const clip = clips ? intersect(outerClip, rect) : outerClip;
    if (isEmpty(clip)) return;
    addBox(style, rect, outerClip);
    addIcon(element, rect, outerClip);
    if (element instanceof HTMLInputElement && element.type !== 'checkbox') {
      const isPlaceholder = element.value === '';
      const text = document.createTextNode(isPlaceholder ? element.placeholder : element.value);
      const copy = document.createElement('div');
      copy.append(text);
      const color = isPlaceholder ? getComputedStyle(element, '::placeholder').color : style.color;
      Object.assign(copy.style, {
        position: 'fixed',
        left: `${rect.x + parseFloat(style.paddingLeft)}px`,
        top: `${rect.y}px`,
        lineHeight: `${rect.height}px`,
        font: style.font,
        whiteSpace: 'pre',
        color,
      });
      document.body.append(copy);
      copy.style.lineHeight = `${rect.height}px`;
      addText(text, getComputedStyle(copy), intersect(clip, rect));
      copy.remove();
    }
    for (const child of element.childNodes) {
      if (child instanceof Text) addText(child, style, clip);
      else if (child instanceof Element && !(child instanceof SVGElement)) visit(child, clip);
    }
  };

  let background: Element | null = root;
  while (background !== null && !isPainted(getComputedStyle(background).backgroundColor))
    background = background.parentElement;
  if (background !== null) addBox(getComputedStyle(background), all, all);
  visit(root, all);
  const computed = getComputedStyle(document.querySelector('.monaco-workbench') ?? document.documentElement);
  const probe = document.createElement('div');
  document.body.append(probe);
  const themeColors: Record<string, string> = {};
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSStyleRule && rule.selectorText === '.monaco-workbench')
        for (const name of rule.style)
          if (name.startsWith('--vscode-')) {
            probe.style.color = '';
            probe.style.color = computed.getPropertyValue(name);
            if (probe.style.color !== '') themeColors[name.slice('--vscode-'.length)] = getComputedStyle(probe).color;
          }
  probe.remove();
  return { width: all.width, height: all.height, elements, themeColors };
}

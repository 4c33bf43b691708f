// Removes misleading characters from the text that a page displays, but not from values of inputs.
import { type ComponentChildren, options, type VNode } from 'preact';
import { displayText, isolateText } from '../../std/displayName.ts';

const SHOWN_ATTRIBUTES = ['title', 'aria-label', 'alt', 'placeholder'] as const;

function shown(text: string): string {
  return isolateText(displayText(text, { keepLines: true }));
}

function shownChildren(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return shown(children);
  return Array.isArray(children) ? children.map(shownChildren) : children;
}

/**
 * Removes misleading characters from every text child and every attribute that is read aloud or shown on hover, on the
 * whole page. Values of inputs are left alone, because they are saved. Call it before the first `render`.
 */
export function displayAllText(): void {
  const before = { ...options };
  options.vnode = (vnode: VNode) => {
    const props = vnode.props as Record<string, unknown> & { children?: ComponentChildren };
    if (props.children !== undefined) props.children = shownChildren(props.children);
    if (typeof vnode.type === 'string') {
      for (const name of SHOWN_ATTRIBUTES) {
        const value = props[name];
        if (typeof value === 'string') props[name] = shown(value);
      }
    }
    before.vnode?.(vnode);
  };
}

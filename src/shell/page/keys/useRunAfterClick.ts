// Delays layout changes while a mouse button is pressed. The press takes the focus from an editor; if the editor then
// shrank at once, the pressed element would move away from the pointer, and its click would be lost.
import { useLayoutEffect, useRef } from 'preact/hooks';

const RELEASE_EVENTS = ['mouseup', 'dragend'] as const;

/** Returns a function that runs `work` at once, or after the click if a mouse button is pressed. */
export function useRunAfterClick(): (work: () => void) => void {
  const isPressed = useRef(false);
  const delayedWork = useRef<readonly (() => void)[]>([]);
  useLayoutEffect(() => {
    const onPress = (): void => {
      isPressed.current = true;
    };
    const onRelease = (): void => {
      isPressed.current = false;
      // The click follows the release of the button before the next frame.
      requestAnimationFrame(() => {
        const work = delayedWork.current;
        delayedWork.current = [];
        for (const action of work) action();
      });
    };
    document.addEventListener('mousedown', onPress, { capture: true });
    for (const type of RELEASE_EVENTS) document.addEventListener(type, onRelease, { capture: true });
    window.addEventListener('blur', onRelease);
    return () => {
      document.removeEventListener('mousedown', onPress, { capture: true });
      for (const type of RELEASE_EVENTS) document.removeEventListener(type, onRelease, { capture: true });
      window.removeEventListener('blur', onRelease);
    };
  }, []);
  return (work) => {
    if (isPressed.current) delayedWork.current = [...delayedWork.current, work];
    else work();
  };
}

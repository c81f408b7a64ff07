import { type RefObject, useEffect, useRef, useState } from 'react';

/** The width of an element in pixels, followed while it changes; 0 until it is known. A drawing of that width keeps the size of its type. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = (): void => setWidth(Math.floor(current.getBoundingClientRect().width));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, []);
  return [element, width];
}

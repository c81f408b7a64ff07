import { useEffect, useState } from 'react';

const TYPED_MS = 200;

/** What was typed, once nothing has been typed for a moment; undefined for an empty text. */
export function useSettled(text: string): string | undefined {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled || undefined;
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type { Conflicts } from './conflicts';
import { isSame, mergeValues } from './merge-values';

interface ServerValues<T> extends Conflicts {
  /** Whether someone else has saved since the user began to type. */
  hasNews: boolean;
  /** Conflicts that no field shows by itself. */
  loose: readonly string[];
  /** Says that the server has what was typed. */
  noteSaved: (typed: T) => void;
  /** Says that the server refused, because it has something newer. */
  noteStale: () => void;
  /** How many times the form has taken in what someone else saved. */
  mergeCount: () => number;
  /** Ends when that has happened once more than `count` times. */
  untilMerged: (count: number) => Promise<void>;
}

const NONE: Readonly<Record<string, unknown>> = {};

/**
 * Follows what the API answers while a form is open. Without changes of the user the form shows it; otherwise it is merged: what only
 * the other changed is taken over, and what both changed is a conflict that the user settles.
 */
export function useServerValues<T extends FieldValues>(
  { getValues, reset, setValue }: UseFormReturn<T>,
  values: DefaultValues<T>,
): ServerValues<T> {
  const base = useRef<unknown>(values);
  const shown = useRef(new Set<string>());
  const merges = useRef(0);
  const onMerged = useRef<() => void>(undefined);
  const [theirs, setTheirs] = useState(NONE);
  const [loose, setLoose] = useState<readonly string[]>([]);
  const [hasNews, setNews] = useState(false);
  useEffect(() => {
    if (isSame(values, base.current)) return;
    const { mine, conflicts, taken } = mergeValues(base.current, values, getValues());
    base.current = values;
    reset(values);
    for (const [path, value] of Object.entries(mine))
      setValue(path as Path<T>, value as PathValue<T, Path<T>>, { shouldDirty: true });
    const isTyping = Object.keys(mine).length > 0;
    setTheirs((before) => (isTyping ? { ...before, ...conflicts } : NONE));
    if (isTyping && (taken > 0 || Object.keys(conflicts).length > 0)) setNews(true);
    setLoose(Object.keys(conflicts).filter((name) => !shown.current.has(name)));
    merges.current += 1;
    onMerged.current?.();
  }, [values, getValues, reset, setValue]);
  const show = useCallback((name: string) => {
    const names = shown.current.add(name);
    return () => void names.delete(name);
  }, []);
  return {
    theirs,
    show,
    loose,
    hasNews,
    settle(name, whose) {
      if (whose === 'theirs')
        setValue(name as Path<T>, theirs[name] as PathValue<T, Path<T>>, { shouldDirty: true, shouldValidate: true });
      setTheirs(Object.fromEntries(Object.entries(theirs).filter(([other]) => other !== name)));
      setLoose(loose.filter((other) => other !== name));
    },
    noteSaved(typed) {
      base.current = typed;
      setTheirs(NONE);
      setLoose([]);
      setNews(false);
    },
    noteStale: () => setNews(true),
    mergeCount: () => merges.current,
    untilMerged: (count) =>
      merges.current > count ? Promise.resolve() : new Promise((resolve) => (onMerged.current = resolve)),
  };
}

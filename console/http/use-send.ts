import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { useErrorText } from '../ui/error-view';
import { notify } from '../ui/notices';
import { refresh } from './query-client';

interface SendOptions<R, A> {
  /** API paths whose rows it changes. */
  refreshes: readonly string[];
  onDone?: (result: R, argument: A) => void;
}

/**
 * Something that a button does: `const remove = useSend((id: string) => answered(api.DELETE(…)), { refreshes: ['/api/x'] })`.
 * What is refused becomes a notice. The same again while it runs does nothing: two clicks run it once.
 */
export function useSend<R, A = void>(
  send: (argument: A) => Promise<R>,
  { refreshes, onDone }: SendOptions<R, A>,
): UseMutationResult<R, Error, A> {
  const textOf = useErrorText();
  // A second click comes before React has shown the first one's state.
  const running = useRef(new Map<A, Promise<R>>());
  const mutation = useMutation({
    mutationFn: send,
    onSuccess: async (result, argument) => {
      onDone?.(result, argument);
      await refresh(...refreshes);
    },
    onError: (error) => notify({ kind: 'failed', text: textOf(error) }),
    onSettled: (_result, _error, argument) => void running.current.delete(argument),
  });
  const mutateAsync = (...sent: Parameters<typeof mutation.mutateAsync>): Promise<R> => {
    // Without an argument A is void.
    const argument = sent[0] as A;
    const run = running.current.get(argument) ?? mutation.mutateAsync(...sent);
    running.current.set(argument, run);
    return run;
  };
  const mutate = (...sent: Parameters<typeof mutation.mutate>): void => {
    mutateAsync(...sent).catch(() => undefined); // the notice says why
  };
  return { ...mutation, mutate, mutateAsync };
}

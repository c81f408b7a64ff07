import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { PathsWithMethod, SuccessResponseJSON } from 'openapi-typescript-helpers';
import type { paths } from '../../build/openapi/internal';
import { answered, api } from './client';

type GetPath = PathsWithMethod<paths, 'get'>;
type Operation<P extends GetPath> = paths[P] extends { get: infer O extends Record<string | number, unknown> }
  ? O
  : never;
type Parameters<P extends GetPath> =
  Operation<P> extends { parameters: infer A }
    ? { [K in keyof A as K extends 'query' | 'path' ? K : never]: A[K] }
    : never;

/** What a GET of the API answers. */
export type ReadResult<P extends GetPath> = SuccessResponseJSON<Operation<P>>;

interface ReadOptions {
  /** false: not yet. */
  enabled?: boolean;
  /** Reads again after so many milliseconds. */
  every?: number;
  /** Shows the rows before until the new ones are there: for lists whose filter or page changes. */
  keepPrevious?: boolean;
  /** Reads each time a page shows it: for answers that any change may alter. */
  isFresh?: boolean;
}

/** Reads from the API and caches the answer: `useRead('/api/employees/{id}', { path: { id } })`. Equal reads are one request. */
export function useRead<P extends GetPath>(
  path: P,
  parameters?: Parameters<P>,
  { enabled = true, every, keepPrevious = false, isFresh = false }: ReadOptions = {},
): UseQueryResult<ReadResult<P>> {
  return useQuery({
    queryKey: readKey(path, parameters),
    queryFn: ({ signal }) => readOnce(path, parameters, signal),
    enabled,
    ...(every === undefined ? {} : { refetchInterval: every }),
    ...(isFresh ? { staleTime: 0 } : {}),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

export function readKey<P extends GetPath>(path: P, parameters?: Parameters<P>): unknown[] {
  return parameters === undefined ? [path] : [path, parameters];
}

/** One read outside of a component; throws ApiError and ConnectionError. */
export function readOnce<P extends GetPath>(
  path: P,
  parameters?: Parameters<P>,
  signal?: AbortSignal,
): Promise<ReadResult<P>> {
  // The types above are those of openapi-fetch; its overloads do not follow a path that is still a type parameter.
  return answered<ReadResult<P>>(api.GET(path as never, { params: parameters ?? {}, signal } as never));
}

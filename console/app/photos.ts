import { skipToken, useQuery } from '@tanstack/react-query';
import { mayPass } from '../../shared/kernel/permissions';
import { queryClient } from '../http/query-client';
import { type ReadResult, readOnce } from '../http/use-read';
import { useProfile, visitorOf } from './session';

const PHOTOS = '/api/employees/photos';
/** The API answers for so many employees at once. */
const MAX_IDS = 100;
const QUIET_MS = 30;
const FRESH_MS = 300_000;

/** The initials of an employee, and the photo as the address of a small image. */
export type EmployeeFace = ReadResult<'/api/employees/photos'>[number];

/** How an employee is shown; null until it is read, and for who may not see photos. */
export function useEmployeeFace(employeeId: string | null): EmployeeFace | null {
  const maySee = mayPass(visitorOf(useProfile()).roles, 'people:manage');
  const { data } = useQuery({
    queryKey: [PHOTOS, employeeId],
    queryFn: maySee && employeeId !== null ? () => readPhoto(employeeId) : skipToken,
    staleTime: FRESH_MS,
  });
  return data ?? null;
}

/** Whose photos are asked for next: all people of a page are one request. */
let next: { ids: string[]; photos: Promise<ReadonlyMap<string, EmployeeFace>> } | null = null;

async function readPhoto(id: string): Promise<EmployeeFace | null> {
  if (next === null) {
    const ids: string[] = [];
    next = { ids, photos: readPhotos(ids) };
  }
  next.ids.push(id);
  return (await next.photos).get(id) ?? null;
}

/** Waits until the page has read and shown all else, since another list may name more people. */
async function readPhotos(ids: readonly string[]): Promise<ReadonlyMap<string, EmployeeFace>> {
  // Twice, since what has just been read is not shown yet.
  for (let quiet = 0; quiet < 2; quiet = isReading() ? 0 : quiet + 1) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
  next = null;
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_part, at) =>
    ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
  );
  const answers = await Promise.all(parts.map((part) => readOnce(PHOTOS, { query: { ids: part } })));
  return new Map(answers.flat().map((face) => [face.id, face]));
}

function isReading(): boolean {
  return queryClient.isFetching({ predicate: ({ queryKey: [path] }) => path !== PHOTOS }) > 0;
}

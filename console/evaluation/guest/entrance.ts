import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '../../http/client';
import { type ReadResult, readKey, readOnce } from '../../http/use-read';

/** What a guest is asked, by whom and until when. */
export type GuestView = ReadResult<'/api/guest'>;

/** The address has no token, and this browser has opened none before. */
export class NoLink extends Error {}

/** Notes in the browser that there may be a session. */
const OPENED = 'guest-link-opened';

/** The token of a mailed link, until it is exchanged for a session. It leaves the address at once, so that it is in no history. */
class Link {
  private token: string | null = globalThis.location.hash.slice(1) || null;

  public constructor() {
    if (this.token !== null) globalThis.history.replaceState(null, '', globalThis.location.pathname);
  }

  public async open(): Promise<GuestView> {
    if (this.token === null) {
      if (localStorage.getItem(OPENED) === null) throw new NoLink();
      return readOnce('/api/guest');
    }
    const { page } = await answered(api.POST('/api/guest/session', { body: { token: this.token } }));
    this.token = null;
    localStorage.setItem(OPENED, 'yes');
    return page;
  }
}

/** What the link of this address opens, or the session that a link opened before. */
export function useEntrance(): UseQueryResult<GuestView> {
  const [link] = useState(() => new Link());
  return useQuery({ queryKey: readKey('/api/guest'), queryFn: () => link.open(), retry: false });
}

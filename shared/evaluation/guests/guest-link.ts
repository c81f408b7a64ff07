import { CONSOLE_PAGES } from '../../comms/console-pages';
import { isSealOf, sealOf } from '../../kernel/encryption';
import { bytesToId, idToBytes } from '../../kernel/ids';
import type { Guest } from './guest.model';

const PURPOSE = 'guest-link';
const ID_BYTES = 16;
const SEAL_BYTES = 32;

/** What a token of a link names; its seal is not checked yet. */
export interface GuestToken {
  tenantId: string;
  guestId: string;
  seal: string;
}

type Sealed = Pick<Guest, '_id' | 'tenantId' | 'generation'>;

/** Returns the page of a guest's link, below the organization's address: made with the server's key, so that no token is stored. */
export function guestPage(guest: Sealed): string {
  const { tenantId, _id } = guest;
  const bytes = Buffer.concat([
    idToBytes(tenantId),
    idToBytes(_id),
    Buffer.from(sealOf(sealedText(guest), PURPOSE), 'hex'),
  ]);
  // Browsers send no fragment to servers, so that it is in no log and no referrer.
  return `${CONSOLE_PAGES.guest}#${bytes.toString('base64url')}`;
}

/** Returns what every link of a guest begins with, whatever its generation. */
export function guestLinkStart({ tenantId, _id }: Pick<Guest, '_id' | 'tenantId'>): string {
  const bytes = Buffer.concat([idToBytes(tenantId), idToBytes(_id)]);
  // The last letter also depends on the byte that follows.
  return `${CONSOLE_PAGES.guest}#${bytes.toString('base64url').slice(0, -1)}`;
}

/** Returns what a token names; null when the text is not one. */
export function readGuestToken(token: string): GuestToken | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== 2 * ID_BYTES + SEAL_BYTES || bytes.toString('base64url') !== token) return null;
  return {
    tenantId: bytesToId(bytes.subarray(0, ID_BYTES)),
    guestId: bytesToId(bytes.subarray(ID_BYTES, 2 * ID_BYTES)),
    seal: bytes.subarray(2 * ID_BYTES).toString('hex'),
  };
}

/** Whether a token is of the link that this guest was sent last. */
export function isLinkOf(guest: Sealed, { seal }: GuestToken): boolean {
  return isSealOf(seal, sealedText(guest), PURPOSE);
}

const sealedText = ({ tenantId, _id, generation }: Sealed): string => `${tenantId}/${_id}/${generation}`;

import { randomBytes } from 'node:crypto';
import { now } from '../../../shared/kernel/clock';
import { context } from '../../../shared/kernel/context';
import { hashToken } from '../../../shared/kernel/ids';
import { type Device, DeviceModel } from '../../../shared/platform/accounts/device.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { limitedAddress } from '../../http/client-address';

const TOKEN_BYTES = 32;

/** The browser with this token, if it signed the account in before. */
export async function knownDevice(userId: string, token: string | null): Promise<Device | null> {
  return token === null ? null : DeviceModel.findOne({ userId, tokenHash: hashToken(token) }).lean<Device>();
}

/** Whether an open or recently ended session of the account was opened from the address of this request. */
export async function isKnownAddress(userId: string): Promise<boolean> {
  return (await SessionModel.exists({ userId, network: limitedAddress(context().ip) })) !== null;
}

/**
 * Whether a sign-in comes from a device that its owner is told of: a browser that never signed the account in. What keeps no
 * cookies is known by its address, so that a thief cannot pass as such a client unnoticed.
 */
export async function isNewDevice(
  userId: string,
  { deviceToken, isBrowser }: { deviceToken: string | null; isBrowser: boolean },
): Promise<boolean> {
  if ((await knownDevice(userId, deviceToken)) !== null) return false;
  return isBrowser || !(await isKnownAddress(userId));
}

/**
 * Notes that a browser signs an account in, and returns the token by which it is known from now on. A browser keeps its token
 * when another account signs in; one that was not made here is replaced.
 */
export async function rememberDevice(userId: string, token: string | null): Promise<string> {
  const isOurs = token !== null && (await DeviceModel.exists({ tokenHash: hashToken(token) })) !== null;
  const kept = isOurs ? token : randomBytes(TOKEN_BYTES).toString('base64url');
  const [row, lastSignInAt] = [{ userId, tokenHash: hashToken(kept) }, now()];
  const renewed = await DeviceModel.updateOne(row, { $set: { lastSignInAt } });
  if (renewed.matchedCount === 0) await DeviceModel.create({ ...row, lastSignInAt });
  return kept;
}

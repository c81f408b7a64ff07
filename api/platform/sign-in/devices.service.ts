import { randomBytes } from 'node:crypto';
import { now } from '../../../shared/kernel/clock';
import { context } from '../../../shared/kernel/context';
import { hashToken } from '../../../shared/kernel/ids';
import { type Device, DeviceModel } from '../../../shared/platform/accounts/device.model';
import { SessionModel } from '../../../shared/platform/session.model';
import { limitedAddress } from '../../http/client-address';

const TOKEN_BYTES = 32;

/** Returns the browser with this token, if the account has signed in there before. */
export async function knownDevice(userId: string, token: string | null): Promise<Device | null> {
  return token === null ? null : DeviceModel.findOne({ userId, tokenHash: hashToken(token) }).lean<Device>();
}

/** Whether an open or recently ended session of the account was opened from the address of this request. */
export async function isKnownAddress(userId: string): Promise<boolean> {
  return (await SessionModel.exists({ userId, network: limitedAddress(context().ip) })) !== null;
}

/**
 * Whether a sign-in is from a new device, of which the user is notified: a browser in which the account has not signed
 * in. A client without cookies is recognized by its address, so that a thief cannot pass as one unnoticed.
 */
export async function isNewDevice(
  userId: string,
  { deviceToken, isBrowser }: { deviceToken: string | null; isBrowser: boolean },
): Promise<boolean> {
  if ((await knownDevice(userId, deviceToken)) !== null) return false;
  return isBrowser || !(await isKnownAddress(userId));
}

/**
 * Records the sign-in of an account in a browser, and returns the browser's token. A browser keeps its token for other
 * accounts; an unknown token is replaced.
 */
export async function rememberDevice(userId: string, token: string | null): Promise<string> {
  const isOurs = token !== null && (await DeviceModel.exists({ tokenHash: hashToken(token) })) !== null;
  const browserToken = isOurs ? token : randomBytes(TOKEN_BYTES).toString('base64url');
  const [row, lastSignInAt] = [{ userId, tokenHash: hashToken(browserToken) }, now()];
  const renewed = await DeviceModel.updateOne(row, { $set: { lastSignInAt } });
  if (renewed.matchedCount === 0) await DeviceModel.create({ ...row, lastSignInAt });
  return browserToken;
}

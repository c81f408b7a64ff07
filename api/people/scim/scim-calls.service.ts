import { now } from '../../../shared/kernel/clock';
import { context } from '../../../shared/kernel/context';
import { derivedId } from '../../../shared/kernel/ids';
import { logger } from '../../../shared/kernel/logger';
import {
  MAX_LISTED_CALLS,
  type ScimCall,
  type ScimCallList,
  ScimCallModel,
} from '../../../shared/platform/scim-call.model';
import { type ScimToken, ScimTokenModel } from '../../../shared/platform/scim-token.model';

type Call = Pick<ScimCall, 'method' | 'path' | 'status' | 'detail'>;

/**
 * Records a call of the request's token for the administrators of the identity provider; a failure to record does not
 * affect the call.
 */
export async function recordScimCall(call: Call): Promise<void> {
  const { scimTokenId } = context();
  if (scimTokenId === undefined) return;
  const lists: ScimCallList[] = call.status >= 400 ? ['calls', 'refusals'] : ['calls'];
  try {
    const at = now();
    const token = await ScimTokenModel.findOneAndUpdate(
      { _id: scimTokenId },
      { $set: { lastUsedAt: at }, $inc: Object.fromEntries(lists.map((list) => [`callCounts.${list}`, 1])) },
      { timestamps: false, returnDocument: 'after' },
    ).lean<ScimToken>();
    if (!token) return;
    for (const list of lists) await putCall(token, list, { ...call, at });
  } catch (error) {
    logger.warn('a provisioning call is not in the list of its token', { error, scimTokenId });
  }
}

/** Replaces the oldest call of a list. */
async function putCall(token: ScimToken, list: ScimCallList, call: Call & Pick<ScimCall, 'at'>): Promise<void> {
  const sequence = token.callCounts[list];
  const _id = derivedId('scim-call', token._id, list, String(sequence % MAX_LISTED_CALLS));
  const values = { ...call, sequence };
  const written = await ScimCallModel.updateOne({ _id }, { $set: values });
  if (written.matchedCount === 0) await ScimCallModel.create({ _id, tokenId: token._id, list, ...values });
}

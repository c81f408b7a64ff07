import {
  AuditFormat,
  chainHash,
  type ChainedEntry,
  isRotationProof,
  plainChainHash,
  resealingProof,
  rotationProof,
} from '../../shared/platform/audit/audit-chain';
import type { AuditLog } from '../../shared/platform/audit/audit-log.model';

/** What the entries of a chain are verified with. */
export interface ProofKeys {
  /** The keys of chains, the newest first (`chainKey`). */
  keys: readonly Buffer[];
  /** Whether the chain has a beginning, after which no entry is in plain text. */
  hasBeginning: boolean;
}

interface Plain {
  entry: ChainedEntry;
  isWhole: boolean;
}

/**
 * Returns the position in `means.keys` of the key that proves an entry after the one with the hash `previous`; -1 when
 * none does. `plain` is the decrypted entry, for one that was encrypted after it was chained.
 */
export function provingKey({ keys, hasBeginning }: ProofKeys, previous: string, row: AuditLog, plain?: Plain): number {
  try {
    return keys.findIndex((key) => proves(key));
  } catch {
    return -1; // a field has another type than when it was written
  }

  function proves(key: Buffer): boolean {
    if (row.format !== AuditFormat.Encrypted) return !hasBeginning && plainChainHash(key, previous, row) === row.hash;
    if (typeof row.resealed !== 'string') return chainHash(key, previous, row) === row.hash;
    if (isRotationProof(row.resealed)) return rotationProof(key, previous, row) === row.resealed;
    if (resealingProof(key, previous, row) !== row.resealed) return false;
    // As long as it can be decrypted, its old hash proves its plain text.
    return !plain?.isWhole || keys.some((old) => plainChainHash(old, previous, plain.entry) === row.hash);
  }
}

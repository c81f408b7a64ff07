import { tenantId } from '../kernel/context';
import { analysisSession } from './analytics';
import { SharedRead } from './shared-read';

/**
 * A read of the tenant of the context that requests of one moment share. Reads of BI share none: another one's may come from a
 * server that is ahead of the rows of this one.
 */
export class TenantRead<T> {
  private readonly reads = new SharedRead<T>();

  constructor(private readonly read: () => Promise<T>) {}

  /** What the read gives, begun from now on. */
  now(): Promise<T> {
    return analysisSession() ? this.read() : this.reads.get(tenantId(), this.read);
  }
}

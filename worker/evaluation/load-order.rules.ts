/** A member with a load; `index` is unique and counts from 0. */
export interface Loaded {
  readonly index: number;
  load: number;
}

/**
 * Members of a pool in ascending order of load. A load changes by one at a time, so a member only swaps with the edge
 * of the members of equal load: every operation takes constant time. A member may belong to several orders; call each
 * of them before its load changes.
 */
export class LoadOrder<T extends Loaded> {
  readonly members: T[] = [];
  /** ends[load] = number of members with at most that load, up to the highest load. */
  private readonly ends: number[] = [];

  /** `position` holds the place of every index; orders without a common member may share it. */
  constructor(private readonly position: Int32Array) {}

  /** Adds a member whose load is at least that of the last one. */
  append(member: T): void {
    while (this.ends.length < member.load) this.ends.push(this.members.length);
    this.position[member.index] = this.members.length;
    this.members.push(member);
    this.ends[member.load] = this.members.length;
  }

  /** Moves a member behind its equals, before its load rises by one. */
  beforeRaise(member: T): void {
    const last = this.end(member.load) - 1;
    this.swap(member, last);
    if (this.ends.length === member.load + 1) this.ends.push(last + 1);
    this.ends[member.load] = last;
  }

  /** Moves a member before its equals, before its load falls by one. */
  beforeLower(member: T): void {
    const first = this.end(member.load - 1);
    this.swap(member, first);
    this.ends[member.load - 1] = first + 1;
  }

  private end(load: number): number {
    return this.ends[load] ?? this.members.length;
  }

  private swap(member: T, to: number): void {
    const from = this.position[member.index] ?? to;
    const other = this.members[to] ?? member;
    this.members[from] = other;
    this.members[to] = member;
    this.position[other.index] = from;
    this.position[member.index] = to;
  }
}

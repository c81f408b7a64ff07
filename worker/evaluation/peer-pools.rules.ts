import { type Loaded, LoadOrder } from './load-order.rules';

/** A subject or a candidate with what the ranking of peers compares. */
export interface PeerPerson {
  id: string;
  departmentId: string | null;
  managerId: string | null;
  jobProfileId: string | null;
}

/** A candidate inside the pools; `load` is the number of their peer evaluations in the cycle. */
export interface PoolMember extends Loaded {
  readonly person: PeerPerson;
  readonly maxLoad: number;
}

/**
 * The things shared with the subject, as bits: a higher number ranks first, which gives the order department, manager,
 * job profile. An unknown department, manager or profile is shared with no one.
 */
export type Rank = number;
const DEPARTMENT = 4;
const MANAGER = 2;
const PROFILE = 1;

/** Returns every rank, the best first; without the preference a shared department does not count. */
function ranksOf(preferSameDepartment: boolean): readonly Rank[] {
  return preferSameDepartment ? [7, 6, 5, 4, 3, 2, 1, 0] : [3, 2, 1, 0];
}

/**
 * The candidates in one pool for each rank and each combination of what it shares, ordered by load. A pool also
 * contains the candidates of better ranks: a caller that goes rank by rank has already used those.
 */
export class PeerPools {
  readonly ranks: readonly Rank[];
  /** Every candidate, the least loaded first. */
  readonly everyone: LoadOrder<PoolMember>;
  private readonly pools = new Map<Rank, Map<number, LoadOrder<PoolMember>>>();
  private readonly poolsOfMember: LoadOrder<PoolMember>[][];
  private readonly numbering: Numbering;

  /**
   * `loads` has the peer evaluations of each evaluator, `roomOf` how many more each can get; candidates with equal
   * loads keep their order.
   */
  constructor(
    candidates: readonly PeerPerson[],
    loads: ReadonlyMap<string, number>,
    preferSameDepartment: boolean,
    roomOf: (candidateId: string) => number = () => Infinity,
  ) {
    const members = candidates
      .map((person, index): PoolMember => {
        const load = loads.get(person.id) ?? 0;
        return { index, person, load, maxLoad: load + roomOf(person.id) };
      })
      .sort((a, b) => a.load - b.load || a.index - b.index);
    this.numbering = new Numbering(candidates);
    this.poolsOfMember = candidates.map(() => []);
    this.ranks = ranksOf(preferSameDepartment);
    for (const rank of this.ranks) this.pools.set(rank, this.poolMembers(members, rank));
    this.everyone = this.pools.get(0)?.get(0) ?? new LoadOrder(new Int32Array(0));
  }

  private poolMembers(members: readonly PoolMember[], rank: Rank): Map<number, LoadOrder<PoolMember>> {
    const byKey = new Map<number, LoadOrder<PoolMember>>();
    const position = new Int32Array(members.length);
    for (const member of members) {
      const key = this.numbering.key(member.person, rank);
      if (key === null) continue;
      let pool = byKey.get(key);
      if (!pool) byKey.set(key, (pool = new LoadOrder(position)));
      pool.append(member);
      this.poolsOfMember[member.index]?.push(pool);
    }
    return byKey;
  }

  /** Returns the candidates that share at least this rank with the person, the least loaded first. */
  pool(rank: Rank, person: PeerPerson): readonly PoolMember[] {
    const key = this.numbering.key(person, rank);
    return (key === null ? undefined : this.pools.get(rank)?.get(key))?.members ?? [];
  }

  /** Gives a candidate one more evaluation. */
  raise(member: PoolMember): void {
    for (const pool of this.poolsOfMember[member.index] ?? []) pool.beforeRaise(member);
    member.load += 1;
  }

  /** Takes one evaluation from a candidate. */
  lower(member: PoolMember): void {
    for (const pool of this.poolsOfMember[member.index] ?? []) pool.beforeLower(member);
    member.load -= 1;
  }
}

/** Numbers for departments, managers and profiles, so that the key of a pool fits into one number. */
class Numbering {
  private readonly departments: ReadonlyMap<string | null, number>;
  private readonly managers: ReadonlyMap<string | null, number>;
  private readonly profiles: ReadonlyMap<string | null, number>;
  private readonly base: number;

  constructor(people: readonly PeerPerson[]) {
    this.departments = numbered(people.map((person) => person.departmentId));
    this.managers = numbered(people.map((person) => person.managerId));
    this.profiles = numbered(people.map((person) => person.jobProfileId));
    this.base = people.length + 1;
  }

  /** Returns the key of the pool of a rank for this person; null when the person lacks what the rank shares. */
  key(person: PeerPerson, rank: Rank): number | null {
    const department = rank & DEPARTMENT ? this.departments.get(person.departmentId) : 0;
    const manager = rank & MANAGER ? this.managers.get(person.managerId) : 0;
    const profile = rank & PROFILE ? this.profiles.get(person.jobProfileId) : 0;
    if (department === undefined || manager === undefined || profile === undefined) return null;
    return (department * this.base + manager) * this.base + profile;
  }
}

/** Numbers the distinct ids from 1; null gets no number. */
function numbered(ids: readonly (string | null)[]): ReadonlyMap<string | null, number> {
  const numbers = new Map<string | null, number>();
  for (const id of ids) if (id !== null && !numbers.has(id)) numbers.set(id, numbers.size + 1);
  return numbers;
}

import { type Loaded, LoadOrder } from './load-order.rules';

/** A subject or a candidate with what the ranking of peers compares. */
export interface PeerPerson {
  id: string;
  departmentId: string | null;
  managerId: string | null;
  jobProfileId: string | null;
}

/** A candidate inside the pools; `load` counts its peer evaluations of the cycle. */
export interface PoolMember extends Loaded {
  readonly person: PeerPerson;
  readonly maxLoad: number;
}

/**
 * A rank is the set of things shared with the subject, as bits: the higher number ranks first, which gives the order
 * "department, then manager, then job profile". An unknown department, manager or profile is shared with no one.
 */
export type Rank = number;
const DEPARTMENT = 4;
const MANAGER = 2;
const PROFILE = 1;

/** Every rank, best first; without the preference a shared department does not count. */
function ranksOf(preferSameDepartment: boolean): readonly Rank[] {
  return preferSameDepartment ? [7, 6, 5, 4, 3, 2, 1, 0] : [3, 2, 1, 0];
}

/**
 * The candidates, pooled for every rank by what they share and ordered by load. The pool of a rank also holds those of the
 * better ranks: who goes rank by rank has used these up by then.
 */
export class PeerPools {
  readonly ranks: readonly Rank[];
  /** Every candidate, the least loaded first. */
  readonly everyone: LoadOrder<PoolMember>;
  private readonly pools = new Map<Rank, Map<number, LoadOrder<PoolMember>>>();
  private readonly poolsOfMember: LoadOrder<PoolMember>[][];
  private readonly numbering: Numbering;

  /**
   * `loads` holds the peer evaluations that evaluators have already, `roomOf` how many more they can get; candidates with equal
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

  /** Candidates that share at least what the rank says with this person, the least loaded first. */
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

/** Departments, managers and profiles of the candidates as numbers, so that what a pool shares fits into one of them. */
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

  /** Key of the pool of a rank that this person belongs to; null when the person lacks what the rank shares. */
  key(person: PeerPerson, rank: Rank): number | null {
    const department = rank & DEPARTMENT ? this.departments.get(person.departmentId) : 0;
    const manager = rank & MANAGER ? this.managers.get(person.managerId) : 0;
    const profile = rank & PROFILE ? this.profiles.get(person.jobProfileId) : 0;
    if (department === undefined || manager === undefined || profile === undefined) return null;
    return (department * this.base + manager) * this.base + profile;
  }
}

/** Numbers from 1 for the distinct ids; an unknown id (null) gets none. */
function numbered(ids: readonly (string | null)[]): ReadonlyMap<string | null, number> {
  const numbers = new Map<string | null, number>();
  for (const id of ids) if (id !== null && !numbers.has(id)) numbers.set(id, numbers.size + 1);
  return numbers;
}

/** Answers to an eNPS question by group: promoters chose 9 or 10, passives 7 or 8, detractors 0 to 6. */
export interface EnpsTally {
  promoters: number;
  passives: number;
  detractors: number;
}

const PROMOTER_FROM = 9;
const PASSIVE_FROM = 7;

/** Groups answers, given as the count of each score from 0 to 10. */
export function enpsTally(counts: ReadonlyMap<number, number>): EnpsTally {
  const tally = { promoters: 0, passives: 0, detractors: 0 };
  for (const [score, count] of counts) {
    if (score >= PROMOTER_FROM) tally.promoters += count;
    else if (score >= PASSIVE_FROM) tally.passives += count;
    else tally.detractors += count;
  }
  return tally;
}

function enpsAnswers({ promoters, passives, detractors }: EnpsTally): number {
  return promoters + passives + detractors;
}

/**
 * Returns the eNPS: 100 x (promoters - detractors) / answers, a whole number from -100 to 100, halves rounded away from
 * zero. Null without answers.
 */
export function enpsScore(tally: EnpsTally): number | null {
  const answers = enpsAnswers(tally);
  if (answers === 0) return null;
  const balance = tally.promoters - tally.detractors;
  // In integers, so that halves are exact.
  const size = Math.floor((200 * Math.abs(balance) + answers) / (2 * answers));
  return size === 0 ? 0 : Math.sign(balance) * size;
}

/** Returns the eNPS if it may be shown: null when fewer than `threshold` answered, and without a tally. */
export function publishedEnps(tally: EnpsTally | null, threshold: number): number | null {
  return tally !== null && enpsAnswers(tally) >= threshold ? enpsScore(tally) : null;
}

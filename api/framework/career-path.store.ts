import { pickRow } from '../../shared/db/pick';
import { type CareerPath, CareerPathModel } from '../../shared/framework/career-path.model';
import { notFound } from '../../shared/kernel/errors';

/** Throws NOT_FOUND. */
export async function findCareerPath(id: string): Promise<CareerPath> {
  const row = await CareerPathModel.findById(id).lean<CareerPath>();
  if (!row) throw notFound();
  return row;
}

/** Returns the name of a career path with this job profile as a step; null when there is none. */
export async function careerPathWith(jobProfileId: string): Promise<string | null> {
  const path = await pickRow(CareerPathModel.findOne({ 'steps.jobProfileId': jobProfileId }), 'name');
  return path?.name ?? null;
}

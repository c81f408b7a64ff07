import type { HydratedDocument } from 'mongoose';
import { pickRow } from '../../shared/db/pick';
import { missingReferences } from '../../shared/db/references';
import { cloneVersion, deleteVersion } from '../../shared/db/versions';
import { CompetencyModel } from '../../shared/framework/competency.model';
import { DepartmentModel } from '../../shared/framework/department.model';
import { JOB_PROFILE_CSV_COLUMNS } from '../../shared/framework/job-profile-csv.rules';
import { type JobProfile, JobProfileModel, type ProfileRequirement } from '../../shared/framework/job-profile.model';
import { missingSkills } from '../../shared/framework/skill.store';
import { requirementIdOf } from '../../shared/framework/template.rules';
import { enqueue } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { assertValid, conflict, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { type ExpectedRevision, rowToChange } from '../db/expected-revision';
import { isNamed } from '../db/follow-deletion.store';
import { storeCsvUpload } from '../http/csv-upload';
import type { Upload } from '../http/upload';
import { careerPathWith } from './career-path.store';
import { validateRequirements } from './job-profile.rules';
import type { CreateJobProfile, RequirementInput, UpdateJobProfile } from './job-profiles.dto';
import type { NewVersion } from './versions.dto';

/** Creates version 1 of a job profile and returns its id; throws VALIDATION, and CONFLICT when the id or the code is taken. */
export async function createJobProfile(input: CreateJobProfile): Promise<string> {
  const { id, requirements = [], ...fields } = input;
  const row = new JobProfileModel({ ...fields, _id: id ?? newId() });
  row.set('requirements', toRequirements(requirements, []));
  await assertConsistent(row);
  await row.save();
  return row._id;
}

/**
 * Updates a job profile: omitted fields keep their values, null clears. Throws NOT_FOUND, VALIDATION,
 * PRECONDITION_FAILED, and CONFLICT for a duplicate code or a version that is not current.
 */
export async function updateJobProfile(
  id: string,
  input: UpdateJobProfile,
  expected?: ExpectedRevision,
): Promise<void> {
  const row = await rowToChange(JobProfileModel, id, expected);
  if (!row.isCurrent) throw conflict(refusal('PROFILE_VERSION_REPLACED', { version: row.version }));
  const { requirements, ...fields } = input;
  row.set(fields);
  if (requirements !== undefined) row.set('requirements', toRequirements(requirements, row.requirements));
  await assertConsistent(row);
  await row.save();
}

/** Clones a job profile as the next version of its line, which becomes current; returns its id. Throws NOT_FOUND, CONFLICT. */
export async function newJobProfileVersion(id: string, { id: newVersionId, name }: NewVersion): Promise<string> {
  const source = await pickRow(JobProfileModel.findById(id), 'code');
  if (!source) throw notFound();
  return cloneVersion(JobProfileModel, id, {
    _id: newVersionId ?? newId(),
    ...(name ? { name } : {}),
  });
}

/**
 * Soft-deletes a version of a job profile; throws NOT_FOUND, and CONFLICT for the profile of an employee or a step of a career path.
 */
export async function deleteJobProfile(id: string): Promise<void> {
  const path = await careerPathWith(id);
  if (path !== null) throw conflict(refusal('PROFILE_ON_CAREER_PATH', { path }));
  if (await isNamed('Employee', 'JobProfile', id)) throw conflict(refusal('EMPLOYEES_HAVE_JOB_PROFILE'));
  if (await isNamed('Cycle', 'JobProfile', id)) throw conflict(refusal('CYCLE_EVALUATES_JOB_PROFILE'));
  await deleteVersion(JobProfileModel, id);
}

/** Stores an uploaded CSV file and starts its import; throws VALIDATION, PAYLOAD_TOO_LARGE. */
export async function startJobProfileImport(
  upload: Upload,
  dryRun: boolean,
): Promise<Job & { type: 'framework.import-job-profiles' }> {
  const fileId = await storeCsvUpload(upload, JOB_PROFILE_CSV_COLUMNS);
  return enqueue('framework.import-job-profiles', { fileId, dryRun });
}

/** Returns requirements as stored: one for a stored competency or skill keeps the stored id. */
function toRequirements(
  given: readonly RequirementInput[],
  present: readonly ProfileRequirement[],
): ProfileRequirement[] {
  const idOf = new Map(present.map((requirement) => [requirementIdOf(requirement), requirement.id]));
  return given.map(({ id, competencyId = null, skillId = null, requiredLevel, isCritical = false }) => ({
    id: id ?? idOf.get(competencyId ?? skillId) ?? newId(),
    competencyId,
    skillId,
    requiredLevel,
    isCritical,
  }));
}

/** Checks only changes: a profile whose department was deleted can still be renamed. */
async function assertConsistent(row: HydratedDocument<JobProfile>): Promise<void> {
  if (row.isModified('departmentId'))
    assertValid(await missingReferences(DepartmentModel, [{ field: 'departmentId', id: row.departmentId }]));
  if (row.isModified('requirements')) await assertRequirements(row.requirements);
  // The unique index allows each version number once; a code belongs to one line with all its versions.
  if (row.code !== null && (await JobProfileModel.exists({ code: row.code, lineId: { $ne: row.lineId } })))
    throw conflict(refusal('ANOTHER_JOB_PROFILE_HAS_CODE'));
}

async function assertRequirements(requirements: readonly ProfileRequirement[]): Promise<void> {
  assertValid(validateRequirements(requirements));
  const targets = (key: 'competencyId' | 'skillId') =>
    requirements.map((requirement, index) => ({ field: `requirements[${index}].${key}`, id: requirement[key] }));
  const problems = await Promise.all([
    missingReferences(CompetencyModel, targets('competencyId')),
    missingSkills(targets('skillId')),
  ]);
  assertValid(problems.flat());
}

import { COMPETENCY_CSV_COLUMNS } from '../../shared/framework/competency-csv.rules';
import { validateLevels, orderedLevels } from '../../shared/framework/level.rules';
import { type Skill, type SkillFramework, SkillFrameworkModel } from '../../shared/framework/skill-framework.model';
import { matchSkills, validateSkills } from '../../shared/framework/skill.rules';
import { skillNames } from '../../shared/framework/skill.store';
import { enqueue } from '../../shared/jobs/enqueue';
import type { Job } from '../../shared/jobs/job.model';
import { actor, inTenant, PLATFORM_SCOPE, tenantId } from '../../shared/kernel/context';
import { AppError, assertValid, conflict, invalid, notFound } from '../../shared/kernel/errors';
import { newId } from '../../shared/kernel/ids';
import { Role } from '../../shared/kernel/permissions';
import { refusal } from '../../shared/kernel/refusals/refusal';
import { assertRevision, type ExpectedRevision } from '../db/expected-revision';
import { storeCsvUpload } from '../http/csv-upload';
import type { Upload } from '../http/upload';
import { refusalOfUse } from './requirement-use.store';
import {
  type CreateSkillFramework,
  FrameworkScope,
  type ImportSkillFramework,
  type SkillInput,
  type UpdateSkillFramework,
} from './skill-frameworks.dto';

const FIRST_VERSION = '1';

/** Creates a framework and returns its id; throws VALIDATION, FORBIDDEN for a global one, CONFLICT. */
export async function createSkillFramework({ scope, ...input }: CreateSkillFramework): Promise<string> {
  return inTenant(ownerFor(scope), () => create(input));
}

/**
 * Imports a framework in the generic format. If one of this name and version exists, its skills are updated and
 * extended, and none is removed or gets another id; otherwise it is created. Throws like `createSkillFramework`.
 */
export async function importSkillFramework({
  scope,
  ...input
}: ImportSkillFramework): Promise<{ id: string; isNew: boolean }> {
  return inTenant(ownerFor(scope), async () => {
    const { version = FIRST_VERSION } = input;
    const row = await SkillFrameworkModel.findOne({ name: input.name.trim(), version: version.trim() });
    if (!row) return { id: await create(input), isNew: true };
    const given = await toSkills(input.skills, row.skills);
    const updated = new Map(given.map((skill) => [skill.id, skill]));
    const existing = row.toObject().skills.map((skill) => updated.get(skill.id) ?? skill);
    const present = new Set(existing.map(({ id }) => id));
    row.set('skills', [...existing, ...given.filter(({ id }) => !present.has(id))]);
    await row.save();
    return { id: row._id, isNew: false };
  });
}

/**
 * Stores an uploaded CSV file and starts the import of its skills into the framework of the context with this name and
 * version; throws VALIDATION, PAYLOAD_TOO_LARGE.
 */
export async function startSkillImport(
  upload: Upload,
  { name, version, dryRun }: { name: string; version: string; dryRun: boolean },
): Promise<Job & { type: 'framework.import-skills' }> {
  const fileId = await storeCsvUpload(upload, COMPETENCY_CSV_COLUMNS);
  return enqueue('framework.import-skills', { fileId, name: name.trim(), version: version.trim(), dryRun });
}

/** Changes a framework; throws NOT_FOUND, FORBIDDEN for a global one, VALIDATION, PRECONDITION_FAILED, CONFLICT. */
export async function updateSkillFramework(
  id: string,
  input: UpdateSkillFramework,
  expected?: ExpectedRevision,
): Promise<void> {
  await withWritable(id, async (row) => {
    assertRevision(row.revision, expected);
    const { skills, ...fields } = input;
    row.set(fields);
    if (skills !== undefined) {
      const next = await toSkills(skills, row.skills);
      const present = new Set(next.map((skill) => skill.id));
      await assertUnused(row.skills.filter((skill) => !present.has(skill.id)));
      row.set('skills', next);
    }
    await row.save();
  });
}

/** Soft-deletes a framework whose skills nothing references; throws NOT_FOUND, FORBIDDEN for a global one, CONFLICT. */
export async function deleteSkillFramework(id: string): Promise<void> {
  await withWritable(id, async (row) => {
    await assertUnused(row.skills);
    row.isDeleted = true;
    await row.save();
  });
}

const isSystemAdmin = (): boolean => actor().roles.includes(Role.SystemAdmin);
const forbidden = (): AppError => new AppError('FORBIDDEN', 'Only a SystemAdmin can change global frameworks.');

/** Returns the scope of a new framework: the platform's for global ones. */
function ownerFor(scope: FrameworkScope | undefined): string {
  const here = tenantId();
  if (scope === undefined) return here;
  if (scope === FrameworkScope.Global) {
    if (!isSystemAdmin()) throw forbidden();
    return PLATFORM_SCOPE;
  }
  if (here === PLATFORM_SCOPE) throw invalid({ field: 'scope', ...refusal('TENANT_HEADER_NEEDED') });
  return here;
}

type FrameworkDocument = NonNullable<Awaited<ReturnType<typeof load>>>;

const load = (id: string) => SkillFrameworkModel.findById(id);

/** Runs `change` on a framework in its scope; only a SystemAdmin can change a global one. */
async function withWritable(id: string, change: (row: FrameworkDocument) => Promise<void>): Promise<void> {
  const own = await load(id);
  if (own) return change(own);
  return inTenant(PLATFORM_SCOPE, async () => {
    const global = await load(id);
    if (!global) throw notFound();
    if (!isSystemAdmin()) throw forbidden();
    return change(global);
  });
}

async function create({ id, skills = [], ...fields }: Omit<CreateSkillFramework, 'scope'>): Promise<string> {
  const row = new SkillFrameworkModel({ version: FIRST_VERSION, ...fields, _id: id ?? newId() });
  row.set('skills', await toSkills(skills, []));
  await row.save();
  return row._id;
}

/** Returns the skills of a body as stored, with the ids of the stored ones that they match. */
async function toSkills(given: readonly SkillInput[], stored: readonly Skill[]): Promise<Skill[]> {
  const named = given.map(({ id = null, code = null, name }) => ({ id, code, name }));
  assertValid([
    ...validateSkills(named),
    ...given.flatMap(({ levels = [] }, index) => validateLevels(levels, `skills[${index}].levels`)),
  ]);
  const meant = matchSkills(named, stored);
  const claimed = named.flatMap(({ id }, index) => (id !== null && meant[index] === null ? [id] : []));
  if ((await skillNames(claimed)).size > 0) throw conflict(refusal('ANOTHER_FRAMEWORK_HAS_SKILL_WITH_ID'));
  return given.map(({ code = null, name, category = null, description = null, levels = [] }, index) => ({
    id: meant[index] ?? named[index]?.id ?? newId(),
    code,
    name,
    category,
    description,
    levels: orderedLevels(levels).map(({ level, label = '', descriptor = '' }) => ({ level, label, descriptor })),
  }));
}

async function assertUnused(skills: SkillFramework['skills']): Promise<void> {
  const why = await refusalOfUse(
    'skillId',
    skills.map((skill) => skill.id),
  );
  if (why) throw conflict(why);
}
